import type { Context } from "#platform/context.ts";
import { pairsApart } from "./apart.store.ts";

/**
 * Of what brings two people together, that which may: nobody is led to themselves, nor to somebody when one of the two
 * blocked the other. One statement for all of them.
 */
export async function mayMeet<T>(
  { db }: Context,
  meetings: readonly T[],
  between: (meeting: T) => readonly [string, string],
): Promise<T[]> {
  const pairs = meetings.map(between);
  const apart = await pairsApart(db, pairs);
  return meetings.filter((_, n) => {
    const [one, other] = pairs[n] ?? [];
    return one !== other && !apart.has(n);
  });
}
