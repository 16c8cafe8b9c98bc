import type { Fact } from "@commonlane/contract/live";

interface Seen<Held> {
  /** What of it a fact holds, where it holds one. */
  readonly heldBy: (fact: Fact) => Held | undefined;
  /** What of these may be seen now; what is missing is seen no more. */
  readonly viewsOf: (ids: readonly string[], held: readonly Held[]) => Promise<readonly Held[]>;
  /** The same fact with what may be seen now. */
  readonly told: (fact: Fact, held: Held) => Fact;
}

/**
 * What somebody missed as they may know it now, and without what they may not: a fact holds what its reader might know when
 * it happened, such as the door of somebody who was accepted then, and has given the seat back since.
 */
export async function seenAnew<Held extends { readonly id: string }, Missed extends { readonly fact: Fact }>(
  missed: readonly Missed[],
  { heldBy, viewsOf, told }: Seen<Held>,
): Promise<Missed[]> {
  const held = new Map(missed.flatMap(({ fact }) => heldBy(fact) ?? []).map((one) => [one.id, one]));
  if (held.size === 0) return [...missed];
  const views = new Map((await viewsOf([...held.keys()], [...held.values()])).map((view) => [view.id, view]));
  return missed.flatMap((event) => {
    const old = heldBy(event.fact);
    if (!old) return event;
    const view = views.get(old.id);
    return view ? { ...event, fact: told(event.fact, view) } : [];
  });
}
