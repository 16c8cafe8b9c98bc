import type { PickupPlace } from "@commonlane/contract/shapes";
import type { LatLng } from "@commonlane/matching/geo";
import { MEETING_POINT_OFF_LINE_M, type RoadRide } from "@commonlane/matching/road-rule";
import { type Candidates, type PickupPoint, pointsOnLine } from "#modules/pickup-points/index.ts";
import { type Box, boxesAround } from "#modules/places/index.ts";
import type { RideRow } from "../../rides.store.ts";

/** A place where a walker can meet the car on a leg. */
export interface LegStop {
  readonly at: PickupPlace | LatLng;
  /** Share of the leg that is driven before it, 0 to 1. */
  readonly share: number;
  /** Defined by the community or the host, who know it better than a map. */
  readonly isPreferred: boolean;
}

/**
 * How far beside the line a meeting point may be; those who define one put it where cars stop. The index of rides relies
 * on the limit, and the rest is for rounding.
 */
const MEETING_POINT_BESIDE_M = MEETING_POINT_OFF_LINE_M - 10;

/** Beyond a region the line of a ride is straight; its roads have a point more often. */
const MAX_ROAD_PIECE_M = 2_000;

interface KnownStops {
  readonly index: Candidates<PickupPoint>;
  readonly stops: readonly LegStop[];
}
/** The lines of a route are the same arrays in every search. */
const knownStops = new WeakMap<readonly LatLng[], KnownStops>();

export interface StopSources {
  /** Pickup points of the regions. */
  readonly index: Candidates<PickupPoint>;
  readonly meetingPoints: Candidates<PickupPoint>;
  /** Only stops in these boxes are wanted: others may be missing. */
  readonly within?: readonly Box[] | undefined;
}

/**
 * Boxes around places: `findLegStops` with them finds all stops at most `radiusM` from a place. Undefined if there are
 * so many that they save no work.
 */
export function stopBoxes(places: readonly LatLng[], radiusM: number): readonly Box[] | undefined {
  const boxes = places.flatMap((place) => boxesAround(place, radiusM + MEETING_POINT_BESIDE_M));
  return boxes.length <= MAX_BOXES ? boxes : undefined;
}
const MAX_BOXES = 8;

/** The stops on each leg: pickup points of a region, meeting points, and the ride's own points, in driving order. */
export const findLegStops = (
  row: Pick<RideRow, "points" | "partly_estimated">,
  ride: RoadRide,
  { index, meetingPoints, within }: StopSources,
): LegStop[][] => {
  const maxPieceM = row.partly_estimated ? MAX_ROAD_PIECE_M : undefined;
  return ride.legs.map(({ line }, leg) => [
    ...ownPoint(row, ride.points[leg], 0),
    ...regionStops(line, index, {
      maxPieceM,
      within,
    }),
    ...stopsOnLine(line, meetingPoints, {
      besideM: MEETING_POINT_BESIDE_M,
      maxPieceM,
      within,
    }),
    ...ownPoint(row, ride.points[leg + 1], 1),
  ]);
};

/** The ride's own point; not a stop that was agreed with another passenger. */
const ownPoint = (
  { points }: Pick<RideRow, "points">,
  point: LatLng | undefined,
  share: number,
): LegStop[] =>
  point && points.some(({ lat, lng }) => lat === point.lat && lng === point.lng)
    ? [
        {
          at: { lat: point.lat, lng: point.lng },
          share,
          isPreferred: false,
        },
      ]
    : [];

function regionStops(
  line: readonly LatLng[],
  index: Candidates<PickupPoint>,
  limits: Parameters<typeof pointsOnLine>[2] & {},
): readonly LegStop[] {
  if (limits.within) return stopsOnLine(line, index, limits);
  const known = knownStops.get(line);
  if (known?.index === index) return known.stops;
  const stops = stopsOnLine(line, index, limits);
  knownStops.set(line, { index, stops });
  return stops;
}

const stopsOnLine = (
  line: readonly LatLng[],
  candidates: Candidates<PickupPoint>,
  limits: Parameters<typeof pointsOnLine>[2],
): LegStop[] =>
  pointsOnLine(line, candidates, limits).map(({ point, share }) => ({
    at: toPlace(point),
    share,
    isPreferred: point.isPreferred ?? false,
  }));

const stopPlaces = new WeakMap<PickupPoint, PickupPlace>();

/** The same object for the same point, since many rides pass it. */
function toPlace(point: PickupPoint): PickupPlace {
  let place = stopPlaces.get(point);
  if (!place) {
    const { name, kind, lat, lng } = point;
    stopPlaces.set(
      point,
      (place = {
        label: name,
        pickupKind: kind,
        lat,
        lng,
      }),
    );
  }
  return place;
}
