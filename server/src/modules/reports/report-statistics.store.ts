import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { ReportStatistics } from "@commonlane/contract/report-files";
import { isUrgentReason, reportReasons } from "@commonlane/contract/reports";
import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

type ResponseTimes = ReportStatistics["all"];
type OpenByAge = ReportStatistics["open"]["urgent"];

/** Response times to the reports of the last weeks, and all open reports by age; without those about the viewer. */
export async function findReportStatistics(
  { db, now }: Context,
  {
    weeks,
    viewerUid,
  }: {
    readonly weeks: number;
    readonly viewerUid: string;
  },
): Promise<ReportStatistics> {
  const urgentReasons = reportReasons.filter(isUrgentReason);
  const since = new Date(now().getTime() - weeks * 7 * DAY_MS);
  // Reports that were closed by an earlier release have no first action.
  const visible = sql`
    select created_at, coalesce(first_action_at, closed_at) as first_action_at,
      state, reason = any (${urgentReasons}::text[]) as urgent
    from report where subject_uid is distinct from ${viewerUid}::uuid`;
  const waited = sql`extract(epoch from first_action_at - created_at)`;
  const { rows: times } = await sql<ResponseTimes & { readonly urgent: boolean | null }>`
    select urgent, count(*)::int as handled,
      percentile_cont(0.5) within group (order by ${waited})::int as "medianS",
      percentile_cont(0.9) within group (order by ${waited})::int as "p90S"
    from (${visible}) as report
    where first_action_at is not null and created_at >= ${since}
    group by grouping sets ((), (urgent))`.execute(db);
  const olderThan = (ms: number) =>
    sql`created_at <= ${new Date(now().getTime() - ms)}::timestamptz`;
  const hour = olderThan(HOUR_MS);
  const day = olderThan(DAY_MS);
  const week = olderThan(7 * DAY_MS);
  const { rows: open } = await sql<OpenByAge & { readonly urgent: boolean }>`
    select urgent, (count(*) filter (where not ${hour}))::int as "lessThanHour",
      (count(*) filter (where ${hour} and not ${day}))::int as "lessThanDay",
      (count(*) filter (where ${day} and not ${week}))::int as "lessThanWeek",
      (count(*) filter (where ${week}))::int as older
    from (${visible}) as report where state = 'open' group by urgent`.execute(db);
  const timesOf = (urgent: boolean | null) =>
    times.find((row) => row.urgent === urgent) ?? NONE_HANDLED;
  const openOf = (urgent: boolean) => open.find((row) => row.urgent === urgent) ?? NONE_OPEN;
  return {
    all: timesOf(null),
    urgent: timesOf(true),
    open: {
      urgent: openOf(true),
      other: openOf(false),
    },
  };
}

const NONE_HANDLED: ResponseTimes = {
  handled: 0,
  medianS: null,
  p90S: null,
};
const NONE_OPEN: OpenByAge = {
  lessThanHour: 0,
  lessThanDay: 0,
  lessThanWeek: 0,
  older: 0,
};

/** Moderators who are not suspended, without these. */
export async function findModeratorUids(
  { db }: Context,
  without: readonly (string | null)[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select moderator.uid
    from moderator
    join account on account.uid = moderator.uid
    where suspended_at is null
      and moderator.uid <> all (${without.filter((uid) => uid !== null)}::uuid[])
    order by moderator.uid`.execute(db);
  return rows.map(({ uid }) => uid);
}
