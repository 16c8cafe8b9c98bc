import type { ReportSummary } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { reportPages, type QueueState } from "../moderation.queries.ts";
import { PagedList } from "#shared/console/PagedList.tsx";
import { Timestamp } from "#shared/console/console-ui.tsx";
import { useReportLabels } from "../ui/moderation-labels.ts";

/** Reports of users: open and resolved. */
export function Reports() {
  const { t } = useLingui();
  const [state, setState] = useState<QueueState>("open");
  const query = useInfiniteQuery(reportPages(state));
  return (
    <>
      <h2 className="sr-only">{t`Reports`}</h2>
      <SegmentedChoice
        label={t`Filter reports`}
        hideLabel
        value={state}
        options={[
          { value: "open", label: t`Open` },
          { value: "closed", label: t`Resolved` },
        ]}
        onChange={setState}
      />
      <PagedList
        query={query}
        emptyText={state === "open" ? t`No open reports` : t`No resolved reports`}
      >
        {(report) => <ReportRow report={report} />}
      </PagedList>
    </>
  );
}

function toneOf({ closedAt, urgent }: ReportSummary) {
  if (closedAt) return "quiet";
  return urgent ? "bad" : "warn";
}

export function ReportRow({ report }: { report: ReportSummary }) {
  const { t } = useLingui();
  const { kinds, reasons } = useReportLabels();
  const { person, reporters } = report;
  const personName = person ? (person.name ?? person.email) : t`a former member`;
  const subject =
    report.about.kind === "person" ? personName : t`${kinds[report.about.kind]} by ${personName}`;
  return (
    <Link
      to={`/moderation/reports/${report.id}`}
      className="flex min-h-16 items-center gap-3 p-4 -outline-offset-4 hover:bg-sunken"
    >
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{subject}</span>
          <Pill tone={toneOf(report)} icon="flag">
            {reasons[report.reason]}
          </Pill>
          {report.firstActionAt && !report.closedAt && (
            <Pill tone="ok" icon="check">
              {t`In progress`}
            </Pill>
          )}
          {reporters > 1 && (
            <Pill tone="bad" icon="users">
              {t`${reporters} reporters`}
            </Pill>
          )}
        </span>
        {report.text && (
          <span className="line-clamp-2 text-ink-2 wrap-anywhere">{report.text}</span>
        )}
        <Timestamp at={report.closedAt ?? report.createdAt} />
      </span>
      <Icon name="chevron-end" className="text-ink-3" />
    </Link>
  );
}
