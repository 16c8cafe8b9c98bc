import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type {
  NeighbourRide,
  NeighbourRides,
  NeighbourSearch,
} from "@commonlane/contract/neighbours";
import type { LatLng } from "@commonlane/contract/shapes";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { LRUCache } from "lru-cache";
import { approximatePosition, maxApproximationM } from "#modules/privacy/approximate/index.ts";
import { rankElsewhere, searchEnds, toSearch } from "#modules/rides/search/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { Area } from "#platform/db/schema/column-types.ts";
import { type NeighbourClient, NeighbourError, signedHeaders } from "./neighbour-client.ts";
import {
  findActiveNeighbours,
  type NeighbourRow,
  recordAnswered,
  recordFailed,
} from "./neighbours.store.ts";
import { covoiturageUrl, openApiKey, viewNeighbour, viewNeighbourRide } from "./neighbours.view.ts";
import { type Journey, readJourneys } from "./read-journeys.ts";

/** A ride that is closed or cancelled there disappears here after this time. */
const CACHED_MS = 30_000;
const CACHED_MAX = 500;
const RIDES_PER_NEIGHBOUR_MAX = 20;

/** Filters that answers of neighbours say nothing about. */
const UNKNOWN_THERE = [
  "instant",
  "sameGender",
  "luggage",
  "smoking",
  "pets",
  "stepFree",
  "wheelchair",
  "assistanceAnimal",
  "mark",
  "membersOf",
] as const;

/** Searches neighbours, and remembers their answers for half a minute. One per process. */
export class NeighbourSearches {
  readonly #client: NeighbourClient;
  /** Also those that are still asked for, so that equal searches at once are one request. */
  readonly #answers: LRUCache<string, Promise<Journey[] | undefined>>;

  constructor(client: NeighbourClient, now: () => Date) {
    this.#client = client;
    this.#answers = new LRUCache({
      max: CACHED_MAX,
      ttl: CACHED_MS,
      perf: { now: () => now().getTime() },
      ttlResolution: 0,
    });
  }

  /** Rides of all neighbours that cover the way, best first. Never fails because of a neighbour, nor waits over two seconds. */
  async find(ctx: OutsideContext, search: NeighbourSearch): Promise<NeighbourRides> {
    const ownSearch = toSearch(search);
    if (UNKNOWN_THERE.some((filter) => search[filter]))
      return {
        items: [],
        asked: [],
      };
    const request = toJourneyRequest(ctx, search);
    const rows = (await findActiveNeighbours(ctx)).filter((row) => coversWay(row.areas, request));
    const answers = await Promise.all(rows.map((row) => this.#ask(ctx, row, request)));
    const rank = rankElsewhere(ctx, ownSearch);
    const items = rows.flatMap((row, n) => {
      const journeys = answers[n] ?? [];
      const rides = journeys.flatMap(
        (journey) =>
          viewNeighbourRide(ctx, {
            row,
            journey,
            search,
            rank,
          }) ?? [],
      );
      return rides.toSorted(byOrder).slice(0, RIDES_PER_NEIGHBOUR_MAX);
    });
    return {
      items: items.toSorted(byOrder),
      asked: rows.map((row, n) => ({
        neighbour: viewNeighbour(row),
        hasAnswered: answers[n] !== undefined,
      })),
    };
  }

  /** Undefined if the neighbour does not answer. */
  async #ask(
    ctx: OutsideContext,
    row: NeighbourRow,
    request: JourneyRequest,
  ): Promise<Journey[] | undefined> {
    const url = toJourneyUrl(covoiturageUrl(row), request);
    const key = `${row.id} ${url}`;
    const known = this.#answers.get(key);
    if (known) return known;

    const asking = this.#request(ctx, row, url);
    this.#answers.set(key, asking);
    const journeys = await asking;
    if (!journeys) this.#answers.delete(key);
    return journeys;
  }

  async #request(
    ctx: OutsideContext,
    row: NeighbourRow,
    url: string,
  ): Promise<Journey[] | undefined> {
    try {
      const headers = await headersFor(ctx, row, url);
      const journeys = await this.#client.search(ctx, {
        id: row.id,
        url,
        headers,
        read: (answer) => readJourneys(answer, row.website_url),
      });
      await recordAnswered(ctx, row.id);
      return journeys;
    } catch (error) {
      if (!(error instanceof NeighbourError)) throw error;
      ctx.log.debug(
        {
          err: error,
          neighbour: row.url,
        },
        "a neighbour did not answer",
      );
      if (error.wasSent) await recordFailed(ctx, row.id, error.failure);
      return undefined;
    }
  }
}

async function headersFor(ctx: Context, row: NeighbourRow, url: string) {
  if (row.sealed_api_key === null)
    return signedHeaders(ctx, {
      method: "GET",
      url,
    });
  return { "x-api-key": await openApiKey(ctx, row.sealed_api_key) };
}

const byOrder = (a: NeighbourRide, b: NeighbourRide): number =>
  a.order - b.order || (a.id < b.id ? -1 : 1);

/** Rides pass near an area, too. */
const AREA_MARGIN_DEG = 20_000 / METRES_PER_DEGREE;

/** A neighbour that does not say where it has rides is asked always. */
function coversWay(areas: readonly Area[], { from, to }: JourneyRequest): boolean {
  return areas.length === 0 || areas.some((area) => isNear(area, from) || isNear(area, to));
}

function isNear([west, south, east, north]: Area, { lat, lng }: LatLng): boolean {
  const margin = AREA_MARGIN_DEG;
  const isWithinLat = lat >= south - margin && lat <= north + margin;
  return isWithinLat && lng >= west - 2 * margin && lng <= east + 2 * margin;
}

/** All that a neighbour learns of a search: two squares, a radius and times. */
interface JourneyRequest {
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
