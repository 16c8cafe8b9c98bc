import type { ReportFile, ReportSummary } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { AuditLogRow } from "../audit-log/AuditLog.tsx";
import { reportById } from "../moderation.queries.ts";
import {
  DetailList,
  ModerationSection,
  PersonLink,
  SuspendedPill,
  Timestamp,
} from "#shared/console/console-ui.tsx";
import { ModeratorActionList } from "../ui/ModeratorActions.tsx";
import { useReportLabels } from "../ui/moderation-labels.ts";
import { ReportActions } from "./ReportActions.tsx";
import { ReportRow } from "./Reports.tsx";
import { ReportSnapshot } from "./ReportSnapshot.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** One report with its evidence, what was done about it, and the available actions. */
export function ReportView() {
  const { t } = useLingui();
  const { reportId = "" } = useParams();
  const reportQuery = useQuery(reportById(reportId));
  const report = reportQuery.data;
  const { kinds } = useReportLabels();
  if (!report) return <NotLoaded query={reportQuery} />;
  const { person, about } = report;
  const rideId = findRideId(report);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-bold">{t`${kinds[about.kind]} was reported`}</h2>
        {report.urgent && !report.closedAt && <Pill tone="bad" icon="alert">{t`Urgent`}</Pill>}
        {person && <SuspendedPill person={person} />}
      </div>
      {report.closedAt && (
        <Notice tone="ok">
          {report.outcome} · <Timestamp at={report.closedAt} />
        </Notice>
      )}
      {report.actions.length > 0 && (
        <ModerationSection title={t`What was done`}>
          <ModeratorActionList actions={report.actions} />
        </ModerationSection>
      )}
      <ReportDetails report={report} />
      <ModerationSection title={t`At the time of the report`}>
        <ReportSnapshot
          snapshot={report.snapshot}
          current={about.kind === "message" ? undefined : report.current}
          messagesAfter={report.messagesAfter}
          reportedUid={person?.uid}
        />
        {rideId && (
          <Link to={`/moderation/rides/${rideId}`} className={buttonClasses("line")}>
            <Icon name="route" />
            {t`Current ride`}
          </Link>
        )}
      </ModerationSection>
      {report.context && (
        <ReportContextSection context={report.context} reportedUid={person?.uid} />
      )}
      <ModerationSection title={t`Actions`}>
        <ReportActions report={report} />
      </ModerationSection>
      <OtherReports title={t`Other reports about this person`} reports={report.reportsAbout} />
      <OtherReports title={t`Reports by this person`} reports={report.reportsBy} />
      {report.decisions.length > 0 && (
        <ModerationSection title={t`History`}>
          <ul className="grid divide-y divide-line overflow-hidden card">
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

function ReportDetails({ report }: { report: ReportFile }) {
  const { t } = useLingui();
  const { reasons } = useReportLabels();
  return (
    <DetailList
      details={[
        {
          name: t`Reason`,
          value: reasons[report.reason],
        },
        {
          name: t`Description`,
          value: report.text ?? t`None`,
        },
        {
          name: t({
            message: "About",
            context: "the person a report is about",
          }),
          value: <PersonLink person={report.person} />,
        },
        {
          name: t`From`,
          value: <PersonLink person={report.reporter} />,
        },
        {
          name: t`Number of reporters`,
          value: report.reporters,
        },
        {
          name: t({
            comment: "Field with the day and time of a ride.",
            message: "When",
          }),
          value: <Timestamp at={report.createdAt} />,
        },
      ]}
    />
  );
}

function OtherReports({ title, reports }: { title: string; reports: readonly ReportSummary[] }) {
  const { t } = useLingui();
  return (
    <ModerationSection title={title}>
      {reports.length === 0 && <p className="text-ink-2">{t`None.`}</p>}
      {reports.length > 0 && (
        <ul className="grid divide-y divide-line overflow-hidden card">
          {reports.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} />
            </li>
          ))}
        </ul>
      )}
    </ModerationSection>
  );
}

/** Ride of the report: the reported ride, or the ride of the reported request or offer. */
function findRideId({ about, snapshot }: ReportFile): string | undefined {
  const { rideId } = snapshot;
  if (about.kind === "ride") return about.id;
  return typeof rideId === "string" ? rideId : undefined;
}

/** The ride or conversation that a report was started from. */
function ReportContextSection({
  context: { kind, id, snapshot, current },
  reportedUid,
}: {
  context: NonNullable<ReportFile["context"]>;
  reportedUid: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <ModerationSection
      title={kind === "ride" ? t`Reported from this ride` : t`Reported from this chat`}
    >
      <ReportSnapshot
        snapshot={snapshot}
        current={kind === "ride" ? current : undefined}
        reportedUid={reportedUid}
      />
      {kind === "ride" && (
        <Link to={`/moderation/rides/${id}`} className={buttonClasses("line")}>
          <Icon name="route" />
          {t`Current ride`}
        </Link>
      )}
    </ModerationSection>
  );
}
