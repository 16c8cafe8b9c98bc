import { distanceM, METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import type { Traveller } from "./travellers.ts";

/** A route of the routing engine. */
interface Route {
  readonly distanceM: number;
  readonly durationS: number;
  readonly along: readonly Passenger[];
}

/** Someone without a car whose way lies along a route. */
export interface Passenger {
  readonly seeker: Traveller;
  readonly pickup: Place;
  readonly dropoff: Place;
  /** They get in and out near the ends of the route, and therefore ask for a seat all the way. */
  readonly isAllTheWay: boolean;
}

interface Ends {
  readonly origin: Place;
  readonly destination: Place;
}

/** As near to a route, one can be met with a short detour. */
const NEAR_M = 700;
const NEAR_END_M = 1_300;

/** The routes of all trips, and who could come along. */
export class Routes {
  readonly #routes: ReadonlyMap<string, Route>;

  private constructor(routes: ReadonlyMap<string, Route>) {
    this.#routes = routes;
  }

  static load(ctx: Context, trips: readonly Ends[], seekers: readonly Traveller[]): Routes {
    const routes = new Map<string, Route>();
    for (const { origin, destination } of trips) {
      const key = keyOf({ origin, destination });
      if (routes.has(key)) continue;
      const { legs } = ctx.routing.route([origin, destination]);
      const line = legs.flatMap((leg) => leg.line);
      const sum = (measure: "distanceM" | "durationS") =>
        legs.reduce((total, leg) => total + leg[measure], 0);
      const along = alongside(line, seekers);
      routes.set(key, {
        distanceM: sum("distanceM"),
        durationS: sum("durationS"),
        along,
      });
    }
    return new Routes(routes);
  }

  get(ends: Ends): Route {
    const route = this.#routes.get(keyOf(ends));
    if (!route)
      throw new Error(
        `No route was loaded from ${ends.origin.label} to ${ends.destination.label}.`,
      );
    return route;
  }

  /** The distance there or back, whichever is shorter: a series has one price, which must be fair both ways. */
  shorterDistanceM({ origin, destination }: Ends): number {
    const there = this.get({ origin, destination });
    const back =
      this.#routes.get(
        keyOf({
          origin: destination,
          destination: origin,
        }),
      ) ?? there;
    return Math.min(there.distanceM, back.distanceM);
  }
}

function keyOf({ origin, destination }: Ends) {
  return `${origin.placeId} ${destination.placeId}`;
}

function alongside(line: readonly LatLng[], seekers: readonly Traveller[]): Passenger[] {
  return seekers.flatMap((seeker) => {
    const [goal] = seeker.goals.values();
    if (!goal) return [];
    const home = findNearest(line, seeker.home);
    const away = findNearest(line, goal);
    if (home === undefined || away === undefined || home === away) return [];
    const [pickup, dropoff] = home < away ? [seeker.home, goal] : [goal, seeker.home];
    const isAllTheWay = isNearEnd(line[0], pickup) && isNearEnd(line.at(-1), dropoff);
    return [
      {
        seeker,
        pickup,
        dropoff,
        isAllTheWay,
      },
    ];
  });
}

const isNearEnd = (end: LatLng | undefined, place: LatLng): boolean =>
  end !== undefined && distanceM(end, place) < NEAR_END_M;

/** How far along a line the point nearest to a place is, counted in points of the line; undefined if it is far away. */
function findNearest(line: readonly LatLng[], place: LatLng): number | undefined {
  let nearest: number | undefined = undefined;
  let nearestM = NEAR_M;
  const east = METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180);
  const toMetres = ({ lat, lng }: LatLng) =>
    [(lng - place.lng) * east, (lat - place.lat) * METRES_PER_DEGREE] as const;
  for (let n = 1; n < line.length; n++) {
    const from = line[n - 1];
    const to = line[n];
    if (!from || !to) continue;
    const [x, y] = toMetres(from);
    const [toX, toY] = toMetres(to);
    const dx = toX - x;
    const dy = toY - y;
    const part = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)));
    const metres = Math.hypot(x + part * dx, y + part * dy);
    if (metres < nearestM) [nearest, nearestM] = [n - 1 + part, metres];
  }
  return nearest;
}
