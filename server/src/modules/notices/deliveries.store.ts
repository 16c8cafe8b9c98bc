import type { NoticeChannel } from "@commonlane/contract/notices";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { OFTEN } from "#platform/db/often.ts";
import type { DeliveryRow, NoticeRow } from "./notices.store.ts";

/** A notice that is to be sent by one channel, with how it stands on the other one. */
export type DueNotice = NoticeRow & { readonly pushed: DeliveryRow["state"] | null };

/**
 * What is due for these people by this channel, each one's oldest first. Nobody else gets it before `leaseUntil`: should
 * we die with it, it is due again then.
 */
export async function claimDue(
  { db, now }: InTransaction,
  uids: readonly string[],
  channel: NoticeChannel,
  leaseUntil: Date,
): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`${OFTEN}
    with claimed as (
      update notice_delivery set due_at = ${leaseUntil}
      where uid = any(${uids}::uuid[]) and channel = ${channel} and due_at <= ${now()} returning notice_id)
    select notice.*, push.state as pushed from claimed join notice on notice.id = notice_id
    left join notice_delivery push on push.notice_id = notice.id and push.channel = 'push' order by notice.id`.execute(
    db,
  );
  return rows;
}

/** What becomes of a delivery that still waits. */
export interface Step {
  readonly noticeId: string;
  readonly state?: DeliveryRow["state"];
  readonly reason?: string | null;
  readonly dueAt: Date | null;
  readonly parcelId?: string;
}

export async function moveDeliveries(
  { db, now }: Context,
  channel: NoticeChannel,
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return;
  const of = <T>(pick: (step: Step) => T) => steps.map(pick);
  // Of a list of ids the database expects a few, and looks each up; of a recordset a hundred, and reads the whole table.
  await sql`${OFTEN}
    update notice_delivery set reason = step.reason, due_at = step.due_at, changed_at = ${now()},
      state = coalesce(step.state, notice_delivery.state), parcel_id = coalesce(step.parcel_id, notice_delivery.parcel_id)
    from unnest(${of((step) => step.noticeId)}::uuid[], ${of((step) => step.state ?? null)}::text[],
      ${of((step) => step.reason ?? null)}::text[], ${of((step) => step.dueAt)}::timestamptz[],
      ${of((step) => step.parcelId ?? null)}::uuid[]) as step (notice_id, state, reason, due_at, parcel_id)
    where notice_delivery.notice_id = step.notice_id and channel = ${channel}
      and notice_delivery.state = 'waiting'`.execute(db);
}

/** A letter that was to wait for a push need not wait any longer. */
export async function bringLettersForward({ db, now }: Context, noticeIds: readonly string[]): Promise<void> {
  if (noticeIds.length === 0) return;
  await db
    .updateTable("notice_delivery")
    .set({ due_at: now() })
    .where("notice_id", "=", sql<string>`any(${noticeIds}::uuid[])`)
    .where("channel", "=", "email")
    .where("due_at", ">", now())
    .execute();
}

/** What went with these parcels moves on; gives whose it is, without those who were past that already. */
export async function moveParcels(
  { db, now }: Context,
  parcelIds: readonly string[],
  step: {
    readonly from: readonly DeliveryRow["state"][];
    readonly to: DeliveryRow["state"];
    readonly channel: NoticeChannel;
    readonly reason?: string | null;
  },
): Promise<string[]> {
  const moved = await db
    .updateTable("notice_delivery")
    .set({ state: step.to, reason: step.reason ?? null, due_at: null, changed_at: now() })
    .where("parcel_id", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .where("channel", "=", step.channel)
    .where("state", "in", step.from)
    .returning("uid")
    .execute();
  return [...new Set(moved.map(({ uid }) => uid))];
}

/** When the parcels went out that these people were sent by this channel since then, by person, the newest first. */
export async function parcelsSince(
  { db }: Context,
  uids: readonly string[],
  channel: NoticeChannel,
  since: Date,
): Promise<Map<string, Date[]>> {
  const rows = await db
    .selectFrom("notice_delivery")
    .select((row) => ["uid", row.fn.max("changed_at").as("at")])
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .where("channel", "=", channel)
    .where("changed_at", ">", since)
    .where("parcel_id", "is not", null)
    .groupBy(["uid", "parcel_id"])
    .orderBy("at", "desc")
    .execute();
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return new Map([...byPerson].map(([uid, parcels]) => [uid, parcels.map(({ at }) => at)]));
}

/** Whoever has something due, at most `limit` people. */
export async function peopleWithDue({ db, now }: Context, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("notice_delivery")
    .select("uid")
    .distinct()
    .where("due_at", "<=", now())
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Letters that the mail server has not taken in this long are given up; gives whose they were. */
export async function giveUpLetters({ db, now }: Context, before: Date, reason: string): Promise<string[]> {
  const rows = await db
    .updateTable("notice_delivery")
    .set({ state: "failed", reason, changed_at: now() })
    .where("channel", "=", "email")
    .where("state", "=", "waiting")
    .where("due_at", "is", null)
    .where("changed_at", "<", before)
    .where(sql<boolean>`parcel_id is not null`)
    .returning("uid")
    .execute();
  return [...new Set(rows.map(({ uid }) => uid))];
}
