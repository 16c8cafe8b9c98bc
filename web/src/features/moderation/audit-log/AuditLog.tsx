import type { AuditLogEntry } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#shared/ui/Link.tsx";
import { auditLogPages } from "../moderation.queries.ts";
import { PagedList } from "#shared/console/PagedList.tsx";
import { PersonLink, Timestamp } from "#shared/console/console-ui.tsx";
import { useActionLabels, useActionDetailLabels, useValueLabels } from "../ui/moderation-labels.ts";

/** Actions of moderators, including what they viewed. */
export function AuditLog() {
  const { t } = useLingui();
  const query = useInfiniteQuery(auditLogPages);
  return (
    <>
      <h2 className="sr-only">{t`Log`}</h2>
      <p className="text-ink-2">{t`Everything moderators do or view is recorded here.`}</p>
      <PagedList query={query} emptyText={t`No entries yet`}>
        {(act) => <AuditLogRow act={act} />}
      </PagedList>
    </>
  );
}

export function AuditLogRow({ act }: { act: AuditLogEntry }) {
  const { t } = useLingui();
  const actionLabel = useActionLabels();
  const detailLabel = useActionDetailLabels();
  const valueLabel = useValueLabels();
  const details = Object.entries(act.details).filter(
    ([name, value]) => !HIDDEN_FIELDS.has(name) && value !== null && value !== false,
  );
  return (
    <div className="grid gap-1 p-4">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{actionLabel(act.call)}</span>
        {act.moderator ? (
          <PersonLink person={act.moderator} />
        ) : (
          <span>{t`operator or system`}</span>
        )}
        <Timestamp at={act.at} />
      </span>
      {details.length > 0 && (
        <span className="text-ink-2 wrap-anywhere">
          {details
            .map(
              ([name, value]) =>
                `${detailLabel(name)}: ${value === true ? t`yes` : valueLabel(textOf(value))}`,
            )
            .join(" · ")}
        </span>
      )}
      {act.aboutId && <SubjectLink act={act} id={act.aboutId} />}
    </div>
  );
}

const textOf = (value: unknown): string => getKind(value) ?? String(value);

/** Type of a referenced item, if there is one. */
const getKind = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string"
    ? value.kind
    : undefined;

/** Pagination parameters, and the report that was answered, which are not worth showing. */
const HIDDEN_FIELDS = new Set(["limit", "cursor", "reportId"]);

const CONSOLE_PATHS: Readonly<Record<string, "people" | "reports" | "rides">> = {
  "moderation.person": "people",
  "moderation.warn": "people",
  "moderation.suspend": "people",
  "moderation.unsuspend": "people",
  "moderation.grantRole": "people",
  "moderation.revokeRole": "people",
  "moderation.signOut": "people",
  "moderation.resetSecondFactors": "people",
  "administration.setUp": "people",
  "moderation.report": "reports",
  "moderation.resolve": "reports",
  "moderation.ride": "rides",
};

/** Console pages of removed content. */
const REMOVED_CONTENT_PATHS: Readonly<Record<string, "people" | "rides">> = {
  ride: "rides",
  bio: "people",
  photo: "people",
};

function SubjectLink({ act, id }: { act: AuditLogEntry; id: string }) {
  const { t } = useLingui();
  const removedKind = getKind(act.details["about"]);
  const section = CONSOLE_PATHS[act.call] ?? (removedKind && REMOVED_CONTENT_PATHS[removedKind]);
  if (!section)
    return (
      <span translate="no" className="font-mono text-xs text-ink-3 wrap-anywhere">
        {id}
      </span>
    );
  const labels = {
    people: t`Person`,
    reports: t`Report`,
    rides: t`Ride`,
  };
  return (
    <Link
      to={`/moderation/${section}/${id}`}
      className="justify-self-start py-1 text-brand-ink underline"
    >
      {labels[section]}
    </Link>
  );
}
