import type { Context } from "#platform/context.ts";

const BATCH = 10_000;

/** Keeps `secret` unless there is one already; gives back the one that is kept, the same for every process. */
export async function keptSecret({ db }: Context, secret: string): Promise<string> {
  await db
    .insertInto("captcha_secret")
    .values({ secret })
    .onConflict((kept) => kept.column("id").doNothing())
    .execute();
  const kept = await db.selectFrom("captcha_secret").select("secret").executeTakeFirstOrThrow();
  return kept.secret;
}

/** True for the one call that uses the proof up. */
export async function spend({ db }: Context, nonce: string, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto("spent_proof")
    .values({ nonce, expires_at: expiresAt })
    .onConflict((known) => known.column("nonce").doNothing())
    .executeTakeFirst();
  return spent.numInsertedOrUpdatedRows === 1n;
}

/** Deletes a batch; true when there may be more. */
export async function deleteSpentBefore({ db }: Context, expiredBefore: Date): Promise<boolean> {
  const old = db.selectFrom("spent_proof").select("nonce").where("expires_at", "<", expiredBefore).limit(BATCH);
  const deleted = await db.deleteFrom("spent_proof").where("nonce", "in", old).executeTakeFirst();
  return deleted.numDeletedRows >= BATCH;
}
