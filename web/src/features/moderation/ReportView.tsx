import type { Reply } from "@commonlane/contract/endpoint";
import type { HiddenThing } from "@commonlane/contract/hidings";
import { moderation, type ReportHead } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { ActLine } from "./ActsLog.tsx";
import { HideDeeds } from "./HideDeeds.tsx";
import { oneReport, useDeed } from "./moderation.queries.ts";
import { Facts, Part, PersonLink, SuspendedPill, When } from "./parts.tsx";
import { PersonDeeds } from "./PersonDeeds.tsx";
import { WhyDialog } from "./WhyDialog.tsx";
import { Snapshot } from "./Snapshot.tsx";
import { useReportWords } from "./words.ts";

/** One report, with what it is about as it was, and what can be done. */
export function ReportView() {
  const { t } = useLingui();
  const { reportId = "" } = useParams();
  const { data: report, error, refetch, isRefetching } = useQuery(oneReport(reportId));
  const { kinds, reasons } = useReportWords();
  if (!report && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!report) return <SkeletonCards />;
  const { person, about } = report;
  const rideId = rideOf(report);
  return (
    <>
      <h2 className="text-xl font-bold">{t`${kinds[about.kind]} was reported`}</h2>
      {report.closedAt && (
        <Notice tone="ok">
          {report.outcome} · <When at={report.closedAt} />
        </Notice>
      )}
      <Facts
        facts={[
          { name: t`Reason`, value: reasons[report.reason] },
          { name: t`In their words`, value: report.text ?? t`nothing` },
          { name: t`About`, value: <PersonLink person={person} /> },
          { name: t`From`, value: <PersonLink person={report.reporter} /> },
          { name: t`People who reported them`, value: report.reporters },
          { name: t`When`, value: <When at={report.createdAt} /> },
        ]}
      />
      {person && <SuspendedPill person={person} />}
      <Part title={t`As it was then`}>
        <Snapshot snapshot={report.snapshot} />
        {rideId && (
          <Link to={`/moderation/rides/${rideId}`} className={buttonLook("line")}>
            <Icon name="route" />
            {t`The ride as it is now`}
          </Link>
        )}
      </Part>
      <Part title={t`What to do`}>
        <HideDeeds things={thingsOf(report)} hidings={report.hidings} />
        {person && <PersonDeeds person={person} />}
        {!report.closedAt && <Resolve report={report} />}
      </Part>
      {report.measures.length > 0 && (
        <Part title={t`Done so far`}>
          <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {report.measures.map((act) => (
              <li key={act.id}>
                <ActLine act={act} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

type Report = Reply<typeof moderation.report>;

/** The ride that it is about, or that is asked for or offered by what it is about. */
function rideOf({ about, snapshot }: Report): string | undefined {
  const { rideId } = snapshot;
  if (about.kind === "ride") return about.id;
  return typeof rideId === "string" ? rideId : undefined;
}

/** What of a report can be hidden at once: what it is about, or what that person says and shows of themselves. */
function thingsOf({ about, snapshot }: Report): HiddenThing[] {
  const { kind, id } = about;
  if (kind === "ride" || kind === "ride-request") return [{ kind, id }];
  if (kind !== "person") return [];
  return (["bio", "photo"] as const).filter((kind) => snapshot[kind]).map((kind) => ({ kind, id }));
}

function Resolve({ report }: { report: ReportHead }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const resolve = useDeed(moderation.resolve);
  return (
    <>
      <Button icon="check" className="justify-self-start" onClick={() => setOpen(true)}>
        {t`Resolve`}
      </Button>
      <WhyDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Resolve the report`}
        label={t`What was done`}
        confirm={t`Resolve`}
        busy={resolve.isPending}
        error={resolve.error}
        onConfirm={(outcome) =>
          resolve.mutate({ params: { reportId: report.id }, body: { outcome } }, { onSuccess: () => setOpen(false) })
        }
      >
        {t`Who reported it is told that it was looked at, and not what was done.`}
      </WhyDialog>
    </>
  );
}
