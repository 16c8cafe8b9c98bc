import type { NotificationChannel } from "@commonlane/contract/notifications";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { DeliveryRow, NotificationRow } from "../notifications.store.ts";

/** A notice that is to be sent by one channel, with how it stands on the other one. */
export type DueNotification = NotificationRow & { readonly pushed: DeliveryRow["state"] | null };

/**
 * What is due for these people by this channel, each one's oldest first. Nobody else gets it before `leaseUntil`: should
 * we die with it, it is due again then.
 */
export async function claimDueDeliveries(
  { db, now }: InTransaction,
  uids: readonly string[],
  channel: NotificationChannel,
  leaseUntil: Date,
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`${PREPARED}
    with claimed as (
      update notification_delivery set due_at = ${leaseUntil}
      where uid = any(${uids}::uuid[]) and channel = ${channel} and due_at <= ${now()} returning notification_id)
    select notification.*, push.state as pushed from claimed join notification on notification.id = notification_id
    left join notification_delivery push on push.notification_id = notification.id and push.channel = 'push' order by notification.id`.execute(
    db,
  );
  return rows;
}

/** What becomes of a delivery that still waits. */
export interface DeliveryUpdate {
  readonly notificationId: string;
  readonly state?: DeliveryRow["state"];
  readonly reason?: string | null;
  readonly dueAt: Date | null;
  readonly batchId?: string;
}

export async function updateDeliveries(
  { db, now }: Context,
  channel: NotificationChannel,
  updates: readonly DeliveryUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  const pluck = <T>(select: (update: DeliveryUpdate) => T) => updates.map(select);
  // Of a list of ids the database expects a few, and looks each up; of a recordset a hundred, and reads the whole table.
  await sql`${PREPARED}
    update notification_delivery set reason = step.reason, due_at = step.due_at, changed_at = ${now()},
      state = coalesce(step.state, notification_delivery.state), batch_id = coalesce(step.batch_id, notification_delivery.batch_id)
    from unnest(${pluck((update) => update.notificationId)}::uuid[], ${pluck((update) => update.state ?? null)}::text[],
      ${pluck((update) => update.reason ?? null)}::text[], ${pluck((update) => update.dueAt)}::timestamptz[],
      ${pluck((update) => update.batchId ?? null)}::uuid[]) as step (notification_id, state, reason, due_at, batch_id)
    where notification_delivery.notification_id = step.notification_id and channel = ${channel}
      and notification_delivery.state = 'waiting'`.execute(db);
}

/** A letter that was to wait for a push need not wait any longer. */
export async function sendEmailsNow({ db, now }: Context, notificationIds: readonly string[]): Promise<void> {
  if (notificationIds.length === 0) return;
  await db
    .updateTable("notification_delivery")
    .set({ due_at: now() })
    .where("notification_id", "=", sql<string>`any(${notificationIds}::uuid[])`)
    .where("channel", "=", "email")
    .where("due_at", ">", now())
    .execute();
}

/** What went with these parcels moves on; gives whose it is, without those who were past that already. */
export async function updateBatches(
  { db, now }: Context,
  batchIds: readonly string[],
  update: {
    readonly from: readonly DeliveryRow["state"][];
    readonly to: DeliveryRow["state"];
    readonly channel: NotificationChannel;
    readonly reason?: string | null;
  },
): Promise<string[]> {
  const updated = await db
    .updateTable("notification_delivery")
    .set({ state: update.to, reason: update.reason ?? null, due_at: null, changed_at: now() })
    .where("batch_id", "=", sql<string>`any(${batchIds}::uuid[])`)
    .where("channel", "=", update.channel)
    .where("state", "in", update.from)
    .returning("uid")
    .execute();
  return [...new Set(updated.map(({ uid }) => uid))];
}

/** When the parcels went out that these people were sent by this channel since then, by person, the newest first. */
export async function findBatchTimes(
  { db }: Context,
  uids: readonly string[],
  channel: NotificationChannel,
  since: Date,
): Promise<Map<string, Date[]>> {
  const rows = await db
    .selectFrom("notification_delivery")
    .select((row) => ["uid", row.fn.max("changed_at").as("at")])
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .where("channel", "=", channel)
    .where("changed_at", ">", since)
    .where("batch_id", "is not", null)
    .groupBy(["uid", "batch_id"])
    .orderBy("at", "desc")
    .execute();
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return new Map([...byPerson].map(([uid, batches]) => [uid, batches.map(({ at }) => at)]));
}

/** Whoever has something due, at most `limit` people. */
export async function findPeopleWithDue({ db, now }: Context, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("notification_delivery")
    .select("uid")
    .distinct()
    .where("due_at", "<=", now())
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Letters that the mail server has not taken in this long are given up; gives whose they were. */
export async function failStaleEmails({ db, now }: Context, before: Date, reason: string): Promise<string[]> {
  const rows = await db
    .updateTable("notification_delivery")
    .set({ state: "failed", reason, changed_at: now() })
    .where("channel", "=", "email")
    .where("state", "=", "waiting")
    .where("due_at", "is", null)
    .where("changed_at", "<", before)
    .where(sql<boolean>`batch_id is not null`)
    .returning("uid")
    .execute();
  return [...new Set(rows.map(({ uid }) => uid))];
}
