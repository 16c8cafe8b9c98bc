import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

const BATCH = 500;

export interface NewSession {
  readonly uid: string;
  readonly rotationKey: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

export async function insertSession({ db, now }: Context, session: NewSession): Promise<string> {
  const at = now();
  const { id } = await db
    .insertInto("session")
    .values({
      uid: session.uid,
      rotation_key: session.rotationKey,
      token_hash: session.tokenHash,
      rotated_at: at,
      created_at: at,
      expires_at: session.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Made with the session and never changed. */
export async function rotationKeyOf({ db }: Context, id: string): Promise<string | undefined> {
  const session = await db.selectFrom("session").select("rotation_key").where("id", "=", id).executeTakeFirst();
  return session?.rotation_key;
}

export interface Rotation {
  readonly id: string;
  /** The hash of the token that was handed in, and of the one that follows it. */
  readonly handedIn: string;
  readonly next: string;
  /** The token before the newest is still good when it was replaced after this. */
  readonly graceFrom: Date;
  readonly expiresAt: Date;
}

/**
 * In one statement: the newest token is replaced by `next`; the one before it, within the grace, changes nothing; any
 * other ends the session. Nothing comes back for a session that is over, or whose account is suspended.
 */
export function rotateOrEnd({ db, now }: InTransaction, { id, handedIn, next, graceFrom, expiresAt }: Rotation) {
  const newest = sql<boolean>`token_hash = ${handedIn}`;
  const graced = sql<boolean>`(previous_hash = ${handedIn} and token_hash = ${next} and rotated_at > ${graceFrom})`;
  return db
    .updateTable("session")
    .set({
      token_hash: sql`case when ${newest} then ${next} else token_hash end`,
      previous_hash: sql`case when ${newest} then token_hash else previous_hash end`,
      rotated_at: sql`case when ${newest} then ${now()}::timestamptz else rotated_at end`,
      expires_at: sql`case when ${newest} then ${expiresAt}::timestamptz else expires_at end`,
      ended_at: sql`case when ${newest} or ${graced} then null else ${now()}::timestamptz end`,
    })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .where((row) =>
      row.exists(
        row.selectFrom("account").whereRef("account.uid", "=", "session.uid").where("suspended_at", "is", null),
      ),
    )
    .returning(["uid", "ended_at"])
    .executeTakeFirst();
}

/** Whose session was ended; nothing when it was over already or there is none. With a hash, only by one of its tokens. */
export async function endSession(
  { db, now }: InTransaction,
  { id, tokenHash }: { id: string; tokenHash?: string },
): Promise<string | undefined> {
  const ended = await db
    .updateTable("session")
    .set({ ended_at: now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .$if(tokenHash !== undefined, (session) =>
      session.where((row) =>
        row.or([row("token_hash", "=", tokenHash ?? ""), row("previous_hash", "=", tokenHash ?? "")]),
      ),
    )
    .returning("uid")
    .executeTakeFirst();
  return ended?.uid;
}

/** Whether the bearer of an ID token of this session may still act. */
export async function isAlive({ db, now }: Context, id: string): Promise<boolean> {
  const alive = await db
    .selectFrom("session")
    .innerJoin("account", "account.uid", "session.uid")
    .select("session.id")
    .where("session.id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return alive !== undefined;
}

/** Deletes a batch of what is over; true when there may be more. */
export async function deleteSessions(
  { db }: Context,
  { endedBefore, expiredBy }: { endedBefore: Date; expiredBy: Date },
): Promise<boolean> {
  const over = db
    .selectFrom("session")
    .select("id")
    .where((row) => row.or([row("ended_at", "<", endedBefore), row("expires_at", "<=", expiredBy)]))
    .limit(BATCH);
  const deleted = await db.deleteFrom("session").where("id", "in", over).executeTakeFirst();
  return deleted.numDeletedRows >= BATCH;
}
