import { DAY_MS } from "@commonlane/contract/durations";
import { isUrgentReason, reportReasons, type ReportTarget } from "@commonlane/contract/reports";
import { type RawBuilder, type Selectable, sql, type SqlBool } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { toAsciiEmail } from "@commonlane/contract/email-address";

const CLOSED_PER_BATCH = 200;

interface NewReportRow {
  readonly reporterUid: string;
  readonly about: ReportTarget;
  readonly aboutUid: string | null;
  readonly reason: string;
  readonly text: string | null;
  readonly snapshot: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>> | null;
}

/** Returns the new report's id; undefined, without effect, if the same user's report about the same subject is open. */
export async function insertReport(
  { db, now }: InTransaction,
  report: NewReportRow,
): Promise<string | undefined> {
  const { reporterUid, about, aboutUid, reason, text, snapshot, context } = report;
  const inserted = await db
    .insertInto("report")
    .values({
      reporter_id: reporterUid,
      subject_kind: about.kind,
      subject_id: about.id,
      subject_uid: aboutUid,
      reason,
      text,
      snapshot: JSON.stringify(snapshot),
      context: context && JSON.stringify(context),
      created_at: now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["reporter_id", "subject_kind", "subject_id"])
        .where(sql<SqlBool>`state = 'open'`)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

export async function findBio({ db }: Context, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom("profile")
    .select("bio")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return row?.bio ?? null;
}

export type ReportRow = Selectable<Schema["report"]> & {
  readonly reporter_email: string | null;
  readonly about_email: string | null;
  /** Number of users who reported the same person, including this report. */
  readonly reporters: number;
};

const withPeople = sql`
  select report.*, reporter.email as reporter_email, about.email as about_email,
    (
      select count(distinct reporter_id)::int
      from report as same
      where same.subject_uid = report.subject_uid) as reporters
  from report
  left join account as reporter on reporter.uid = reporter_id
  left join account as about on about.uid = subject_uid`;

/** Moderators do not see reports about themselves: they would learn who reported them. */
function isNotAbout(uid: string) {
  return sql<SqlBool>`report.subject_uid is distinct from ${uid}::uuid`;
}

/** Open reports, oldest first. */
export async function findOpenReports({ db }: Context, limit: number): Promise<ReportRow[]> {
  const { rows } =
    await sql<ReportRow>`${withPeople} where state = 'open' order by report.id limit ${limit}`.execute(
      db,
    );
  return rows;
}

/** The last report of a page. */
export interface ReportPosition {
  readonly id: string;
  readonly isUrgent: boolean;
}

interface ReportsQuery {
  readonly state: "open" | "closed";
  readonly limit: number;
  readonly after: ReportPosition | undefined;
  /** Reports about this moderator are left out. */
  readonly viewerUid: string;
}

const URGENT_REASONS = reportReasons.filter(isUrgentReason);
const isUrgentReport = sql<boolean>`(reason = any (${URGENT_REASONS}::text[]))`;

/** Open reports, urgent ones first, then the oldest, or closed ones, latest first. */
export async function findReportsPage(
  { db }: Context,
  { state, limit, after, viewerUid }: ReportsQuery,
): Promise<ReportRow[]> {
  const rank = state === "open" ? sql`(not ${isUrgentReport}, report.id)` : sql`report.id`;
  const order = state === "open" ? sql`not ${isUrgentReport}, report.id` : sql`report.id desc`;
  const position =
    after &&
    (state === "open"
      ? sql`> (${!after.isUrgent}::boolean, ${after.id}::uuid)`
      : sql`< ${after.id}::uuid`);
  const isPast = position ? sql`${rank} ${position}` : sql`true`;
  const { rows } = await sql<ReportRow>`
    ${withPeople}
    where state = ${state} and ${isPast} and ${isNotAbout(viewerUid)}
    order by ${order}
    limit ${limit}`.execute(db);
  return rows;
}

interface ReportsAboutQuery {
  /** Id of the user or item. */
  readonly id: string;
  readonly viewerUid: string;
  readonly limit: number;
  readonly exceptId?: string;
}

/** Reports about a user or an item, latest first. */
export function findReportsAbout(ctx: Context, query: ReportsAboutQuery): Promise<ReportRow[]> {
  return selectReports(
    ctx,
    query,
    sql`(report.subject_uid = ${query.id} or report.subject_id = ${query.id})`,
  );
}

/** Reports by a user, latest first. */
export function findReportsBy(ctx: Context, query: ReportsAboutQuery): Promise<ReportRow[]> {
  return selectReports(ctx, query, sql`report.reporter_id = ${query.id}`);
}

async function selectReports(
  { db }: Context,
  { viewerUid, limit, exceptId }: ReportsAboutQuery,
  condition: RawBuilder<unknown>,
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    ${withPeople}
    where ${condition}
      and ${isNotAbout(viewerUid)}
      and report.id is distinct from ${exceptId ?? null}::uuid
    order by report.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Open reports that this moderator may see, and those that are urgent. */
export async function countOpenReports(
  { db }: Context,
  viewerUid: string,
): Promise<{
  openReports: number;
  urgentReports: number;
}> {
  const { rows } = await sql<{
    openReports: number;
    urgentReports: number;
  }>`
    select count(*)::int as "openReports",
      (count(*) filter (where ${isUrgentReport}))::int as "urgentReports"
    from report where state = 'open' and ${isNotAbout(viewerUid)}`.execute(db);
  return (
    rows[0] ?? {
      openReports: 0,
      urgentReports: 0,
    }
  );
}

export async function findReport({ db }: Context, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`${withPeople} where report.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns false if the report was not open. */
export async function closeReport(
  { db, now }: Context,
  id: string,
  outcome: string,
): Promise<boolean> {
  const closed = await db
    .updateTable("report")
    .set({
      state: "closed",
      outcome,
      closed_at: now(),
      first_action_at: sql<Date>`coalesce(first_action_at, ${now()})`,
    })
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

/** Opens a closed report again. Returns false if it is open, or if the same user has reported the same again. */
export async function reopenReport({ db }: InTransaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    update report set state = 'open', outcome = null, closed_at = null
    where id = ${id} and state = 'closed' and not exists (select from report as other where other.state = 'open'
      and other.reporter_id = report.reporter_id and other.subject_kind = report.subject_kind
      and other.subject_id = report.subject_id)
    returning id`.execute(db);
  return rows.length === 1;
}

/** Records the first action on a report about this user. Returns the report's id; undefined if there is none. */
export async function recordFirstAction(
  { db, now }: InTransaction,
  id: string,
  aboutUid: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update report set first_action_at = coalesce(first_action_at, ${now()})
    where id = ${id} and subject_uid = ${aboutUid} returning id`.execute(db);
  return rows[0]?.id;
}

/** Account by address or id. */
export async function findAccountByEmailOrUid(
  { db }: Context,
  emailOrUid: string,
): Promise<
  | {
      uid: string;
      email: string;
    }
  | undefined
> {
  const email = toAsciiEmail(emailOrUid.trim());
  const { rows } = await sql<{
    uid: string;
    email: string;
  }>`
    select uid, email from account
    where email_verified
      and (email = lower(${email}) or uid::text = ${emailOrUid})`.execute(db);
  return rows[0];
}

/** Deletes reports closed long ago; returns true if there may be more. */
export function deleteClosedReports(ctx: Context): Promise<boolean> {
  const closedBefore = new Date(ctx.now().getTime() - ctx.settings.REPORT_RETENTION_DAYS * DAY_MS);
  return deleteBatch(ctx.db, "report", {
    key: ["id"],
    limit: CLOSED_PER_BATCH,
    where: (row) => row.and([row("state", "=", "closed"), row("closed_at", "<", closedBefore)]),
  });
}
