import type { NeighbourRide } from "@commonlane/contract/neighbours";
import type { RideSearchResult } from "@commonlane/contract/rides";
import type { SortOrder } from "./result-view.ts";

/** A ride of this community or of a neighbour, in one list. */
export type ListedResult<Own = RideSearchResult, Theirs = NeighbourRide> =
  | { readonly kind: "own"; readonly result: Own }
  | {
      readonly kind: "neighbour";
      readonly ride: Theirs;
    };

interface RankedResult {
  readonly match: Pick<RideSearchResult["match"], "order">;
}
type RankedRide = Pick<NeighbourRide, "order">;

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
export function mergeNeighbours<Own extends RankedResult, Theirs extends RankedRide>(
  own: readonly Own[],
  neighbours: readonly Theirs[],
  { order, hasMore }: MergeOptions,
): ListedResult<Own, Theirs>[] {
  let waiting = neighbours.toSorted((a, b) => a.order - b.order);
  const merged: ListedResult<Own, Theirs>[] = [];
  for (const result of own) {
    const rank = order === "best" ? (result.match.order ?? -Infinity) : -Infinity;
    const before = waiting.filter((ride) => ride.order < rank);
    merged.push(...before.map(asNeighbour<Theirs>), {
      kind: "own",
      result,
    });
    waiting = waiting.filter((ride) => ride.order >= rank);
  }
  if (!hasMore) merged.push(...waiting.map(asNeighbour<Theirs>));
  return merged;
}

const asNeighbour = <Theirs>(ride: Theirs) =>
  ({
    kind: "neighbour",
    ride,
  }) as const;
