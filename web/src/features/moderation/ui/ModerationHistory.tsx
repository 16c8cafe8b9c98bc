import type { PersonCaseFile } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { AuditLogRow } from "../audit-log/AuditLog.tsx";
import { ContentRemovalCard } from "../content/ContentRemovalCard.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { RatingCard } from "../content/RatingCard.tsx";
import { ReportRow } from "../reports/Reports.tsx";

/** Reports, ratings and moderator actions that concern a user or a ride. */
export function ModerationHistory({
  caseFile,
}: {
  caseFile: Pick<PersonCaseFile, "reports" | "ratings" | "auditLog" | "contentRemovals">;
}) {
  const { t } = useLingui();
  const { reports, ratings, auditLog, contentRemovals } = caseFile;
  const listClass = "grid divide-y divide-line overflow-hidden card";
  return (
    <>
      <ModerationSection title={t`Reports`}>
        {reports.length === 0 && <p className="text-ink-2">{t`None.`}</p>}
        {reports.length > 0 && (
          <ul className={listClass}>
            {reports.map((report) => (
              <li key={report.id}>
                <ReportRow report={report} />
              </li>
            ))}
          </ul>
        )}
      </ModerationSection>
      <ModerationSection title={t`Ratings`}>
        {ratings.length === 0 && <p className="text-ink-2">{t`None.`}</p>}
        {ratings.length > 0 && (
          <ul className={listClass}>
            {ratings.map((rating) => (
              <li key={rating.id}>
                <RatingCard rating={rating} />
              </li>
            ))}
          </ul>
        )}
      </ModerationSection>
      {contentRemovals.length > 0 && (
        <ModerationSection title={t`Content removals`}>
          <ul className={listClass}>
            {contentRemovals.map((contentRemoval) => (
              <li key={contentRemoval.id}>
                <ContentRemovalCard contentRemoval={contentRemoval} />
              </li>
            ))}
          </ul>
        </ModerationSection>
      )}
      <ModerationSection title={t`Moderator actions`}>
        <ul className={listClass}>
          {auditLog.map((act) => (
            <li key={act.id}>
              <AuditLogRow act={act} />
            </li>
          ))}
        </ul>
      </ModerationSection>
    </>
  );
}
