import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { stopKind } from "#shared/map/stop-kind.ts";
import type { MapPin, MapScene, MapStop } from "#shared/map/map-types.ts";
import { formatTime, townName } from "#shared/formatting/format.ts";
import { segmentOfMatch } from "./search/match-text.ts";
import { decodeRouteLine, pointsOf } from "./ride-segment.ts";
import type { CompleteSearchCriteria } from "./search/search-url.ts";
import { findPointAt, sliceLine } from "./route-geometry.ts";
import { type Walk, walksTo } from "./walks.ts";

interface MapSegment {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly pickupAt: string;
  readonly dropoffAt: string;
}

/**
 * Scene with a ride's route and stops. Beside the viewer's own stops, those of the host are dots without a label.
 * `ownPart` are the roads of the segment if they are not those of the ride.
 */
export function createRideScene(
  ride: Ride,
  segment?: MapSegment,
  ownPart?: readonly LatLng[],
): MapScene {
  const route = decodeRouteLine(ride);
  const rideStopsOnMap = toMapStops(ride);
  const isEstimated = !ride.routed;
  if (!segment || isEntireRide(ride, segment))
    return {
      route,
      isEstimated,
      stops: rideStopsOnMap,
    };
  const { pickup, dropoff } = segment;
  const segmentStops: MapStop[] = [
    {
      ...toStopLabel(ride, pickup, segment.pickupAt),
      kind: "pickup",
    },
    {
      ...toStopLabel(ride, dropoff, segment.dropoffAt),
      kind: "dropoff",
    },
  ];
  // The viewer's pickup and dropoff replace the stops at the same place.
  const otherStops = rideStopsOnMap
    .filter((stop) => findPointAt([pickup, dropoff], stop) < 0)
    .map((stop) => ({
      ...stop,
      kind: "stop" as const,
    }));
  return {
    route,
    segment: ownPart ?? sliceLine(route, pickup, dropoff),
    isEstimated,
    stops: [...otherStops, ...segmentStops],
  };
}

function isEntireRide(ride: Ride, { pickup, dropoff }: MapSegment): boolean {
  return findPointAt([ride.origin], pickup) === 0 && findPointAt([ride.destination], dropoff) === 0;
}

function toMapStops(ride: Ride): MapStop[] {
  const points = pointsOf(ride);
  return points.map((point, n) => ({
    ...toStopLabel(ride, point, ride.eta[n] ?? ride.departsAt),
    kind: stopKind(n, points.length),
  }));
}

const toStopLabel = (ride: Ride, { lat, lng, label }: Place, at: string) => ({
  lat,
  lng,
  label: townName(label),
  time: formatTime(at, ride.timeZone),
});

/** A pin at the start of each ride. */
export function createStartPins(rides: readonly Ride[], selectedId: string | null): MapPin[] {
  return rides.map(({ id, origin, destination, departsAt, timeZone }) => ({
    id,
    lat: origin.lat,
    lng: origin.lng,
    label: `${formatTime(departsAt, timeZone)} ${townName(origin.label)} – ${townName(destination.label)}`,
    selected: id === selectedId,
  }));
}

/** The ways on foot of the highlighted result. */
export const walksOfResult = (
  hit: RideSearchResult | undefined,
  criteria: CompleteSearchCriteria,
): readonly Walk[] => (hit ? walksTo(segmentOfMatch(hit.ride, hit.match, criteria), criteria) : []);

/** The passenger's ways in the highlighted result. */
interface Ways {
  readonly walks: MapScene["walks"];
  readonly ownPart: readonly LatLng[] | undefined;
}

/**
 * Scene with the matching segment of the highlighted result and the lines of the others, or only the two searched
 * places without one.
 */
export function createSearchScene(
  hit: RideSearchResult | undefined,
  criteria: CompleteSearchCriteria,
  all: readonly RideSearchResult[],
  { walks, ownPart }: Ways,
): MapScene {
  const { from, to } = criteria;
  if (!hit) {
    const stops: MapStop[] = [
      {
        lat: from.lat,
        lng: from.lng,
        label: townName(from.label),
        kind: "pickup",
      },
      {
        lat: to.lat,
        lng: to.lng,
        label: townName(to.label),
        kind: "dropoff",
      },
    ];
    return { stops };
  }
  const { ride, match } = hit;
  const { pickup, dropoff } = segmentOfMatch(ride, match, criteria);
  const lines = all
    .filter((other) => other.ride.id !== ride.id)
    .map(({ ride }) => ({
      id: ride.id,
      points: decodeRouteLine(ride),
      isEstimated: !ride.routed,
    }));
  return {
    ...createRideScene(ride, { ...match, pickup, dropoff }, ownPart),
    lines,
    walks,
  };
}
