import type { Context } from "#platform/context.ts";
import { findRestrictedPairs } from "./contact-restrictions.store.ts";

/**
 * Of what brings two people together, that which may: nobody is led to themselves, nor to somebody when one of the two
 * blocked the other. One statement for all of them.
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
