import type { NotificationChannel, NotificationKind } from "@commonlane/contract/notifications";
import { type Selectable, sql, type SqlBool } from "kysely";
import { areRestricted, canInteractWithColumn } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { NoticeDetails } from "#platform/db/schema/notification-columns.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type NotificationRow = Selectable<Schema["notification"]>;
export type DeliveryRow = Selectable<Schema["notification_delivery"]>;

/** A notification for one user. A second one with the same kind and cause is ignored. */
export interface NewNotification {
  readonly to: string;
  readonly kind: NotificationKind;
  /** Deduplication key, usually the id of a record. */
  readonly cause: string;
  /** The user who caused it. */
  readonly person?: string;
  /** Page of the app to open. */
  readonly path: `/${string}`;
  readonly details: NoticeDetails;
  /** After this instant the notification is useless; quiet hours do not delay it beyond. */
  readonly lateAt?: Date;
}

/** First delivery time per channel. */
export type DueTimes = Partial<Record<NotificationChannel, Date>>;

/** Inserts notifications with their deliveries, in order. Returns only the new ones. */
export async function insertNotifications(
  { db, now }: InTransaction,
  notifications: readonly NewNotification[],
  due: DueTimes,
): Promise<NotificationRow[]> {
  const records = notifications.map(({ to, kind, cause, person, path, details, lateAt }, n) => ({
    n,
    uid: to,
    kind,
    cause,
    person_id: person,
    path,
    details,
    expires_at: lateAt,
  }));
  const channels = Object.entries(due).map(([channel, due_at]) => ({
    channel,
    due_at,
  }));
  const { rows } = await sql<NotificationRow>`${PREPARED}
    with result as (
      insert into notification (uid, kind, cause, person_id, path, details, expires_at, created_at)
      select uid, kind, cause, person_id, path, details, expires_at, ${now()}::timestamptz
      from json_to_recordset(${JSON.stringify(records)}::json) as given (
        n int, uid uuid, kind text, cause text, person_id uuid, path text, details json, expires_at timestamptz) order by n
      on conflict (uid, hashtextextended(kind || ' ' || cause, 0)) do nothing returning *),
    waiting as (
      insert into notification_delivery (notification_id, uid, channel, state, due_at, changed_at)
      select id, uid, channel, 'waiting', due_at, created_at from result,
        jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as given (channel text, due_at timestamptz))
    select * from result order by id`.execute(db);
  return rows;
}

/**
 * Notifications that lead to another user. They are hidden once the two may not contact each other; notifications about
 * confirmed bookings are not.
 */
const CONTACT_KINDS: readonly NotificationKind[] = [
  "seat-request.created",
  "seat-request.waiting",
  "standby.joined",
  "ride-request.addressed",
  "offer.created",
  "ride.alerted",
  "ride-request.alerted",
];

/** Notifications for moderators. Former moderators neither see nor receive them. */
export const MODERATOR_KINDS: readonly NotificationKind[] = ["report.urgent", "report.created"];

/** True for a notification whose user may have it: those for moderators only as long as the user is one. */
export const isAddressed = sql<SqlBool>`
  (notification.kind <> all (${MODERATOR_KINDS}) or exists (
    select
    from moderator
    join account on account.uid = moderator.uid
    where moderator.uid = notification.uid and suspended_at is null))`;

/**
 * True for a notification about a request or direct message of someone with whom its user may no longer have contact,
 * which is not sent. Messages in the chat of a ride name its places, and stay.
 */
export const isOfRestricted = sql<SqlBool>`
  (notification.person_id is not null
    and (notification.kind = any (${CONTACT_KINDS})
      or notification.kind = 'chat.unread' and notification.details ->> 'from' is null)
    and ${areRestricted(sql`notification.uid`, sql`notification.person_id`)})`;

/** Excludes contact notifications about users the reader may not meet, and what is for moderators only. */
const isVisible = (uid: string) =>
  sql<SqlBool>`
    ((kind <> all (${CONTACT_KINDS}) or ${canInteractWithColumn(uid, "person_id")} is not false)
      and ${isAddressed})`;

/** Newest first; ids are time-ordered. */
export function listNotifications(
  { db }: Context,
  uid: string,
  {
    limit,
    beforeId,
  }: {
    limit: number;
    beforeId: string | undefined;
  },
): Promise<NotificationRow[]> {
  return db
    .selectFrom("notification")
    .selectAll()
    .where("uid", "=", uid)
    .where(isVisible(uid))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function findDeliveries(
  { db }: Context,
  notificationIds: readonly string[],
): Promise<DeliveryRow[]> {
  if (notificationIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("notification_delivery")
    .selectAll()
    .where("notification_id", "=", sql<string>`any(${notificationIds}::uuid[])`)
    .orderBy("channel", "desc")
    .execute();
}

/** Counts only visible notifications. */
export async function countUnread({ db }: Context, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom("notification")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("uid", "=", uid)
    .where("read_at", "is", null)
    .where(isVisible(uid))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns true if at least one was unread. */
export async function markRead(
  { db, now }: InTransaction,
  uid: string,
  selection: { readonly notificationIds: readonly string[] } | { readonly upTo: string },
): Promise<boolean> {
  const updated = await db
    .updateTable("notification")
    .set({ read_at: now() })
    .where("uid", "=", uid)
    .where("read_at", "is", null)
    .where((row) =>
      "upTo" in selection
        ? row("id", "<=", selection.upTo)
        : row("id", "in", selection.notificationIds),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * Marks contact notifications between two users as read, so that they are neither counted nor sent. Returns the
 * affected users.
 */
export async function markReadBetween(
  { db, now }: InTransaction,
  firstUid: string,
  secondUid: string,
): Promise<string[]> {
  const rows = await db
    .updateTable("notification")
    .set({ read_at: now() })
    .where((row) =>
      row.or([
        row.and([row("uid", "=", firstUid), row("person_id", "=", secondUid)]),
        row.and([row("uid", "=", secondUid), row("person_id", "=", firstUid)]),
      ]),
    )
    .where("kind", "in", CONTACT_KINDS)
    .where("read_at", "is", null)
    .returning("uid")
    .execute();
  return [...new Set(rows.map(({ uid }) => uid))];
}

/** Marks unread-message notifications of these conversations as read. Returns the affected users. */
export async function markUnreadChatRead(
  { db, now }: InTransaction,
  read: readonly {
    uid: string;
    conversationId: string;
  }[],
): Promise<string[]> {
  if (read.length === 0) return [];
  const { rows } = await sql<{ uid: string }>`
    update notification set read_at = ${now()}
    from unnest(
      ${read.map(({ uid }) => uid)}::uuid[],
      ${read.map(({ conversationId }) => conversationId)}::text[])
      as read (uid, conversation_id)
    where notification.uid = read.uid
      and kind = 'chat.unread'
      and split_part(cause, ' ', 1) = read.conversation_id
      and read_at is null
    returning notification.uid`.execute(db);
  return [...new Set(rows.map(({ uid }) => uid))];
}

/** Marks the notifications about a report as read once it is handled. Returns the affected users. */
export async function markReportRead(
  { db, now }: InTransaction,
  uids: readonly string[],
  reportId: string,
): Promise<string[]> {
  const rows = await db
    .updateTable("notification")
    .set({ read_at: now() })
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .where("kind", "in", MODERATOR_KINDS)
    .where("cause", "=", reportId)
    .where("read_at", "is", null)
    .returning("uid")
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Deletes one batch of older notifications. Returns true if more may remain. */
export function deleteOlderThan({ db }: Context, before: Date, limit: number): Promise<boolean> {
  return deleteBatch(db, "notification", {
    key: ["id"],
    limit,
    where: (row) => row("created_at", "<", before),
  });
}

type KeysRow = Omit<Selectable<Schema["notification_key"]>, "id">;

/** Undefined if no keys have been created. */
export function findKeys({ db }: Context): Promise<KeysRow | undefined> {
  return db
    .selectFrom("notification_key")
    .select(["push_public_key", "push_private_key", "link_secret"])
    .executeTakeFirst();
}

/** Stores the keys unless some exist. */
export async function insertKeys({ db }: Context, keys: KeysRow): Promise<void> {
  await db
    .insertInto("notification_key")
    .values(keys)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
