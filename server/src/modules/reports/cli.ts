import { notify } from "#modules/notifications/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { closeReport, findReport, findOpenReports, type ReportRow } from "./reports.store.ts";
import { findTravelCompanions, findPeopleContactedBy } from "./contacts.store.ts";

const LISTED_MAX = 200;

/** Report commands for operators. Each returns the lines to print, or throws an error with a one-line message. */

export async function listReports(ctx: Context): Promise<string[]> {
  const rows = await findOpenReports(ctx, LISTED_MAX);
  return rows.length === 0 ? ["There are no open reports."] : rows.flatMap(summaryLines);
}

export async function showReport(ctx: Context, id: string): Promise<string[]> {
  const row = await findReport(ctx, id);
  if (!row) throw new Error(`There is no report ${id}.`);
  const end = row.closed_at ? [`Closed ${row.closed_at.toISOString()}: ${row.outcome}`] : [];
  return [...summaryLines(row), ...end, JSON.stringify(row.snapshot, null, 2)];
}

export async function closeReportByOperator(
  ctx: Context,
  id: string,
  outcome: string,
): Promise<string[]> {
  if (!(await closeReport(ctx, id, outcome))) throw new Error(`There is no open report ${id}.`);
  return [`Closed: ${outcome}`];
}

/**
 * Warns everyone this user wrote to or shared a booking with, each at most once ever, and returns how many
 * there are.
 */
export async function warnContactsOfFraudster(ctx: Context, fraudUid: string): Promise<number> {
  const warned = await findContactsOfFraudster(ctx, fraudUid);
  const about = {
    kind: "person.suspended",
    cause: fraudUid,
    person: fraudUid,
    path: "/notifications",
    details: {},
  } as const;
  // One transaction each, unless the caller has one, so that no long transaction blocks others.
  for (const to of warned)
    await transaction(ctx, (ctx) =>
      notify(ctx, {
        to,
        ...about,
      }),
    );
  return warned.size;
}

export async function countContactsOfFraudster(ctx: Context, fraudUid: string): Promise<number> {
  return (await findContactsOfFraudster(ctx, fraudUid)).size;
}

async function findContactsOfFraudster(ctx: Context, uid: string): Promise<Set<string>> {
  return new Set([
    ...(await findPeopleContactedBy(ctx, uid)),
    ...(await findTravelCompanions(ctx, uid)),
  ]);
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

/** Escapes user text, so that it cannot imitate our output or control the terminal. */
const oneLine = (text: string) => JSON.stringify(text);
