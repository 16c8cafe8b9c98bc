import type { Reply } from "@commonlane/contract/endpoint";
import type { ContentRef } from "@commonlane/contract/content-removals";
import { moderation } from "@commonlane/contract/moderation";
import type { ReportSummary } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { AuditLogRow } from "../audit-log/AuditLog.tsx";
import { ContentRemovalButtons } from "../content/ContentRemovalButtons.tsx";
import { reportById, useModerationAction } from "../moderation.queries.ts";
import { DetailList, ModerationSection, PersonLink, SuspendedPill, Timestamp } from "../ui/moderation-ui.tsx";
import { PersonActions } from "../people/PersonActions.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { ReportSnapshot } from "./ReportSnapshot.tsx";
import { useReportLabels } from "../ui/moderation-labels.ts";

/** One report with a snapshot of the reported content and the available actions. */
export function ReportView() {
  const { t } = useLingui();
  const { reportId = "" } = useParams();
  const { data: report, error, refetch, isRefetching } = useQuery(reportById(reportId));
  const { kinds, reasons } = useReportLabels();
  if (!report && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!report) return <SkeletonCards />;
  const { person, about } = report;
  const rideId = findRideId(report);
  return (
    <>
      <h2 className="text-xl font-bold">{t`${kinds[about.kind]} was reported`}</h2>
      {report.closedAt && (
        <Notice tone="ok">
          {report.outcome} · <Timestamp at={report.closedAt} />
        </Notice>
      )}
      <DetailList
        details={[
          { name: t`Reason`, value: reasons[report.reason] },
          { name: t`Description`, value: report.text ?? t`None` },
          { name: t`About`, value: <PersonLink person={person} /> },
          { name: t`From`, value: <PersonLink person={report.reporter} /> },
          { name: t`Number of reporters`, value: report.reporters },
          { name: t`When`, value: <Timestamp at={report.createdAt} /> },
        ]}
      />
      {person && <SuspendedPill person={person} />}
      <ModerationSection title={t`At the time of the report`}>
        <ReportSnapshot snapshot={report.snapshot} />
        {rideId && (
          <Link to={`/moderation/rides/${rideId}`} className={buttonClasses("line")}>
            <Icon name="route" />
            {t`Current ride`}
          </Link>
        )}
      </ModerationSection>
      <ModerationSection title={t`Actions`}>
        <ContentRemovalButtons contents={listRemovableContent(report)} contentRemovals={report.contentRemovals} />
        {person && <PersonActions person={person} />}
        {!report.closedAt && <ResolveReport report={report} />}
      </ModerationSection>
      {report.decisions.length > 0 && (
        <ModerationSection title={t`History`}>
          <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {report.decisions.map((act) => (
              <li key={act.id}>
                <AuditLogRow act={act} />
              </li>
            ))}
          </ul>
        </ModerationSection>
      )}
    </>
  );
}

type Report = Reply<typeof moderation.report>;

/** Ride of the report: the reported ride, or the ride of the reported request or offer. */
function findRideId({ about, snapshot }: Report): string | undefined {
  const { rideId } = snapshot;
  if (about.kind === "ride") return about.id;
  return typeof rideId === "string" ? rideId : undefined;
}

/** Content that can be hidden from here: the reported content, and the bio and photo of the reported user. */
function listRemovableContent({ about, snapshot }: Report): ContentRef[] {
  const { kind, id } = about;
  if (kind === "ride" || kind === "ride-request") return [{ kind, id }];
  if (kind !== "person") return [];
  return (["bio", "photo"] as const).filter((kind) => snapshot[kind]).map((kind) => ({ kind, id }));
}

function ResolveReport({ report }: { report: ReportSummary }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const resolve = useModerationAction(moderation.resolve);
  return (
    <>
      <Button icon="check" className="justify-self-start" onClick={() => setOpen(true)}>
        {t`Resolve`}
      </Button>
      <ModerationReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Resolve report`}
        label={t`What you did`}
        confirmLabel={t`Resolve`}
        busy={resolve.isPending}
        error={resolve.error}
        onConfirm={(outcome) =>
          resolve.mutate({ params: { reportId: report.id }, body: { outcome } }, { onSuccess: () => setOpen(false) })
        }
      >
        {t`The reporter learns that the report was reviewed, but not what you did.`}
      </ModerationReasonDialog>
    </>
  );
}
