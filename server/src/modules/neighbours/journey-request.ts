import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { NeighbourSearch } from "@commonlane/contract/neighbours";
import type { LatLng } from "@commonlane/contract/shapes";
import { approximatePosition, maxApproximationM } from "#modules/privacy/approximate/index.ts";
import { searchEnds } from "#modules/rides/search/index.ts";
import type { Context } from "#platform/context.ts";

/** All that a neighbour learns of a search: two squares, a radius and times. */
export interface JourneyRequest {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly radiusM: number;
  readonly departureAtMs: number;
  readonly timeDeltaMs: number;
}

/** Decision 24; also where the operator shows members finer squares. */
const SQUARE_LEAST_M = 500;
const RADIUS_STEP_M = 100;
const TIME_STEP_MS = 5 * MINUTE_MS;
/** The longest that the servers we know accept. */
const DELTA_MOST_MS = DAY_MS;
const COUNT = 50;

/** Two searches from the same squares, for the same times and walks, ask the same. */
export function toJourneyRequest({ settings }: Context, search: NeighbourSearch): JourneyRequest {
  const { from, to } = searchEnds(search);
  const squareM = Math.max(SQUARE_LEAST_M, settings.PLACE_ROUNDING_M);
  const radiusM = search.walkM + maxApproximationM(squareM);
  return {
    from: approximatePosition(from, squareM),
    to: approximatePosition(to, squareM),
    radiusM: Math.ceil(radiusM / RADIUS_STEP_M) * RADIUS_STEP_M,
    ...toTimes(search),
  };
}

/** Around the preferred time, if the window is longer than a neighbour searches; else around its middle. */
function toTimes({ departsAfter, departsBefore, at }: NeighbourSearch) {
  const afterMs = floorTo(TIME_STEP_MS, Date.parse(departsAfter));
  const beforeMs = ceilTo(TIME_STEP_MS, Date.parse(departsBefore));
  const halfMs = ceilTo(TIME_STEP_MS, (beforeMs - afterMs) / 2);
  if (halfMs <= DELTA_MOST_MS)
    return {
      departureAtMs: afterMs + halfMs,
      timeDeltaMs: Math.max(halfMs, TIME_STEP_MS),
    };
  const firstMs = afterMs + DELTA_MOST_MS;
  const departureAtMs = at === undefined ? firstMs : floorTo(TIME_STEP_MS, Date.parse(at));
  return {
    departureAtMs,
    timeDeltaMs: DELTA_MOST_MS,
  };
}

const floorTo = (step: number, value: number) => Math.floor(value / step) * step;
const ceilTo = (step: number, value: number) => Math.ceil(value / step) * step;

/** The address to ask, in the parameters of standard-covoiturage: seconds and kilometres. */
export function toJourneyUrl(baseUrl: string, request: JourneyRequest): string {
  const { from, to, radiusM, departureAtMs, timeDeltaMs } = request;
  const query = new URLSearchParams({
    departureLat: String(from.lat),
    departureLng: String(from.lng),
    arrivalLat: String(to.lat),
    arrivalLng: String(to.lng),
    departureDate: String(departureAtMs / 1000),
    timeDelta: String(timeDeltaMs / 1000),
    departureRadius: String(radiusM / 1000),
    arrivalRadius: String(radiusM / 1000),
    count: String(COUNT),
  });
  return `${baseUrl}/driver_journeys?${query.toString()}`;
}
