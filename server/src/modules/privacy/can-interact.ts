import type { Context } from "#platform/context.ts";
import { findRestrictedPairs } from "./contact-restrictions.store.ts";

/**
 * Keeps the candidates whose two users may meet: two different users without a contact restriction. One statement
 * for all.
 */
export async function filterInteractable<T>(
  { db }: Context,
  candidates: readonly T[],
  usersOf: (candidate: T) => readonly [string, string],
): Promise<T[]> {
  const pairs = candidates.map(usersOf);
  const restricted = await findRestrictedPairs(db, pairs);
  return candidates.filter((_, n) => {
    const [firstUid, secondUid] = pairs[n] ?? [];
    return firstUid !== secondUid && !restricted.has(n);
  });
}
