import type { PickupPlace, Place } from "@commonlane/contract/shapes";
import type { LatLng } from "@commonlane/matching/geo";
import {
  type MeetingPoint,
  type MeetingPoints,
  nearestMeetingPoint,
  type RoadRide,
} from "@commonlane/matching/road-rule";
import type { MatchSettings, Search } from "@commonlane/matching/rule";
import { loadMeetingPoints, loadPickupIndex } from "#modules/pickup-points/index.ts";
import type { RideRow } from "../../rides.store.ts";
import { toPublicRide } from "../ride-forms.ts";
import { toRoadRide } from "../route-geometry.ts";
import { findLegStops, type LegStop, stopBoxes } from "./leg-stops.ts";
import {
  createWalks,
  isWithin,
  type MeetingContext,
  type SearchWalks,
  type Walk,
} from "./search-walks.ts";

/**
 * - `walk`: a seeker walks from and to their places by real paths.
 * - `met`: the places are where the car and the passenger meet, as agreed or approximately; `walkM` is only a tolerance.
 */
export type SearchPlaces = "walk" | "met";

export interface RoadRideAndSearch {
  readonly row: RideRow;
  readonly ride: RoadRide;
  readonly search: Search;
  readonly places?: SearchPlaces | undefined;
}

export interface MeetingOptions {
  readonly settings: MatchSettings;
  /** The longest walk, as a multiple of the walk that each search allows. */
  readonly walkFactor: number;
}

/**
 * Adds to each ride where walkers can meet it (domain.md, Pickup points): at known stops if a region covers that part
 * of the ride, otherwise at the point of its line nearest to them.
 */
export async function withMeetingPoints(
  ctx: MeetingContext,
  pairs: readonly RoadRideAndSearch[],
  { settings, walkFactor }: MeetingOptions,
): Promise<RoadRide[]> {
  const index = await loadPickupIndex(ctx);
  const searches = unique(pairs.map(({ search }) => search));
  const walkM = searches.reduce((most, search) => Math.max(most, search.walkM), 0);
  const radiusM = walkM * walkFactor;
  const places = unique(searches.flatMap(({ from, to }) => [from, to]));
  const rows = unique(pairs.map(({ row }) => row));
  const ownPoints = await loadMeetingPoints(ctx, rows, places, radiusM);
  const within = stopBoxes(places, Math.max(radiusM, SAME_PLACE_M));
  const nearby = within ? index.within(within) : index;
  const rowOf = new Map(pairs.map(({ row, ride }) => [ride, row]));
  const stops = new Map(
    [...rowOf].map(([ride, row]) => [
      ride,
      findLegStops(row, ride, {
        index: nearby,
        meetingPoints: ownPoints(row),
        within,
      }),
    ]),
  );
  const stopsOf = (ride: RoadRide) => stops.get(ride) ?? [];
  const walkers = pairs.filter(({ places }) => places !== "met");
  const walks = new Map(
    unique(walkers.map(({ search }) => search)).map((search) => [
      search,
      createWalks(search, walkFactor),
    ]),
  );
  for (const { ride, search } of walkers)
    for (const { at } of stopsOf(ride).flat())
      if (index.size > 0 || isKnownStop(at)) walks.get(search)?.addStop(at);
  for (const ofSearch of walks.values()) ofSearch.find(ctx.routing);
  const isMapped = (place: LatLng) =>
    index.size > 0 && ctx.regions.list().some((region) => region.covers(place));
  return pairs.map(({ ride, search, places }) => {
    const nearest = nearestMeetingPoint(ride, settings);
    const searchWalks = places === "met" ? undefined : walks.get(search);
    const meetingPoints = searchWalks
      ? remember(
          withinWalk(ride, stopsOf(ride), {
            nearest,
            walks: searchWalks,
            isMapped,
          }),
        )
      : atKnownStop(ride, stopsOf(ride), nearest);
    return { ...ride, meetingPoints };
  });
}

/** The same stop as in the search results if the place is one; the nearest point of the line for any other place. */
const atKnownStop =
  (ride: RoadRide, stops: readonly (readonly LegStop[])[], nearest: MeetingPoints): MeetingPoints =>
  (leg, place, maxWalkM) => {
    const known = stops[leg]?.find(({ at }) => isSamePlace(at, place));
    return known ? [toMeetingPoint(ride, leg, known, NO_WALK)] : nearest(leg, place, maxWalkM);
  };

/** Community and hosts know their meeting points better than a map: worth this much walking. */
const PREFERENCE_S = 180;

interface WalkOptions {
  readonly nearest: MeetingPoints;
  readonly walks: SearchWalks;
  readonly isMapped: (place: LatLng) => boolean;
}

const withinWalk =
  (
    ride: RoadRide,
    stops: readonly (readonly LegStop[])[],
    { nearest, walks, isMapped }: WalkOptions,
  ): MeetingPoints =>
  (leg, place, maxWalkM) => {
    const [nearestPoint] = nearest(leg, place, Infinity);
    const isStopRequired = nearestPoint !== undefined && isMapped(nearestPoint.at);
    const reached: MeetingPoint[] = [];
    for (const stop of stops[leg] ?? []) {
      const walk = walks.between(place, stop.at);
      // Without a region, the nearest point of the line also replaces the ride's own points.
      if (walk && walk.walkM <= maxWalkM && (isStopRequired || isKnownStop(stop.at)))
        reached.push(toMeetingPoint(ride, leg, stop, walk));
    }
    return isStopRequired || !nearestPoint || nearestPoint.walkM > maxWalkM
      ? reached
      : [...reached, nearestPoint];
  };

/** The rule asks twice: for the roads that it needs, and with them. */
function remember(meetingPoints: MeetingPoints): MeetingPoints {
  const known = new Map<
    LatLng,
    {
      readonly maxWalkM: number;
      readonly points: readonly MeetingPoint[];
    }[]
  >();
  return (leg, place, maxWalkM) => {
    let legs = known.get(place);
    if (!legs) known.set(place, (legs = []));
    const last = legs[leg];
    if (last?.maxWalkM === maxWalkM) return last.points;
    const points = meetingPoints(leg, place, maxWalkM);
    legs[leg] = { maxWalkM, points };
    return points;
  };
}

const toMeetingPoint = (
  ride: RoadRide,
  leg: number,
  { at, share, isPreferred }: LegStop,
  walk: Walk,
): MeetingPoint => {
  const { distanceM = 0, durationS = 0 } = ride.legs[leg] ?? {};
  const along = {
    distanceM: share * distanceM,
    durationS: share * durationS,
  };
  return {
    at,
    along,
    ...walk,
    ...(isPreferred && { preferenceS: PREFERENCE_S }),
  };
};

const NO_WALK: Walk = { walkM: 0, walkS: 0 };
const SAME_PLACE_M = 2;

function isSamePlace(a: LatLng, b: LatLng): boolean {
  return isWithin(a, b, SAME_PLACE_M);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Whether a meeting point is a known stop with a name, rather than a point of the line or of the ride. */
export const isKnownStop = (at: LatLng): at is PickupPlace => "label" in at;

interface RequestedPlaces {
  readonly pickup?: Place | undefined;
  readonly dropoff?: Place | undefined;
}
interface NamedPlaces {
  readonly pickup: PickupPlace | undefined;
  readonly dropoff: PickupPlace | undefined;
}

/**
 * Gives requested places the name and kind of the known stop they are, as strangers find it on this ride, so that
 * everyone sees the name of the search result.
 */
export async function nameKnownStops(
  ctx: MeetingContext,
  row: RideRow,
  { pickup, dropoff }: RequestedPlaces,
): Promise<NamedPlaces> {
  const publicRow = toPublicRide(row);
  const ride = toRoadRide(publicRow);
  if (!ride || (!pickup && !dropoff))
    return {
      pickup,
      dropoff,
    };
  const places = [pickup, dropoff].filter((place) => place !== undefined);
  const meetingPoints = await loadMeetingPoints(ctx, [row], places, SEARCHED_M);
  const index = await loadPickupIndex(ctx);
  const stops = findLegStops(publicRow, ride, {
    index,
    meetingPoints: meetingPoints(row),
  }).flat();
  const known = stops.map(({ at }) => at).filter(isKnownStop);
  const named = (place: Place | undefined) =>
    place && (known.find((stop) => isSamePlace(stop, place)) ?? place);
  return {
    pickup: named(pickup),
    dropoff: named(dropoff),
  };
}

/** Distance in which to load meeting points; a stop is the same only within metres. */
const SEARCHED_M = 10;
