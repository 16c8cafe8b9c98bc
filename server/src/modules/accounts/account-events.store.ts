import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

const BATCH = 500;

export interface NewAccountEvent {
  readonly uid: string;
  readonly kind: Schema["account_event"]["kind"];
  readonly network: string | null;
  readonly device: string | null;
  readonly sessionId: string | null;
  readonly reason: string | null;
}

export async function insertAccountEvents(
  { db, now }: InTransaction,
  events: readonly [NewAccountEvent, ...NewAccountEvent[]],
): Promise<void> {
  await sql`${PREPARED}
    insert into account_event (
      uid, kind, at, network, device, session_id, reason)
    select uid, kind, ${now()}::timestamptz, network, device, "sessionId",
      reason
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as happened (
        uid uuid, kind text, network text, device text, "sessionId" uuid,
        reason text)`.execute(db);
}

/** Inserts nothing if there are `max` failed sign-ins since `since`. */
export async function insertFailedSignIn(
  { db, now }: Context,
  { uid, network, device }: Pick<NewAccountEvent, "uid" | "network" | "device">,
  { max, since }: { max: number; since: Date },
): Promise<void> {
  await sql`
    insert into account_event (uid, kind, at, network, device)
    select ${uid}::uuid, 'sign-in-failed', ${now()}::timestamptz, ${network},
      ${device}
    where (
      select count(*)
      from account_event
      where uid = ${uid} and kind = 'sign-in-failed' and at > ${since}
    ) < ${max}`.execute(db);
}

export function findAccountEvents({ db }: Context, uid: string, limit: number) {
  return db
    .selectFrom("account_event")
    .select(["id", "kind", "at", "network", "device", "session_id", "reason"])
    .where("uid", "=", uid)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Deletes a batch of old events, and of failed sign-ins for addresses without an account. Returns true if there may be
 * more.
 */
export async function deleteOldAccountEvents(
  { db }: Context,
  {
    before,
    unknownAccountBefore,
  }: {
    before: Date;
    unknownAccountBefore: Date;
  },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from account_event where id in (
      select id from account_event where at < ${before} or (at < ${unknownAccountBefore} and kind = 'sign-in-failed'
        and not exists (select from account where account.uid = account_event.uid))
      limit ${BATCH})`.execute(db);
  return numAffectedRows >= BATCH;
}
