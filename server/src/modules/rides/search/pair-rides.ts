import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { findRidesForViewer, type RideForViewer } from "../ride-for-viewer.store.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import type { RideRow } from "../rides.store.ts";
import type { RideAndSearch } from "./measure-matches.ts";

/** Rides, as strangers see them, each with the same search. */
export const pairsWith = (
  rides: CorridorIndex,
  rows: readonly RideRow[],
  search: Search,
): RideAndSearch[] =>
  rows.map((row) => ({
    row,
    search,
    points: rides.sketchOf(row.id)?.points,
  }));

/** A search, and the rides that the index lists for it. */
interface ListedSearch {
  readonly search: Search;
  readonly listed: readonly { readonly id: string }[];
}

/** A pair with what it was read for. */
interface ReadPair<Listed> extends RideAndSearch {
  readonly from: Listed;
  readonly ride: RideForViewer;
}

/** The pairs of several searches with their rides, in the order of the lists. Each ride is read once. */
export async function readPairs<Listed extends ListedSearch>(
  ctx: Context,
  rides: CorridorIndex,
  viewerUid: string,
  searches: readonly Listed[],
): Promise<ReadPair<Listed>[]> {
  const ids = new Set(searches.flatMap(({ listed }) => listed.map(({ id }) => id)));
  const found = await findRidesForViewer(ctx, [...ids], viewerUid);
  const byId = new Map(
    found.map((ride) => [
      ride.row.id,
      {
        ride,
        row: toPublicRide(ride.row),
        points: rides.sketchOf(ride.row.id)?.points,
      },
    ]),
  );

  return searches.flatMap((from) =>
    from.listed.flatMap(({ id }) => {
      const known = byId.get(id);
      return known
        ? [
            {
              ...known,
              from,
              search: from.search,
            },
          ]
        : [];
    }),
  );
}
