import type { NoticeChannel } from "@commonlane/contract/notices";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { DeliveryRow, NoticeRow } from "./notices.store.ts";

/** A notice that is to be sent by one channel, with how it stands on the other one. */
export type DueNotice = NoticeRow & { readonly pushed: DeliveryRow["state"] | null };

export async function insertDeliveries(
  { db, now }: InTransaction,
  { id, uid }: NoticeRow,
  due: Partial<Record<NoticeChannel, Date>>,
): Promise<void> {
  const rows = Object.entries(due).map(([channel, due_at]) => ({
    notice_id: id,
    uid,
    channel: channel === "push" ? ("push" as const) : ("email" as const),
    state: "waiting" as const,
    reason: null,
    due_at,
    changed_at: now(),
    parcel_id: null,
  }));
  if (rows.length > 0) await db.insertInto("notice_delivery").values(rows).execute();
}

/**
 * What is due for this person by this channel, oldest first. Nobody else gets it before `leaseUntil`: should we die with it,
 * it is due again then.
 */
export async function claimDue(
  { db, now }: InTransaction,
  uid: string,
  channel: NoticeChannel,
  leaseUntil: Date,
): Promise<DueNotice[]> {
  const claimed = await db
    .updateTable("notice_delivery")
    .set({ due_at: leaseUntil })
    .where("uid", "=", uid)
    .where("channel", "=", channel)
    .where("due_at", "<=", now())
    .returning("notice_id")
    .execute();
  if (claimed.length === 0) return [];
  return db
    .selectFrom("notice")
    .leftJoin("notice_delivery as push", (join) =>
      join.onRef("push.notice_id", "=", "notice.id").on("push.channel", "=", "push"),
    )
    .selectAll("notice")
    .select("push.state as pushed")
    .where(
      "notice.id",
      "in",
      claimed.map(({ notice_id }) => notice_id),
    )
    .orderBy("notice.id")
    .execute();
}

/** What becomes of deliveries that still wait. */
export interface Step {
  readonly state?: DeliveryRow["state"];
  readonly reason?: string | null;
  readonly dueAt: Date | null;
  readonly parcelId?: string;
}

export async function moveDeliveries(
  { db, now }: Context,
  channel: NoticeChannel,
  noticeIds: readonly string[],
  { state, reason = null, dueAt, parcelId }: Step,
): Promise<void> {
  if (noticeIds.length === 0) return;
  await db
    .updateTable("notice_delivery")
    .set({
      reason,
      due_at: dueAt,
      changed_at: now(),
      ...(state && { state }),
      ...(parcelId !== undefined && { parcel_id: parcelId }),
    })
    .where("notice_id", "in", noticeIds)
    .where("channel", "=", channel)
    .where("state", "=", "waiting")
    .execute();
}

/** A letter that was to wait for a push need not wait any longer. */
export async function bringLettersForward({ db, now }: Context, noticeIds: readonly string[]): Promise<void> {
  await db
    .updateTable("notice_delivery")
    .set({ due_at: now() })
    .where("notice_id", "in", noticeIds)
    .where("channel", "=", "email")
    .where("due_at", ">", now())
    .execute();
}

/** What went with this parcel moves on; gives whose it is, and nothing where it was past that already. */
export async function moveParcel(
  { db, now }: Context,
  parcelId: string,
  step: {
    readonly from: readonly DeliveryRow["state"][];
    readonly to: DeliveryRow["state"];
    readonly channel: NoticeChannel;
    readonly reason?: string | null;
  },
): Promise<string | undefined> {
  const moved = await db
    .updateTable("notice_delivery")
    .set({ state: step.to, reason: step.reason ?? null, due_at: null, changed_at: now() })
    .where("parcel_id", "=", parcelId)
    .where("channel", "=", step.channel)
    .where("state", "in", step.from)
    .returning("uid")
    .execute();
  return moved[0]?.uid;
}

/** When the parcels went out that this person was sent by this channel since then, newest first. */
export async function parcelsSince({ db }: Context, uid: string, channel: NoticeChannel, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom("notice_delivery")
    .select((row) => row.fn.max("changed_at").as("at"))
    .where("uid", "=", uid)
    .where("channel", "=", channel)
    .where("changed_at", ">", since)
    .where("parcel_id", "is not", null)
    .groupBy("parcel_id")
    .orderBy("at", "desc")
    .execute();
  return rows.map(({ at }) => at);
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
