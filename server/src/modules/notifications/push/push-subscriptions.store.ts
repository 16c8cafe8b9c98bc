import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { RefusingService } from "#platform/push/send-push.ts";

export type SubscriptionRow = Selectable<Schema["push_subscription"]>;

const NOT_REFUSED = {
  refusals: 0,
  refused_at: null,
  refusal: null,
};

/** Browsers are identified by endpoint: a new sign-in takes it over from the previous user. */
export function saveSubscription(
  { db, now }: Context,
  subscription: Pick<
    SubscriptionRow,
    "uid" | "session_id" | "endpoint" | "p256dh" | "auth" | "device"
  >,
): Promise<SubscriptionRow> {
  const at = now();
  return db
    .insertInto("push_subscription")
    .values({
      ...subscription,
      created_at: at,
      refreshed_at: at,
      pushed_at: null,
      failure: null,
    })
    .onConflict((conflict) =>
      conflict.column("endpoint").doUpdateSet({
        ...subscription,
        refreshed_at: at,
        failure: null,
        ...NOT_REFUSED,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Subscriptions by user, newest first. Users without one are missing from the map. */
export async function findSubscriptions(
  { db }: Context,
  uids: readonly string[],
): Promise<Map<string, SubscriptionRow[]>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom("push_subscription")
    .selectAll()
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .orderBy("refreshed_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return Map.groupBy(rows, ({ uid }) => uid);
}

/** Deletes all but the newest `count` subscriptions. */
export async function deleteAllButNewest(
  { db }: InTransaction,
  uid: string,
  count: number,
): Promise<void> {
  const newest = db
    .selectFrom("push_subscription")
    .select("id")
    .where("uid", "=", uid)
    .orderBy("refreshed_at", "desc")
    .orderBy("id", "desc")
    .limit(count);
  await db
    .deleteFrom("push_subscription")
    .where("uid", "=", uid)
    .where("id", "not in", newest)
    .execute();
}

export async function deleteSubscription(
  { db }: Context,
  selection:
    | { readonly id: string }
    | {
        readonly uid: string;
        readonly endpoint: string;
      },
): Promise<void> {
  await db
    .deleteFrom("push_subscription")
    .where((row) =>
      "id" in selection
        ? row("id", "=", selection.id)
        : row.and([row("uid", "=", selection.uid), row("endpoint", "=", selection.endpoint)]),
    )
    .execute();
}

/** Returns false if the user has no such subscription. */
export async function deleteOwnSubscription(
  { db }: Context,
  uid: string,
  id: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("push_subscription")
    .where("uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes a user's subscriptions except those of one session. */
export async function deleteSubscriptionsExcept(
  { db }: InTransaction,
  uid: string,
  sessionId: string | undefined,
): Promise<void> {
  await db
    .deleteFrom("push_subscription")
    .where("uid", "=", uid)
    .$if(sessionId !== undefined, (query) => query.where("session_id", "<>", sessionId ?? ""))
    .execute();
}

/** Ends pushes to devices that were signed out. */
export async function deleteSubscriptionsOfSessions(
  { db }: Context,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .deleteFrom("push_subscription")
    .where("session_id", "=", sql<string>`any(${sessionIds}::uuid[])`)
    .execute();
}

export async function recordPush({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("push_subscription")
    .set({
      failure: null,
      pushed_at: now(),
      ...NOT_REFUSED,
    })
    .where("id", "=", id)
    .execute();
}

/** Records an error that may pass. */
export async function recordPushFailure(
  { db }: Context,
  id: string,
  failure: string,
): Promise<void> {
  await db.updateTable("push_subscription").set({ failure }).where("id", "=", id).execute();
}

/** Records that its push service refuses messages, and returns how often it has done so; 0 if the device is gone. */
export async function recordPushRefusal(
  { db, now }: Context,
  id: string,
  refused: {
    readonly failure: string;
    readonly refusal: string;
  },
): Promise<number> {
  const row = await db
    .updateTable("push_subscription")
    .set({
      ...refused,
      refused_at: now(),
      refusals: sql<number>`refusals + 1`,
    })
    .where("id", "=", id)
    .returning("refusals")
    .executeTakeFirst();
  return row?.refusals ?? 0;
}

/** Push services that have refused messages since then and not accepted any for the same device, the most first. */
export async function findRefusingServices(
  { db }: Context,
  since: Date,
): Promise<RefusingService[]> {
  const { rows } = await sql<RefusingService>`
    select substring(endpoint from '^https://([^/:]+)') as service, refusal,
      count(*)::int as devices
    from push_subscription where refused_at > ${since}
    group by 1, 2 order by devices desc, 1, 2`.execute(db);
  return rows;
}
