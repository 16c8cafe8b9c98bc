import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { Semaphore } from "#platform/semaphore.ts";

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};
/** Prefix of every hash with the current cost. */
const CURRENT_COST_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Node's thread pool has four threads: keep some free for other work. Each hash takes 19 MiB. */
const hashQueue = new Semaphore({
  maxConcurrent: Math.min(3, availableParallelism()),
  maxQueued: 200,
});

/** Throws too_many if more than `maxQueued` passwords wait to be hashed. */
export function hashPassword(password: string): Promise<string> {
  return hashQueue.run(() => hash(normalizeUnicode(password), COST));
}

/** Stored instead of a hash for accounts whose owners sign in at an institution. */
export const NO_PASSWORD = "none";

/** Takes equally long without a hash, so that response times do not reveal whether an account exists. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const stored = passwordHash === NO_PASSWORD ? undefined : passwordHash;
  const compared = stored ?? (await getUnusablePasswordHash());
  const correct = await hashQueue.run(() => verify(compared, normalizeUnicode(password)));
  return correct && stored !== undefined;
}

/**
 * Hash of a random code, equal for the same salt, so that one statement can find and use the code. As slow as that of a
 * password, because such codes are short.
 */
export function hashCodeWithSalt(code: string, salt: Uint8Array): Promise<string> {
  return hashQueue.run(async () =>
    (
      await hashRaw(code, {
        ...COST,
        salt,
      })
    ).toString("base64url"),
  );
}

/** Returns true if the hash has the current cost. */
export const hasCurrentCost = (passwordHash: string): boolean =>
  passwordHash.startsWith(CURRENT_COST_PREFIX);

let cachedUnusableHash: Promise<string> | undefined;

/** Hash of a random password that no one knows. */
export const getUnusablePasswordHash = (): Promise<string> =>
  (cachedUnusableHash ??= hash(randomBytes(32).toString("base64"), COST));

/** Different keyboards encode the same letter differently; NFKC makes them equal. */
const normalizeUnicode = (password: string) => password.normalize("NFKC");
