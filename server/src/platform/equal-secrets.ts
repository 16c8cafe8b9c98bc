import { timingSafeEqual } from "node:crypto";

/**
 * True if both texts are the same. The time that it takes does not depend on where they differ, so a caller cannot guess
 * a secret letter by letter. Lengths are compared in bytes: a letter may have more than one.
 */
export const areEqualSecrets = (first: string, second: string): boolean =>
  Buffer.byteLength(first) === Buffer.byteLength(second) &&
  timingSafeEqual(Buffer.from(first), Buffer.from(second));
