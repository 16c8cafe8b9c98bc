import { HOUR_MS } from "@commonlane/contract/durations";
import { detourByLegM, withAgreedStops } from "@commonlane/matching/agreed-stops";
import type { LatLng } from "@commonlane/matching/geo";
import { matchRide, type MatchRide } from "@commonlane/matching/rule";
import { approximatePosition } from "../../../server/src/modules/privacy/approximate/index.ts";
import { matchSettings } from "../../../server/src/modules/rides/route/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import type { Road } from "../../../server/src/platform/routing/routing-engine.ts";
import { offset, sumOfErrors } from "./fit-place.ts";

const SQUARE_M = 500;
/** Who books so close to the route is met on it. */
const ON_ROUTE_M = 50;
/** Any time of departure: detours do not depend on it. */
const DEPARTS_AT_MS = 0;

/** A detour that a passenger reads from a search, for a pickup at `from`. */
export interface SearchedDetour {
  readonly from: LatLng;
  readonly detourM: number;
}

/** The length of the ride that a passenger reads after booking with a pickup at `at`. */
export interface BookedLength {
  readonly at: LatLng;
  readonly distanceM: number;
}

/** Where a ride drives, and how an attacker predicts what is shown if the other passenger lived at a place. */
export interface Landscape {
  readonly name: string;
  /** Below this, steps make no difference. */
  readonly stepM: number;
  readonly origin: LatLng & { readonly label: string };
  readonly destination: LatLng & { readonly label: string };
  readonly terms: { readonly maxDetourM: number; readonly maxDetourS: number };
  /** The middle of the square in which the other passenger lives. */
  readonly middle: LatLng;
  readonly doors: readonly LatLng[];
  readonly searchedFrom: (n: number) => LatLng;
  readonly bookedAt: (n: number) => LatLng;
  /** In the square itself: whether somebody gets in before or after a door there halves the places where it can be. */
  readonly nextTo: (n: number) => LatLng;
  readonly searchErrors: (
    places: readonly LatLng[],
    seen: readonly SearchedDetour[],
  ) => Promise<number[]>;
  readonly bookingErrors: (
    places: readonly LatLng[],
    seen: readonly BookedLength[],
  ) => Promise<number[]>;
  /** If the other passenger is shown in the middle of the square, but the order of the stops follows from the place. */
  readonly orderErrors: (
    places: readonly LatLng[],
    seen: readonly BookedLength[],
  ) => Promise<number[]>;
  /** For a stop of the host, which everyone sees. */
  readonly shownStopErrors: (
    places: readonly LatLng[],
    seen: readonly SearchedDetour[],
  ) => Promise<number[]>;
}

/** The host's ends are shown as squares; in the middle of one, they are where they are shown. */
const inMiddle = ({ label, ...at }: LatLng & { readonly label: string }) => ({
  label,
  ...approximatePosition(at, SQUARE_M),
});

/** Two doors in opposite corners of the square, and others all over it. */
const doorsAround = (middle: LatLng, count: number) => [
  offset(middle, -235, -235),
  offset(middle, 235, 235),
  ...Array.from({ length: count - 2 }, (_, n) =>
    offset(middle, 230 * Math.cos(2 * n), 230 * Math.sin(3 * n + 1)),
  ),
];

/** Along the Rhine, where no region is installed: lengths are estimated, so they depend on places smoothly. */
export function estimatedLandscape({ settings }: Pick<Context, "settings">): Landscape {
  const middle = approximatePosition({ lat: 49.01947, lng: 8.41443 }, SQUARE_M);
  const origin = inMiddle({ label: "Freiburg", lat: 47.9959, lng: 7.8522 });
  const destination = inMiddle({ label: "Köln", lat: 50.9331, lng: 6.95 });
  const terms = { maxDetourM: 60_000, maxDetourS: 7_200 };
  const pace = matchSettings(settings);
  const points = [origin, destination];
  const planned: MatchRide = {
    id: "",
    points,
    departsAtMs: DEPARTS_AT_MS,
    seatsLeft: [4],
    ...terms,
  };
  const plannedM = detourByLegM([origin, origin], [{ at: destination, leg: 0 }], pace).map(
    (metres) => metres / 2,
  );
  const lengthM = (stops: readonly LatLng[]) => {
    const detours = detourByLegM(
      points,
      stops.map((at) => ({ at, leg: 0 })),
      pace,
    );
    return [...plannedM, ...detours].reduce((sum, metres) => sum + metres, 0);
  };

  const matchOn = (ride: MatchRide, from: LatLng, walkM: number) => {
    const window = { departsAfterMs: DEPARTS_AT_MS, departsBeforeMs: DEPARTS_AT_MS + 12 * HOUR_MS };
    return matchRide(ride, { from, to: destination, ...window, seats: 1, walkM }, pace);
  };
  const detourOn = (ride: MatchRide, from: LatLng) => matchOn(ride, from, 0)?.detourM ?? 0;
  const errorsOn = (ride: MatchRide, seen: readonly SearchedDetour[]) =>
    sumOfErrors(seen.map(({ from, detourM }) => detourOn(ride, from) - detourM));
  const withPassengerAt = (at: LatLng) =>
    withAgreedStops(planned, [{ id: "", end: "in", at, leg: 0 }], pace);
  const withStopAt = (at: LatLng): MatchRide => ({
    ...planned,
    points: [origin, at, destination],
    seatsLeft: [4, 4],
  });

  return {
    name: "estimated lengths",
    stepM: 0.02,
    origin,
    destination,
    terms,
    middle,
    doors: doorsAround(middle, 7),
    searchedFrom: (n) => offset(middle, 4_000 * Math.cos(n * 2.4), 4_000 * Math.sin(n * 2.4)),
    bookedAt: (n) => offset(middle, 2_000 + 900 * n, (n % 3) * 2_500 - 2_500),
    nextTo: (n) => offset(middle, 100 * (n % 5) - 200, 100 * Math.floor(n / 5) - 200),
    searchErrors: async (places, seen) =>
      places.map((place) => errorsOn(withPassengerAt(place), seen)),
    shownStopErrors: async (places, seen) =>
      places.map((place) => errorsOn(withStopAt(place), seen)),
    bookingErrors: async (places, seen) =>
      places.map((place) =>
        sumOfErrors(
          seen.map(
            ({ at, distanceM }) => Math.min(lengthM([place, at]), lengthM([at, place])) - distanceM,
          ),
        ),
      ),
    orderErrors: async (places, seen) =>
      places.map((place) => {
        const errors = seen.map(({ at, distanceM }) => {
          const isFirst = matchOn(withPassengerAt(place), at, ON_ROUTE_M)?.pickupLeg === 1;
          return lengthM(isFirst ? [middle, at] : [at, middle]) - distanceM;
        });
        return sumOfErrors(errors);
      }),
  };
}

/** From Balzers to Ruggell on the roads of Liechtenstein, past a passenger in Vaduz. */
export function roadLandscape({ routing }: Pick<Context, "routing">): Landscape {
  const middle = approximatePosition({ lat: 47.141, lng: 9.5209 }, SQUARE_M);
  const origin = inMiddle({ label: "Balzers", lat: 47.0666, lng: 9.5033 });
  const destination = inMiddle({ label: "Ruggell", lat: 47.2382, lng: 9.5249 });

  const measure = (places: readonly LatLng[], others: readonly LatLng[]) =>
    measureLengths(routing, { origin, destination }, places, others);

  /** What a pickup adds to the ride by way of each place. */
  const searchErrors: Landscape["searchErrors"] = async (places, seen) => {
    const road = measure(
      places,
      seen.map(({ from }) => from),
    );
    return places.map((_, place) => {
      const errors = seen.map(({ detourM }, n) => {
        const lengthM = Math.min(
          road.placeLast(place, FIRST + n),
          road.placeFirst(place, FIRST + n),
        );
        return lengthM - road.by(place) - detourM;
      });
      return sumOfErrors(errors);
    });
  };

  return {
    name: "on roads",
    stepM: 5,
    origin,
    destination,
    terms: { maxDetourM: 20_000, maxDetourS: 3_600 },
    middle,
    doors: doorsAround(middle, 4),
    searchedFrom: (n) => offset(middle, 900 * Math.cos(n * 2.4), 900 * Math.sin(n * 2.4)),
    bookedAt: (n) => offset(middle, 600 + 700 * n, (n % 3) * 500 - 500),
    nextTo: (n) => offset(middle, 100 * (n % 5) - 200, 100 * Math.floor(n / 5) - 200),
    searchErrors,
    shownStopErrors: searchErrors,
    bookingErrors: async (places, seen) => {
      const road = measure(
        places,
        seen.map(({ at }) => at),
      );
      return places.map((_, place) => {
        const errors = seen.map(
          ({ distanceM }, n) =>
            Math.min(road.placeFirst(place, FIRST + n), road.placeLast(place, FIRST + n)) -
            distanceM,
        );
        return sumOfErrors(errors);
      });
    },
    orderErrors: async (places, seen) => {
      const road = measure(places, [...seen.map(({ at }) => at), middle]);
      const inMiddle = FIRST + seen.length;
      return places.map((_, place) => {
        const errors = seen.map(({ distanceM }, n) => {
          const at = FIRST + n;
          const isFirst = road.placeFirst(place, at) <= road.placeLast(place, at);
          return (
            (isFirst ? road.knownFirst(inMiddle, at) : road.knownFirst(at, inMiddle)) - distanceM
          );
        });
        return sumOfErrors(errors);
      });
    },
  };
}

/** Lengths between the known points, the first of which are both ends of the ride, and each place. */
function measureLengths(
  routing: Context["routing"],
  { origin, destination }: { origin: LatLng; destination: LatLng },
  places: readonly LatLng[],
  others: readonly LatLng[],
) {
  const known = [origin, destination, ...others];
  const into = tableOf(routing, known, places);
  const outOf = tableOf(routing, places, known);
  const between = tableOf(routing, known, known);
  const fromStart = (place: number) => metres(into[START]?.[place]);
  const toEnd = (place: number) => metres(outOf[place]?.[END]);
  return {
    /** The ride by way of a place and then a known point, or the other way round. */
    placeFirst: (place: number, at: number) =>
      fromStart(place) + metres(outOf[place]?.[at]) + metres(between[at]?.[END]),
    placeLast: (place: number, at: number) =>
      metres(between[START]?.[at]) + metres(into[at]?.[place]) + toEnd(place),
    knownFirst: (first: number, second: number) =>
      metres(between[START]?.[first]) +
      metres(between[first]?.[second]) +
      metres(between[second]?.[END]),
    by: (place: number) => fromStart(place) + toEnd(place),
  };
}

const tableOf = (
  routing: Context["routing"],
  sources: readonly LatLng[],
  targets: readonly LatLng[],
): (Road | null)[][] => sources.map((from) => targets.map((to) => routing.road(from, to)));

const metres = (road: Road | null | undefined) => road?.distanceM ?? 0;

/** Among the known points. */
const START = 0;
const END = 1;
const FIRST = 2;
