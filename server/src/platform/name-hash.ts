import { createHash } from "node:crypto";

/**
 * Hashes the names of counters, such as attempts from a network: 132 bits are enough to keep names apart, and the
 * database does not store who did what from where.
 */
export const hashName = (name: string): string =>
  createHash("sha256").update(name).digest("base64url").slice(0, 22);
