import type { Trip } from "../trips.ts";

/** The loaded part of a list of trips, latest first. */
export interface LoadedTrips {
  readonly trips: readonly Trip[];
  readonly hasMore: boolean;
}

/**
 * Two lists as one, latest first. Ends where one of them is not loaded yet: what is not loaded may belong before the
 * rest of the other list. `limiting` are the lists to load more of.
 */
export function mergeTrips<List extends LoadedTrips>(
  lists: readonly List[],
): { trips: Trip[]; limiting: List[] } {
  const loadedBackTo = (list: List): string =>
    list.hasMore ? (list.trips.at(-1)?.startsAt ?? "") : "";
  const end = lists.map(loadedBackTo).toSorted().at(-1) ?? "";
  const trips = lists
    .flatMap((list) => list.trips)
    .filter(({ startsAt }) => startsAt >= end)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? 1 : -1));
  return {
    trips,
    limiting: lists.filter((list) => list.hasMore && loadedBackTo(list) === end),
  };
}

export interface TripGroup {
  readonly key: string;
  readonly trips: Trip[];
}

/** Neighbouring trips with the same key, such as the date or month. */
export function groupTrips(trips: readonly Trip[], keyOf: (trip: Trip) => string): TripGroup[] {
  const groups: TripGroup[] = [];
  for (const trip of trips) {
    const key = keyOf(trip);
    const last = groups.at(-1);
    if (last?.key === key) last.trips.push(trip);
    else groups.push({ key, trips: [trip] });
  }
  return groups;
}
