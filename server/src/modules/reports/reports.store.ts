import { DAY_MS } from "@commonlane/contract/durations";
import type { ReportTarget } from "@commonlane/contract/reports";
import { type Selectable, sql, type SqlBool } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

const CLOSED_PER_BATCH = 200;

interface NewReportRow {
  readonly reporterUid: string;
  readonly about: ReportTarget;
  readonly aboutUid: string | null;
  readonly reason: string;
  readonly text: string | null;
  readonly snapshot: Readonly<Record<string, unknown>>;
}

/** Does nothing if the same user's report about the same subject is open. */
export async function insertReport({ db, now }: InTransaction, report: NewReportRow): Promise<void> {
  const { reporterUid, about, aboutUid, reason, text, snapshot } = report;
  await db
    .insertInto("report")
    .values({
      reporter_id: reporterUid,
      subject_kind: about.kind,
      subject_id: about.id,
      subject_uid: aboutUid,
      reason,
      text,
      snapshot: JSON.stringify(snapshot),
      created_at: now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["reporter_id", "subject_kind", "subject_id"])
        .where(sql<SqlBool>`state = 'open'`)
        .doNothing(),
    )
    .execute();
}

export async function findBio({ db }: Context, uid: string): Promise<string | null> {
  const row = await db.selectFrom("profile").select("bio").where("uid", "=", uid).executeTakeFirst();
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
    (select count(distinct reporter_id)::int from report as same where same.subject_uid = report.subject_uid) as reporters
  from report left join account as reporter on reporter.uid = reporter_id left join account as about on about.uid = subject_uid`;

/** Open reports, oldest first. */
export async function findOpenReports({ db }: Context, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`${withPeople} where state = 'open' order by report.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

interface ReportsQuery {
  readonly state: "open" | "closed";
  readonly limit: number;
  readonly afterId: string | undefined;
}

/** Open reports, oldest first, or closed ones, latest first; starts after `afterId`. */
export async function findReportsPage({ db }: Context, { state, limit, afterId }: ReportsQuery): Promise<ReportRow[]> {
  const [after, order] = state === "open" ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const past = afterId === undefined ? sql`true` : sql`report.id ${after} ${afterId}::uuid`;
  const { rows } = await sql<ReportRow>`
    ${withPeople} where state = ${state} and ${past} order by report.id ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Reports about a person or an item, latest first. */
export async function findReportsAbout({ db }: Context, id: string, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    ${withPeople} where report.subject_uid = ${id} or report.subject_id = ${id} order by report.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findReport({ db }: Context, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`${withPeople} where report.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns false if the report was not open. */
export async function closeReport({ db, now }: Context, id: string, outcome: string): Promise<boolean> {
  const closed = await db
    .updateTable("report")
    .set({ state: "closed", outcome, closed_at: now() })
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

/**
 * Everyone who has read, or could read, something this user wrote to them: in a chat, a seat request, an offer, or a
 * ride request to one driver.
 */
export async function findPeopleContactedBy({ db }: Context, uid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select member.uid from conversation_member member
      where member.uid <> ${uid} and exists (select from message
        where message.conversation_id = member.conversation_id and sender_id = ${uid} and kind <> 'note'
          and ordinal <= coalesce(left_ordinal, ordinal))
    union select host_id from seat_request join ride on ride.id = ride_id where seeker_id = ${uid} and message is not null
    union select seeker_id from offer join ride_request on ride_request.id = request_id
      where driver_id = ${uid} and message is not null
    union select driver_uid from ride_request where seeker_id = ${uid} and driver_uid is not null and note is not null`.execute(
    db,
  );
  return rows.map((row) => row.uid);
}

/** Everyone who shared a booking with this user, with or without messages. */
export async function findTravelCompanions({ db }: Context, uid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct case when host_id = ${uid} then seeker_id else host_id end as uid
    from seat_request join ride on ride.id = ride_id
    where seat_request.status in ('accepted', 'completed', 'disputed')
      and (seeker_id = ${uid} or ride_id in (select id from ride where host_id = ${uid}))`.execute(db);
  return rows.map((row) => row.uid);
}

/** Account by address or id. */
export async function findAccountByEmailOrUid(
  { db }: Context,
  emailOrUid: string,
): Promise<{ uid: string; email: string } | undefined> {
  const { rows } = await sql<{ uid: string; email: string }>`
    select uid, email from account
    where email_verified and (email = lower(${emailOrUid}) or uid::text = ${emailOrUid})`.execute(db);
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
