import type { NoticeChannel, NoticeKind } from "@commonlane/contract/notices";
import { type Selectable, type SqlBool, sql } from "kysely";
import { mayMeetIn } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { OFTEN } from "#platform/db/often.ts";
import type { NoticeDetails } from "#platform/db/notice-tables.ts";
import type { Schema } from "#platform/db/schema.ts";

export type NoticeRow = Selectable<Schema["notice"]>;
export type DeliveryRow = Selectable<Schema["notice_delivery"]>;

/** Something to tell one person. The same kind with the same cause is told them once, however often it is asked for. */
export interface NewNotice {
  readonly to: string;
  readonly kind: NoticeKind;
  /** What it is told once about: mostly the id of a record. */
  readonly cause: string;
  /** Who did it. */
  readonly person?: string;
  /** The page of the app that it is about. */
  readonly path: `/${string}`;
  readonly details: NoticeDetails;
  /** From when on it would be of no use: quiet hours do not put it off beyond. */
  readonly lateAt?: Date;
}

/** When a notice is to go out by the channels that it is to go by. */
export type Due = Partial<Record<NoticeChannel, Date>>;

/** Writes notices with their deliveries, in order, and gives back those that were not told before. */
export async function insertNotices(
  { db, now }: InTransaction,
  notices: readonly NewNotice[],
  due: Due,
): Promise<NoticeRow[]> {
  const told = notices.map(({ to, kind, cause, person, path, details, lateAt }, n) => ({
    n,
    uid: to,
    kind,
    cause,
    person_id: person,
    path,
    details,
    late_at: lateAt,
  }));
  const channels = Object.entries(due).map(([channel, due_at]) => ({ channel, due_at }));
  const { rows } = await sql<NoticeRow>`${OFTEN}
    with told as (
      insert into notice (uid, kind, cause, person_id, path, details, late_at, created_at)
      select uid, kind, cause, person_id, path, details, late_at, ${now()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as given (
        n int, uid uuid, kind text, cause text, person_id uuid, path text, details jsonb, late_at timestamptz) order by n
      on conflict (uid, kind, cause) do nothing returning *),
    waiting as (
      insert into notice_delivery (notice_id, uid, channel, state, due_at, changed_at)
      select id, uid, channel, 'waiting', due_at, created_at from told,
        jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as given (channel text, due_at timestamptz))
    select * from told order by id`.execute(db);
  return rows;
}

/** Notices that lead somebody to another person, and say nothing once the two keep apart. What was agreed is told on. */
const LEADING: readonly NoticeKind[] = [
  "seat-request.created",
  "seat-request.waiting",
  "standby.joined",
  "ride-request.addressed",
  "offer.created",
  "ride.alerted",
  "ride-request.alerted",
];

/** Without those that lead to somebody whom their reader may not meet. */
const isShown = (uid: string) =>
  sql<SqlBool>`(kind <> all (${LEADING}) or ${mayMeetIn(uid, "person_id")} is not false)`;

/** Newest first; ids are drawn in the order of time. */
export function listNotices(
  { db }: Context,
  uid: string,
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
): Promise<NoticeRow[]> {
  return db
    .selectFrom("notice")
    .selectAll()
    .where("uid", "=", uid)
    .where(isShown(uid))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function deliveriesOf({ db }: Context, noticeIds: readonly string[]): Promise<DeliveryRow[]> {
  if (noticeIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("notice_delivery")
    .selectAll()
    .where("notice_id", "=", sql<string>`any(${noticeIds}::uuid[])`)
    .orderBy("channel", "desc")
    .execute();
}

/** Of what the list shows. */
export async function countUnread({ db }: Context, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom("notice")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("uid", "=", uid)
    .where("read_at", "is", null)
    .where(isShown(uid))
    .executeTakeFirstOrThrow();
  return count;
}

/** True when any of them was unread. */
export async function markRead(
  { db, now }: InTransaction,
  uid: string,
  which: { readonly noticeIds: readonly string[] } | { readonly upTo: string },
): Promise<boolean> {
  const marked = await db
    .updateTable("notice")
    .set({ read_at: now() })
    .where("uid", "=", uid)
    .where("read_at", "is", null)
    .where((row) => ("upTo" in which ? row("id", "<=", which.upTo) : row("id", "in", which.noticeIds)))
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** What leads two people to each other counts as read: it is neither counted nor sent any more. Gives whose notices they were. */
export async function settleBetween({ db, now }: InTransaction, one: string, other: string): Promise<string[]> {
  const rows = await db
    .updateTable("notice")
    .set({ read_at: now() })
    .where((row) =>
      row.or([
        row.and([row("uid", "=", one), row("person_id", "=", other)]),
        row.and([row("uid", "=", other), row("person_id", "=", one)]),
      ]),
    )
    .where("kind", "in", LEADING)
    .where("read_at", "is", null)
    .returning("uid")
    .execute();
  return [...new Set(rows.map(({ uid }) => uid))];
}

/** What tells of unread messages counts as read where its conversation is. Gives whose notices they were. */
export async function settleUnread(
  { db, now }: InTransaction,
  read: readonly { uid: string; conversationId: string }[],
): Promise<string[]> {
  if (read.length === 0) return [];
  const { rows } = await sql<{ uid: string }>`
    update notice set read_at = ${now()}
    from unnest(${read.map(({ uid }) => uid)}::uuid[], ${read.map(({ conversationId }) => conversationId)}::text[])
      as read (uid, conversation_id)
    where notice.uid = read.uid and kind = 'chat.unread' and split_part(cause, ' ', 1) = read.conversation_id
      and read_at is null
    returning notice.uid`.execute(db);
  return [...new Set(rows.map(({ uid }) => uid))];
}

/** Deletes a batch of what is older; true when there may be more. */
export const deleteOlder = ({ db }: Context, than: Date, limit: number): Promise<boolean> =>
  deleteBatch(db, "notice", { key: ["id"], limit, where: (row) => row("created_at", "<", than) });
