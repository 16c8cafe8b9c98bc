import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

const BATCH = 500;

/** Who must answer a challenge, and for what. */
export interface ChallengeKey {
  readonly purpose: Schema["passkey_challenge"]["purpose"];
  /** Null for a sign-in. */
  readonly uid: string | null;
  readonly browserHash: string;
}

export async function insertChallenge(
  { db }: Context,
  { purpose, uid, browserHash }: ChallengeKey,
  {
    challengeHash,
    expiresAt,
  }: {
    challengeHash: string;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto("passkey_challenge")
    .values({
      challenge_hash: challengeHash,
      purpose,
      uid,
      browser_hash: browserHash,
      expires_at: expiresAt,
    })
    .execute();
}

/** Exactly one caller gets true, and only with the same key before the challenge expires. */
export async function deleteChallenge(
  { db, now }: Context,
  { purpose, uid, browserHash }: ChallengeKey,
  challengeHash: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("passkey_challenge")
    .where("challenge_hash", "=", challengeHash)
    .where("purpose", "=", purpose)
    .where("uid", "is not distinct from", uid)
    .where("browser_hash", "=", browserHash)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Deletes a batch; returns true if there may be more. */
export function deleteChallengesBefore({ db }: Context, expiredBy: Date): Promise<boolean> {
  return deleteBatch(db, "passkey_challenge", {
    key: ["challenge_hash"],
    limit: BATCH,
    where: (row) => row("expires_at", "<=", expiredBy),
  });
}
