import { createHash } from "node:crypto";
import type { LatLng, RidePlace } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { LRUCache } from "lru-cache";
import { approximatePlace, isListedPublicPlace } from "#modules/privacy/approximate/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import { loadMeetingPoints, loadPickupIndex } from "#modules/pickup-points/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";
import { findLegStops, type LegStop } from "../route/meeting/leg-stops.ts";
import { isKnownStop } from "../route/meeting/meeting-points.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { toRoadRide } from "../route/route-geometry.ts";
import type { RideRow } from "../rides.store.ts";
import { toMoney } from "../rides.view.ts";
import { findListedRows } from "./listed-rides.store.ts";

/** The listed form of those of these rides that may leave now. */
export async function readListedRides(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, ListedRide>> {
  const rows = await findListedRows(ctx, ids);
  const index = await loadPickupIndex(ctx);
  const result = new Map<string, ListedRide>();
  for (const [id, row] of rows) result.set(id, await toListedRide(ctx, row, index));
  return result;
}

type PickupIndex = Awaited<ReturnType<typeof loadPickupIndex>>;

async function toListedRide(ctx: Context, row: RideRow, index: PickupIndex): Promise<ListedRide> {
  // Stops agreed with passengers stay here: they have not consented.
  const publicRow = toPublicRide({
    ...row,
    driven_route: null,
  });
  const { points, leg_duration_s, leg_distance_m } = publicRow;
  const places = await Promise.all(points.map((point) => toPlace(ctx, point)));
  const known = await findNamedStops(ctx, publicRow, index);

  let offsetS = 0;
  const stops: ListedStop[] = [];
  for (const [leg, place] of places.entries()) {
    stops.push(
      toStop(place, {
        leg,
        isPoint: true,
        offsetS,
      }),
    );
    const durationS = leg_duration_s[leg] ?? 0;
    for (const { at, share } of known[leg] ?? [])
      if (isKnownStop(at))
        stops.push(
          toStop(
            {
              name: at.label,
              kind: at.pickupKind,
              lat: at.lat,
              lng: at.lng,
            },
            {
              leg,
              isPoint: false,
              offsetS: Math.round(offsetS + share * durationS),
            },
          ),
        );
    offsetS += durationS;
  }

  return {
    id: row.id,
    departsAt: row.departs_at.toISOString(),
    timeZone: row.time_zone,
    stops: selectStops(stops).map(withoutKind),
    seatsTotal: row.seats_total,
    freeSeats: row.seats_left,
    legDistanceM: leg_distance_m.map(Math.round),
    contribution: toMoney(row),
    detourLeftS: detourLeftS(row),
  };
}

interface NamedPlace extends LatLng {
  readonly name: string;
  readonly kind?: string | undefined;
}

/** Many rides have the same points; places change only with an import. */
const knownPlaces = new WeakMap<Context["community"], LRUCache<string, NamedPlace>>();
const KNOWN_PLACES_MAX = 5_000;

async function toPlace(ctx: Context, point: RidePlace): Promise<NamedPlace> {
  let places = knownPlaces.get(ctx.community);
  if (!places) knownPlaces.set(ctx.community, (places = new LRUCache({ max: KNOWN_PLACES_MAX })));
  const key = `${point.placeId} ${point.lat} ${point.lng} ${point.label}`;
  const known = places.get(key);
  if (known) return known;
  const place = await findPlaceForVisitors(ctx, point);
  places.set(key, place);
  return place;
}

/** A point as visitors may know it: exact only if it is a place of our list, such as a town or a station. */
async function findPlaceForVisitors(ctx: Context, point: RidePlace): Promise<NamedPlace> {
  const place = (await isListedPublicPlace(ctx, point))
    ? point
    : await approximatePlace(ctx, point);
  const { label, lat, lng } = place;
  return {
    name: maskText(withoutRegion(label), false),
    lat,
    lng,
  };
}

const POSITION = /^-?[\d.]+, -?[\d.]+$/;

/** "Köln, Germany" is Köln in a timetable; a position has no name. */
const withoutRegion = (label: string): string =>
  POSITION.test(label) ? label : label.split(/[,،]/u)[0]?.trim() || label;

const MEETING_POINT_STEP = 25;
const MEETING_POINT_RADIUS_M = 5_000;
/** Hosts name their own meeting points in their words; only those of the community leave. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const NO_HOST = { id: NO_ID, host_id: NO_ID };

/** Pickup points of the regions and meeting points of the community that the public route passes, by leg. */
async function findNamedStops(
  ctx: Context,
  publicRow: RideRow,
  index: PickupIndex,
): Promise<LegStop[][]> {
  const ride = toRoadRide(publicRow);
  if (!ride) return [];
  const line = ride.legs.flatMap((leg) => leg.line);
  const sample = line.filter((_, n) => n % MEETING_POINT_STEP === 0);
  const meetingPoints = await loadMeetingPoints(ctx, [NO_HOST], sample, MEETING_POINT_RADIUS_M);
  return findLegStops(publicRow, ride, {
    index,
    meetingPoints: meetingPoints(NO_HOST),
  });
}

type StopWithKind = ListedStop & { readonly kind?: string | undefined };

const toStop = (
  { name, kind, lat, lng }: NamedPlace,
  position: Pick<ListedStop, "leg" | "isPoint" | "offsetS">,
): StopWithKind => ({
  id: stopId(name, lat, lng),
  name,
  kind,
  lat,
  lng,
  ...position,
});

/** Letters and digits only, as receivers expect. */
const stopId = (name: string, lat: number, lng: number): string =>
  createHash("sha256")
    .update(`${name} ${lat.toFixed(5)} ${lng.toFixed(5)}`)
    .digest("hex")
    .slice(0, 16);

const withoutKind = (stop: StopWithKind): ListedStop => {
  const { id, name, lat, lng, leg, isPoint, offsetS } = stop;
  return {
    id,
    name,
    lat,
    lng,
    leg,
    isPoint,
    offsetS,
  };
};

const STOPS_BETWEEN_MAX = 18;
const STOPS_APART_M = 1_000;
/** Kinds of stops, the best to meet at first. */
const BEST_KINDS = [
  "station",
  "parkAndRide",
  "meetingPoint",
  "stop",
  "parking",
  "square",
  "village",
];

/**
 * All points of the ride, and the best known stops between them. None is close to a point: it would say more about an
 * approximate place than the place itself.
 */
function selectStops(stops: readonly StopWithKind[]): StopWithKind[] {
  const selected = new Set(stops.filter(({ isPoint }) => isPoint));
  const pointCount = selected.size;
  for (const kind of BEST_KINDS)
    for (const stop of stops) {
      if (stop.kind !== kind || selected.size - pointCount >= STOPS_BETWEEN_MAX) continue;
      const isNear = [...selected].some((other) => distanceM(other, stop) < STOPS_APART_M);
      if (!isNear) selected.add(stop);
    }
  return stops.filter((stop) => selected.has(stop));
}

const DETOUR_STEP_S = 300;

function detourLeftS({ max_detour_s, driven_route }: RideRow): number {
  const extraS = driven_route?.approximate.extra_s ?? [];
  const usedS = extraS.reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(0, Math.floor((max_detour_s - usedS) / DETOUR_STEP_S) * DETOUR_STEP_S);
}
