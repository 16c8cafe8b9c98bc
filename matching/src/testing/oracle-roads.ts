// The rule on roads in the simplest possible code: every combination, nothing skipped. Shares no formula with
// road-rule.ts.
import { estimateDriveS } from "../driving-estimate.ts";
import type { LatLng } from "../geo.ts";
import type { MatchSettings, Search } from "../model.ts";
import type { RoadRide } from "../road-rule.ts";
import { hourOf, lateFor } from "./oracle.ts";
import type { Candidate } from "./oracle.ts";
import { greatCircleM, intermediate, nearestFraction } from "./oracle-sphere.ts";

interface Drive {
  readonly m: number;
  readonly s: number;
}

/** A road as the routing engine says; null if there is none. */
export type RoadOracle = (
  from: LatLng,
  to: LatLng,
) => { readonly distanceM: number; readonly durationS: number } | null;

/** One way to get in or out: a place, and how far along the leg it is if the passenger walks there. */
interface End {
  readonly leg: number;
  readonly place: LatLng;
  readonly walkM: number;
  readonly walkS: number;
  readonly along: Drive | undefined;
}

/** Every combination of legs and ends in driving order with enough seats, at any cost. */
export const listAllRoadCandidates = (
  ride: RoadRide,
  search: Search,
  roads: RoadOracle,
  settings: MatchSettings,
): Candidate[] => {
  const road = (from: LatLng, to: LatLng): Drive | null => {
    const found = roads(from, to);
    const straightM = greatCircleM(from, to);
    return (
      found && {
        m: Math.max(found.distanceM, straightM),
        s: Math.max(found.durationS, straightM / 50),
      }
    );
  };
  const all: Candidate[] = [];
  for (const pickup of listEnds(
    ride,
    search.from,
    search.walkM * settings.nearMissWalkFactor,
    settings,
  )) {
    for (const dropoff of listEnds(
      ride,
      search.to,
      search.walkM * settings.nearMissWalkFactor,
      settings,
    )) {
      if (dropoff.leg < pickup.leg) continue;
      const seatsLeft = Math.min(...ride.seatsLeft.slice(pickup.leg, dropoff.leg + 1));
      if (seatsLeft < search.seats) continue;
      const figures = driveWith(ride, pickup, dropoff, road);
      if (figures)
        all.push({
          ...toCandidate(ride, search, settings, { pickup, dropoff, ...figures }),
          seatsLeft,
        });
    }
  }
  return all;
};

const listEnds = (
  ride: RoadRide,
  place: LatLng,
  maxWalkM: number,
  settings: MatchSettings,
): End[] =>
  ride.legs.flatMap((leg, k) => {
    const ends: End[] = [];
    if (ride.meetingPoints) {
      for (const { at, along, walkM, walkS } of ride.meetingPoints(k, place, maxWalkM))
        ends.push({
          leg: k,
          place: at,
          walkM,
          walkS,
          along: { m: along.distanceM, s: along.durationS },
        });
    } else {
      const { at, share } = nearestOf(leg.line, place);
      const walkM = settings.walkFactor * greatCircleM(at, place);
      const along = { m: share * leg.distanceM, s: share * leg.durationS };
      const own = share === 0 ? ride.points[k]! : share === 1 ? ride.points[k + 1]! : at;
      ends.push({ leg: k, place: own, walkM, walkS: walkM / settings.walkMps, along });
    }
    if (ride.maxDetourM > 0 || ride.maxDetourS > 0)
      ends.push({ leg: k, place, walkM: 0, walkS: 0, along: undefined });
    return ends;
  });

const nearestOf = (line: readonly LatLng[], place: LatLng): { at: LatLng; share: number } => {
  const lengths = line.slice(1).map((to, n) => greatCircleM(line[n]!, to));
  const total = lengths.reduce((a, b) => a + b, 0);
  let best = { at: line[0]!, off: greatCircleM(line[0]!, place), before: 0 };
  let before = 0;
  for (const [n, length] of lengths.entries()) {
    // Both ends of this piece are too far away.
    if (greatCircleM(line[n]!, place) - length > best.off) {
      before += length;
      continue;
    }
    const fraction = nearestFraction(line[n]!, line[n + 1]!, place);
    for (const [at, alongM] of [
      [intermediate(line[n]!, line[n + 1]!, fraction), before + fraction * length],
      [line[n + 1]!, before + length],
    ] as const) {
      const off = greatCircleM(at, place);
      if (off < best.off) best = { at, off, before: alongM };
    }
    before += length;
  }
  return { at: best.at, share: total > 0 ? best.before / total : 0 };
};

/** The places that the car visits on these legs, in order, and the drives between them; undefined without a road. */
const driveWith = (
  ride: RoadRide,
  pickup: End,
  dropoff: End,
  road: (from: LatLng, to: LatLng) => Drive | null,
): { toPickup: Drive; between: Drive; detourM: number; detourS: number } | undefined => {
  const legOf = (k: number): Drive => ({ m: ride.legs[k]!.distanceM, s: ride.legs[k]!.durationS });
  const toEnd = (end: End) => end.along ?? road(ride.points[end.leg]!, end.place);
  const fromEnd = (end: End) =>
    end.along
      ? { m: legOf(end.leg).m - end.along.m, s: legOf(end.leg).s - end.along.s }
      : road(end.place, ride.points[end.leg + 1]!);
  const beforeLeg = (k: number) =>
    ride.legs
      .slice(0, k)
      .reduce((a, leg) => ({ m: a.m + leg.distanceM, s: a.s + leg.durationS }), { m: 0, s: 0 });
  const to = toEnd(pickup);
  const from = fromEnd(dropoff);
  if (!to || !from) return undefined;
  const start = beforeLeg(pickup.leg);
  const toPickup = { m: start.m + to.m, s: start.s + to.s };
  if (pickup.leg === dropoff.leg) {
    const leg = legOf(pickup.leg);
    if (pickup.along && dropoff.along) {
      if (dropoff.along.m < pickup.along.m) return undefined;
      const between = { m: dropoff.along.m - pickup.along.m, s: dropoff.along.s - pickup.along.s };
      return { toPickup, between, detourM: 0, detourS: 0 };
    }
    const between = road(pickup.place, dropoff.place);
    if (!between) return undefined;
    const detourM = Math.max(0, to.m + between.m + from.m - leg.m);
    return { toPickup, between, detourM, detourS: Math.max(0, to.s + between.s + from.s - leg.s) };
  }
  const on = fromEnd(pickup);
  const until = toEnd(dropoff);
  if (!on || !until) return undefined;
  const whole = beforeLeg(dropoff.leg);
  const first = beforeLeg(pickup.leg + 1);
  const over = (a: Drive, b: Drive, end: End): Drive =>
    end.along
      ? { m: 0, s: 0 }
      : {
          m: Math.max(0, a.m + b.m - legOf(end.leg).m),
          s: Math.max(0, a.s + b.s - legOf(end.leg).s),
        };
  const a = over(to, on, pickup);
  const b = over(until, from, dropoff);
  const between = { m: on.m + whole.m - first.m + until.m, s: on.s + whole.s - first.s + until.s };
  return { toPickup, between, detourM: a.m + b.m, detourS: a.s + b.s };
};

interface Measured {
  readonly pickup: End;
  readonly dropoff: End;
  readonly toPickup: Drive;
  readonly between: Drive;
  readonly detourM: number;
  readonly detourS: number;
}

const toCandidate = (
  ride: RoadRide,
  search: Search,
  settings: MatchSettings,
  { pickup, dropoff, toPickup, between, detourM, detourS }: Measured,
): Omit<Candidate, "seatsLeft"> => {
  const pickupAtMs = ride.departsAtMs + toPickup.s * 1000;
  const totalM = ride.legs.reduce((sum, leg) => sum + leg.distanceM, 0);
  const walkS = pickup.walkS + dropoff.walkS;
  const directS =
    settings.timeFactor *
    estimateDriveS(settings.roadFactor * greatCircleM(search.from, search.to));
  return {
    rideId: ride.id,
    pickupLeg: pickup.leg,
    dropoffLeg: dropoff.leg,
    pickupBy: pickup.along ? "walk" : "fetch",
    dropoffBy: dropoff.along ? "walk" : "fetch",
    pickup: pickup.place,
    dropoff: dropoff.place,
    pickupAtMs,
    dropoffAtMs: pickupAtMs + between.s * 1000,
    walkFromM: pickup.walkM,
    walkToM: dropoff.walkM,
    detourM,
    detourS,
    distanceM: between.m,
    shareOfRoute: Math.min(1, between.m / (totalM + detourM)),
    score: detourS + walkS,
    order:
      between.s -
      directS +
      settings.walkWeight * walkS +
      hourOf(pickupAtMs, search, settings) +
      lateFor(detourM, between.m),
    farthestEndM: Math.max(
      greatCircleM(pickup.place, ride.points[0]!),
      greatCircleM(dropoff.place, ride.points.at(-1)!),
    ),
  };
};
