import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 10_000;

/** Current secret that signs challenges, and the previous one. */
export interface SecretRow {
  readonly secret: string;
  readonly since: Date;
  readonly before: string | null;
}

/** Inserts `secret` unless there is one, and returns the stored one, which is the same for every process. */
export async function getOrInsertSecret({ db, now }: Context, secret: string): Promise<SecretRow> {
  await db
    .insertInto("captcha_secret")
    .values({
      secret,
      since: now(),
      before: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return db
    .selectFrom("captcha_secret")
    .select(["secret", "since", "before"])
    .executeTakeFirstOrThrow();
}

/** Rotates a secret that was created by `createdBefore`; exactly one concurrent call does. */
export async function replaceSecret(
  { db, now }: Context,
  secret: string,
  createdBefore: Date,
): Promise<void> {
  await db
    .updateTable("captcha_secret")
    .set({
      before: sql.ref<string>("secret"),
      secret,
      since: now(),
    })
    .where("since", "<=", createdBefore)
    .execute();
}

/** Deletes the previous secret if it was replaced before `replacedBefore`. */
export async function deleteReplacedSecrets({ db }: Context, replacedBefore: Date): Promise<void> {
  await db
    .updateTable("captcha_secret")
    .set({ before: null })
    .where("before", "is not", null)
    .where("since", "<", replacedBefore)
    .execute();
}

/** Returns true for exactly one call per proof. */
export async function markProofUsed(
  { db }: Context,
  nonce: string,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto("used_pow")
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("nonce").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Deletes a batch; returns true if there may be more. */
export function deleteUsedProofsBefore({ db }: Context, expiredBefore: Date): Promise<boolean> {
  return deleteBatch(db, "used_pow", {
    key: ["nonce"],
    limit: BATCH,
    where: (row) => row("expires_at", "<", expiredBefore),
  });
}

/** Limits and decay of a challenge count. */
interface DecayRate {
  readonly decayPerS: number;
  readonly max: number;
}

/** Counts a challenge for a network, or a request about an account, over all processes and returns the decayed count. */
export async function countChallenge(
  { db, now }: Context,
  networkHash: string,
  { decayPerS, max }: DecayRate,
): Promise<number> {
  const { rows } = await sql<{ requested: number }>`
    insert into pow_rate as kept (network_hash, requested, at) values (${networkHash}, 1, ${now()})
    on conflict (network_hash) do update set
      requested = least(${max}::float8, 1 + greatest(0, kept.requested
        - ${decayPerS}::float8 * greatest(0, extract(epoch from excluded.at - kept.at)::float8))),
      at = greatest(kept.at, excluded.at)
    returning requested`.execute(db);
  return rows[0]?.requested ?? max;
}

/** Deletes a batch; returns true if there may be more. */
export const deleteChallengeCountsBefore = (
  { db }: Context,
  lastRequestBefore: Date,
): Promise<boolean> =>
  deleteBatch(db, "pow_rate", {
    key: ["network_hash"],
    limit: BATCH,
    where: (row) => row("at", "<", lastRequestBefore),
  });
