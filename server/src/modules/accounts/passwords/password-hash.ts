import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "#platform/semaphore.ts";

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How every hash of that cost begins. */
const CURRENT_COST_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Node's thread pool has four threads; some stay free for everybody else, and each hash holds 19 MiB. */
const hashQueue = new Semaphore({ maxConcurrent: Math.min(3, availableParallelism()), maxQueued: 200 });

/** Throws too_many when more are waiting than could be served in a few seconds. */
export function hashPassword(password: string): Promise<string> {
  return hashQueue.run(() => hash(normalizeUnicode(password), COST));
}

/** Takes as long without a hash as with one, so that nobody learns from the time whether there is an account. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await hashOfUnknownPassword());
  const correct = await hashQueue.run(() => verify(compared, normalizeUnicode(password)));
  return correct && passwordHash !== undefined;
}

/** Whether a hash is of the cost that new ones have. */
export const hasCurrentCost = (passwordHash: string): boolean => passwordHash.startsWith(CURRENT_COST_PREFIX);

let cachedUnknownHash: Promise<string> | undefined;

/** The hash of a password that nobody knows. */
export const hashOfUnknownPassword = (): Promise<string> =>
  (cachedUnknownHash ??= hash(randomBytes(32).toString("base64"), COST));

/** Keyboards write the same letter in different ways; composed, they are one. */
const normalizeUnicode = (password: string) => password.normalize("NFKC");
