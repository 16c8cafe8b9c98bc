import { createHash } from "node:crypto";

/**
 * What a count is kept under, such as tries from a network: 132 bits tell names apart, and who did what from where is
 * nobody's business afterwards.
 */
export const hashName = (name: string): string => createHash("sha256").update(name).digest("base64url").slice(0, 22);
