import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Hashes the names of counters, such as attempts from a network: 132 bits are enough to keep names apart, and the
 * database does not store who did what from where.
 */
export const hashName = (name: string): string =>
  createHash("sha256").update(name).digest("base64url").slice(0, 22);

const SECRET_BYTES = 32;

/** A random secret of 43 characters, to be shown once. Only its hash is stored. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What is stored of a secret. The purpose keeps a secret from opening anything else. */
export const hashSecret = (purpose: string, secret: string): string =>
  hashToken(`${purpose} ${secret}`);

/** What is stored of tokens whose tables are as old as the project: their hash without a purpose. */
export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/**
 * True if both texts are the same. The time that it takes does not depend on where they differ, so a caller cannot guess
 * a secret letter by letter. Lengths are compared in bytes: a letter may have more than one.
 */
export const areEqualSecrets = (first: string, second: string): boolean =>
  Buffer.byteLength(first) === Buffer.byteLength(second) &&
  timingSafeEqual(Buffer.from(first), Buffer.from(second));
