import { createHash } from "node:crypto";
import { MINUTE_MS } from "@commonlane/contract/durations";
import type { LatLng, RidePlace } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { LRUCache } from "lru-cache";
import { approximatePlace, isListedPublicPlace } from "#modules/privacy/approximate/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import { loadMeetingPoints, loadPickupIndex } from "#modules/pickup-points/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";
import { findLegStops, type StopSources } from "../route/meeting/leg-stops.ts";
import { isKnownStop } from "../route/meeting/meeting-points.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { toRoadRide } from "../route/route-geometry.ts";
import { toMoney } from "../rides.view.ts";
import { findListedRows, type ListedRow } from "./listed-rides.store.ts";

/** The listed form of those of these rides that may leave now. */
export async function readListedRides(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, ListedRide>> {
  const rows = await findListedRows(ctx, ids);
  const forms = [...rows.values()].map(toPublicForm);
  const sources = await loadStopSources(ctx, forms);
  const result = new Map<string, ListedRide>();
  for (const form of forms) result.set(form.row.id, await toListedRide(ctx, form, sources));
  return result;
}

/** A ride with its public form and route. */
interface PublicForm {
  readonly row: ListedRow;
  readonly publicRow: ListedRow;
  /** Undefined if its route is unknown. */
  readonly route: ReturnType<typeof toRoadRide>;
}

function toPublicForm(row: ListedRow): PublicForm {
  // Stops agreed with passengers stay here: they have not consented.
  const publicRow = toPublicRide({
    ...row,
    driven_route: null,
  });
  return { row, publicRow, route: toRoadRide(publicRow) };
}

async function toListedRide(
  ctx: Context,
  { row, publicRow, route }: PublicForm,
  sources: StopSources,
): Promise<ListedRide> {
  const { points, leg_duration_s, leg_distance_m } = publicRow;
  const places = await Promise.all(points.map((point) => toPlace(ctx, point)));
  // Pickup points of the regions and meeting points of the community that the public route passes, by leg.
  const known = route ? findLegStops(publicRow, route, sources) : [];

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

const STEP_MS = 5 * MINUTE_MS;

/** When a listed ride is at a stop, as it leaves: to five minutes, the arrival up and others down, so that no one comes late. */
export function listedTimeMs({ departsAt, stops }: ListedRide, stop: ListedStop): number {
  const exactMs = Date.parse(departsAt) + stop.offsetS * 1000;
  const isLast = stop === stops.at(-1);
  return (isLast ? Math.ceil(exactMs / STEP_MS) : Math.floor(exactMs / STEP_MS)) * STEP_MS;
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

/** What can be a stop of these rides; read once for all. */
async function loadStopSources(ctx: Context, forms: readonly PublicForm[]): Promise<StopSources> {
  const samples = new Map<string, LatLng>();
  for (const { route } of forms)
    for (const place of sampleLine(route)) samples.set(squareOf(place), place);

  const radiusM = MEETING_POINT_RADIUS_M + SQUARE_DIAGONAL_M;
  const meetingPoints = await loadMeetingPoints(ctx, [NO_HOST], [...samples.values()], radiusM);
  return {
    index: await loadPickupIndex(ctx),
    meetingPoints: meetingPoints(NO_HOST),
  };
}

const sampleLine = (route: PublicForm["route"]): LatLng[] =>
  (route?.legs ?? []).flatMap(({ line }) => line).filter((_, n) => n % MEETING_POINT_STEP === 0);

/** About a kilometre: rides on the same road share their samples. */
const squareOf = ({ lat, lng }: LatLng): string => `${lat.toFixed(2)} ${lng.toFixed(2)}`;
const SQUARE_DIAGONAL_M = 1_600;

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

/** Many rides stop at the same places. */
const stopIds = new LRUCache<string, string>({
  max: 20_000,
  memoMethod: (place) => createHash("sha256").update(place).digest("hex").slice(0, 16),
});

/** Letters and digits only, as receivers expect. */
const stopId = (name: string, lat: number, lng: number): string =>
  stopIds.memo(`${name} ${lat.toFixed(5)} ${lng.toFixed(5)}`);

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

function detourLeftS({ max_detour_s, driven_route }: ListedRow): number {
  const extraS = driven_route?.approximate.extra_s ?? [];
  const usedS = extraS.reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(0, Math.floor((max_detour_s - usedS) / DETOUR_STEP_S) * DETOUR_STEP_S);
}
