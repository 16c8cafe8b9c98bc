import { notify } from "#modules/notifications/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import {
  closeReport,
  findReport,
  findOpenReports,
  findTravelCompanions,
  findPeopleContactedBy,
  type ReportRow,
} from "./reports.store.ts";

const LISTED_MAX = 200;

/** What operators do with reports from the command line. Each gives the lines to print; throws one line where it cannot be done. */

export async function listReports(ctx: Context): Promise<string[]> {
  const rows = await findOpenReports(ctx, LISTED_MAX);
  return rows.length === 0 ? ["No report waits."] : rows.flatMap(summaryLines);
}

export async function showReport(ctx: Context, id: string): Promise<string[]> {
  const row = await findReport(ctx, id);
  if (!row) throw new Error(`There is no report ${id}.`);
  const end = row.closed_at ? [`Closed ${row.closed_at.toISOString()}: ${row.outcome}`] : [];
  return [...summaryLines(row), ...end, JSON.stringify(row.snapshot, null, 2)];
}

export async function closeReportByOperator(ctx: Context, id: string, outcome: string): Promise<string[]> {
  if (!(await closeReport(ctx, id, outcome))) throw new Error(`No report ${id} waits.`);
  return [`Closed: ${outcome}`];
}

/** Tells everybody whom a fraud wrote to or agreed a ride with, each once, however often it is done; gives how many there are. */
export async function warnContactsOfFraudster(ctx: Context, fraudUid: string): Promise<number> {
  const warned = new Set([
    ...(await findPeopleContactedBy(ctx, fraudUid)),
    ...(await findTravelCompanions(ctx, fraudUid)),
  ]);
  const about = {
    kind: "person.suspended",
    cause: fraudUid,
    person: fraudUid,
    path: "/notifications",
    details: {},
  } as const;
  // One after the other where nobody wants it whole, so that no long transaction holds others up.
  for (const to of warned) await transaction(ctx, (ctx) => notify(ctx, { to, ...about }));
  return warned.size;
}

function summaryLines(row: ReportRow): string[] {
  const {
    id,
    created_at,
    subject_kind,
    subject_id,
    subject_uid,
    about_email,
    reporter_email,
    reason,
    text,
    reporters,
  } = row;
  const subject = about_email ?? subject_uid ?? "a former member";
  const others = reporters > 1 ? `, reported by ${reporters} people` : "";
  return [
    `${id}  ${created_at.toISOString()}  ${reason}  ${subject_kind} ${subject_id}`,
    `    about ${subject}${others}; from ${reporter_email ?? "a former member"}${text ? `: ${oneLine(text)}` : ""}`,
  ];
}

/** What people wrote cannot look like lines of ours, nor move the cursor of a terminal. */
const oneLine = (text: string) => JSON.stringify(text);
