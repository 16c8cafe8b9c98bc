import { SESSION_MAX_DAYS } from "@commonlane/contract/limits";
import { sql } from "kysely";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";

const BATCH = 500;

export interface NewSession {
  readonly uid: string;
  readonly rotationKey: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
  readonly device: string | null;
  /** The user has shown a second factor. */
  readonly hasSecondFactor: boolean;
  readonly confirmedAt: Date | null;
}

/**
 * Inserts nothing and returns undefined if the account's password hash is not `passwordHash`, if it needs a second
 * factor that was not shown, or if it is suspended or being deleted. A concurrent change of these waits for this transaction and then ends this session too.
 */
export async function insertSession(
  { db, now }: Context,
  session: NewSession,
  passwordHash?: string,
): Promise<string | undefined> {
  const { uid, rotationKey, tokenHash, expiresAt, device, hasSecondFactor, confirmedAt } = session;
  const { rows } = await sql<{ id: string }>`${PREPARED}
    insert into session
      (
        uid, rotation_key, token_hash, rotated_at, created_at, expires_at,
        device, second_factor_at, confirmed_at)
    select uid, ${rotationKey}, ${tokenHash}, ${now()}::timestamptz,
      ${now()}::timestamptz,
      ${expiresAt}::timestamptz, ${device},
      ${hasSecondFactor ? now() : null}::timestamptz,
      ${confirmedAt}::timestamptz
    from account
    where uid = ${uid}
      and suspended_at is null
      and deletion_requested_at is null
      and password_hash = coalesce(${passwordHash ?? null}::text, password_hash)
      and (not second_factor_on or ${hasSecondFactor}::boolean)
    for share
    returning id`.execute(db);
  return rows[0]?.id;
}

/** The key is set when the session is created and never changes. */
export async function findRotationKey({ db }: Context, id: string): Promise<string | undefined> {
  const session = await db
    .selectFrom("session")
    .select("rotation_key")
    .where("id", "=", id)
    .executeTakeFirst();
  return session?.rotation_key;
}

export interface Rotation {
  readonly id: string;
  /** Hash of the token presented, and of its successor. */
  readonly presentedHash: string;
  readonly nextHash: string;
  /** The previous token is accepted if it was replaced after this instant. */
  readonly graceStart: Date;
  readonly expiresAt: Date;
}

/**
 * Rotates the token in one statement: the newest token is replaced; the previous one changes nothing within the grace
 * period; any other token ends the session. Returns undefined if the session has ended or the account is suspended. No
 * session lasts longer than SESSION_MAX_DAYS.
 */
export function rotateOrEndSession(
  { db, now }: InTransaction,
  { id, presentedHash, nextHash, graceStart, expiresAt }: Rotation,
) {
  const isNewest = sql<boolean>`token_hash = ${presentedHash}`;
  const maxExpiry = sql<Date>`created_at + make_interval(secs => ${SESSION_MAX_DAYS * 86_400})`;
  const isInGrace = sql<boolean>`
    (previous_hash = ${presentedHash}
      and token_hash = ${nextHash}
      and rotated_at > ${graceStart})`;
  return db
    .updateTable("session")
    .set({
      token_hash: sql`case when ${isNewest} then ${nextHash} else token_hash end`,
      previous_hash: sql`case when ${isNewest} then token_hash else previous_hash end`,
      rotated_at: sql`case when ${isNewest} then ${now()}::timestamptz else rotated_at end`,
      expires_at: sql`
        case
          when ${isNewest} then least(${expiresAt}::timestamptz, ${maxExpiry})
          else expires_at end`,
      ended_at: sql`
        case
          when ${isNewest} or ${isInGrace} then null
          else ${now()}::timestamptz end`,
    })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .where((row) =>
      row.exists(
        row
          .selectFrom("account")
          .whereRef("account.uid", "=", "session.uid")
          .where("suspended_at", "is", null),
      ),
    )
    .returning(["uid", "ended_at"])
    .executeTakeFirst();
}

interface EndedSession {
  readonly uid: string;
  /** Hashes of its newest token and of the one before. */
  readonly token_hash: string;
  readonly previous_hash: string | null;
}

/** Ends a session; undefined if it had ended or does not exist. */
export function endSession(
  { db, now }: InTransaction,
  id: string,
): Promise<EndedSession | undefined> {
  return db
    .updateTable("session")
    .set({ ended_at: now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning(["uid", "token_hash", "previous_hash"])
    .executeTakeFirst();
}

/** Ends the active sessions of an account except `exceptId` and returns their ids. */
export async function endAccountSessions(
  { db, now }: InTransaction,
  uid: string,
  exceptId?: string,
): Promise<{ id: string }[]> {
  return db
    .updateTable("session")
    .set({ ended_at: now() })
    .where("uid", "=", uid)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .$if(exceptId !== undefined, (session) => session.where("id", "<>", exceptId ?? ""))
    .returning("id")
    .execute();
}

/** Ends at most `limit` active sessions that started before `startedBefore` and returns their ids and owners. */
export async function endSessionBatch(
  { db, now }: InTransaction,
  {
    startedBefore,
    limit,
  }: {
    startedBefore: Date;
    limit: number;
  },
): Promise<{ id: string; uid: string }[]> {
  return db
    .updateTable("session")
    .set({ ended_at: now() })
    .where("id", "in", (open) =>
      open
        .selectFrom("session as open")
        .select("open.id")
        .where("open.created_at", "<=", startedBefore)
        .where("open.ended_at", "is", null)
        .where("open.expires_at", ">", now())
        .limit(limit)
        .forUpdate(),
    )
    .returning(["id", "uid"])
    .execute();
}

/**
 * Suspension of a session's account, for the bearer of its current or previous token; undefined if it is not suspended.
 */
export function findSuspensionOfSession(
  { db }: Context,
  {
    id,
    tokenHash,
  }: {
    id: string;
    tokenHash: string;
  },
) {
  return db
    .selectFrom("session")
    .innerJoin("account", "account.uid", "session.uid")
    .select(["suspended_until", "suspension_reason"])
    .where("id", "=", id)
    .where((row) =>
      row.or([row("token_hash", "=", tokenHash), row("previous_hash", "=", tokenHash)]),
    )
    .where("suspended_at", "is not", null)
    .executeTakeFirst();
}

/** Ends one session of this account; returns false if it has ended or belongs to another account. */
export async function endOwnSession(
  { db, now }: InTransaction,
  uid: string,
  id: string,
): Promise<boolean> {
  const ended = await db
    .updateTable("session")
    .set({ ended_at: now() })
    .where("id", "=", id)
    .where("uid", "=", uid)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** Active sessions of an account, most recently used first. */
export function findActiveSessions({ db, now }: Context, uid: string, limit: number) {
  return db
    .selectFrom("session")
    .select(["id", "created_at", "rotated_at", "device"])
    .where("uid", "=", uid)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .orderBy("rotated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Returns undefined if ID tokens of this session are no longer accepted. */
export function findActiveSession(
  { db, now }: Context,
  id: string,
): Promise<ActiveSession | undefined> {
  return findActiveBatched(db, { id, at: now() });
}

/** An open session, with the language that its account has chosen. */
export interface ActiveSession {
  readonly locale: string | null;
}

const findActiveBatched = createDataLoader(
  async (
    db,
    checks: readonly { id: string; at: Date }[],
  ): Promise<(ActiveSession | undefined)[]> => {
    const { rows } = await sql<ActiveSession & { nth: number }>`${PREPARED}
    select nth, locale
    from unnest(
      ${checks.map(({ id }) => id)}::uuid[],
      ${checks.map(({ at }) => at)}::timestamptz[])
      with ordinality as asked (id, at, nth)
    join session on session.id = asked.id
    join account on account.uid = session.uid
    left join profile on profile.uid = session.uid
    where ended_at is null and expires_at > asked.at and suspended_at is null`.execute(db);
    const active = new Map(rows.map((row) => [row.nth, row]));
    return checks.map((_, n) => active.get(n + 1));
  },
);

/** Deletes a batch of ended sessions; returns true if there may be more. */
export const deleteEndedSessions = (
  { db }: Context,
  {
    endedBefore,
    expiredBy,
  }: {
    endedBefore: Date;
    expiredBy: Date;
  },
): Promise<boolean> =>
  deleteBatch(db, "session", {
    key: ["id"],
    limit: BATCH,
    where: (row) => row.or([row("ended_at", "<", endedBefore), row("expires_at", "<=", expiredBy)]),
  });
