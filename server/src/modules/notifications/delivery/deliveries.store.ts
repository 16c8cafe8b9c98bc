import type { NotificationChannel } from "@commonlane/contract/notifications";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import {
  type DeliveryRow,
  isAddressed,
  isOfRestricted,
  type NotificationRow,
} from "../notifications.store.ts";

/** A notification to send on one channel, with the state of its push delivery. */
export type DueNotification = NotificationRow & {
  readonly pushed: DeliveryRow["state"] | null;
  /** False if it is for moderators and its user is no longer one. */
  readonly addressed: boolean;
  /** True if it is about someone with whom its user may no longer have contact. */
  readonly restricted: boolean;
};

/**
 * Claims the deliveries of these users that are due on this channel, oldest first per user. No other process gets them
 * before `leaseUntil`; after a crash they become due again then.
 */
export async function claimDueDeliveries(
  { db, now }: InTransaction,
  uids: readonly string[],
  channel: NotificationChannel,
  leaseUntil: Date,
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    ${PREPARED}
    with claimed as (
      update notification_delivery
      set due_at = ${leaseUntil}
      where uid = any(${uids}::uuid[])
        and channel = ${channel}
        and due_at <= ${now()}
      returning notification_id)
    select notification.*, push.state as pushed, ${isAddressed} as addressed,
      ${isOfRestricted} as restricted
    from claimed
    join notification on notification.id = notification_id
    left join notification_delivery push
      on push.notification_id = notification.id
      and push.channel = 'push'
    order by notification.id`.execute(db);
  return rows;
}

/** The next state of a pending delivery. */
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
  // `unnest` of arrays, not a recordset: the planner expects few ids and looks each up instead of scanning the table.
  await sql`
    ${PREPARED}
    update notification_delivery
    set reason = step.reason, due_at = step.due_at, changed_at = ${now()},
      state = coalesce(step.state, notification_delivery.state),
      batch_id = coalesce(step.batch_id, notification_delivery.batch_id)
    from unnest(
      ${pluck((update) => update.notificationId)}::uuid[],
      ${pluck((update) => update.state ?? null)}::text[],
      ${pluck((update) => update.reason ?? null)}::text[],
      ${pluck((update) => update.dueAt)}::timestamptz[],
      ${pluck((update) => update.batchId ?? null)}::uuid[])
      as step (notification_id, state, reason, due_at, batch_id)
    where notification_delivery.notification_id = step.notification_id
      and channel = ${channel}
      and notification_delivery.state = 'waiting'`.execute(db);
}

/** Deletes pending pushes to users without a browser. `viewNotifications` shows them as skipped. */
export async function deletePushes(
  { db }: Context,
  notificationIds: readonly string[],
): Promise<void> {
  if (notificationIds.length === 0) return;
  await db
    .deleteFrom("notification_delivery")
    .where("notification_id", "=", sql<string>`any(${notificationIds}::uuid[])`)
    .where("channel", "=", "push")
    .where("state", "=", "waiting")
    .execute();
}

/** Makes e-mails that were waiting for a push due now. */
export async function sendEmailsNow(
  { db, now }: Context,
  notificationIds: readonly string[],
): Promise<void> {
  if (notificationIds.length === 0) return;
  await db
    .updateTable("notification_delivery")
    .set({ due_at: now() })
    .where("notification_id", "=", sql<string>`any(${notificationIds}::uuid[])`)
    .where("channel", "=", "email")
    .where("due_at", ">", now())
    .execute();
}

/** Moves the deliveries of these batches to another state. Returns the users whose deliveries changed. */
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
    .set({
      state: update.to,
      reason: update.reason ?? null,
      due_at: null,
      changed_at: now(),
    })
    .where("batch_id", "=", sql<string>`any(${batchIds}::uuid[])`)
    .where("channel", "=", update.channel)
    .where("state", "in", update.from)
    .returning("uid")
    .execute();
  return [...new Set(updated.map(({ uid }) => uid))];
}

/** Times of the batches sent to these users on this channel since then, by user, newest first. */
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

/** Users with at least one due delivery, at most `limit`. */
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

/** Fails e-mails that the mail server has not accepted for this long. Returns their recipients. */
export async function failStaleEmails(
  { db, now }: Context,
  before: Date,
  reason: string,
): Promise<string[]> {
  const rows = await db
    .updateTable("notification_delivery")
    .set({
      state: "failed",
      reason,
      changed_at: now(),
    })
    .where("channel", "=", "email")
    .where("state", "=", "waiting")
    .where("due_at", "is", null)
    .where("changed_at", "<", before)
    .where(sql<boolean>`batch_id is not null`)
    .returning("uid")
    .execute();
  return [...new Set(rows.map(({ uid }) => uid))];
}
