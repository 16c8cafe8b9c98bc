import type { NeighbourRide } from "@commonlane/contract/neighbours";
import type { RideSearchResult } from "@commonlane/contract/rides";
import type { SortOrder } from "./result-view.ts";

/** A ride of this community or of a neighbour, in one list. */
export type ListedResult =
  | { readonly kind: "own"; readonly result: RideSearchResult }
  | { readonly kind: "neighbour"; readonly ride: NeighbourRide };

interface MergeOptions {
  readonly order: SortOrder;
  /** Own rides follow those that are loaded. */
  readonly hasMore: boolean;
}

/**
 * Rides of neighbours among own ones, by the same rank; an own ride comes before an equal one. Own rides keep their
 * order. Neighbours rank by the best order only, so in any other they follow all own rides. What ranks after the last
 * loaded ride waits until all are loaded.
 */
export function mergeNeighbours(
  own: readonly RideSearchResult[],
  neighbours: readonly NeighbourRide[],
  { order, hasMore }: MergeOptions,
): ListedResult[] {
  let waiting = neighbours.toSorted((a, b) => a.order - b.order);
  const merged: ListedResult[] = [];
  for (const result of own) {
    const rank = order === "best" ? (result.match.order ?? -Infinity) : -Infinity;
    const before = waiting.filter((ride) => ride.order < rank);
    merged.push(...before.map(asNeighbour), { kind: "own", result });
    waiting = waiting.filter((ride) => ride.order >= rank);
  }
  if (!hasMore) merged.push(...waiting.map(asNeighbour));
  return merged;
}

const asNeighbour = (ride: NeighbourRide): ListedResult => ({ kind: "neighbour", ride });
