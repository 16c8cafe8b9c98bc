// The rule of domain.md in the simplest possible code: every combination, nothing prepared, nothing skipped, textbook
// formulas. Shares no formula with rule.ts, so an error would have to be made twice to go unnoticed.
import type { LatLng } from "../geo.ts";
import { DEFAULT_MATCH_SETTINGS } from "../model.ts";
import type { MatchRide, MatchSettings, MissReason, Search } from "../model.ts";
import { greatCircleM, intermediate, nearestFraction } from "./oracle-sphere.ts";

/** One pickup and dropoff, allowed or not. */
export interface Candidate {
  readonly rideId: string;
  readonly pickupLeg: number;
  readonly dropoffLeg: number;
  readonly pickupBy: "walk" | "fetch";
  readonly dropoffBy: "walk" | "fetch";
  readonly pickup: LatLng;
  readonly dropoff: LatLng;
  readonly pickupAtMs: number;
  readonly dropoffAtMs: number;
  readonly walkFromM: number;
  readonly walkToM: number;
  readonly detourM: number;
  readonly detourS: number;
  readonly distanceM: number;
  readonly shareOfRoute: number;
  readonly seatsLeft: number;
  readonly score: number;
  readonly order: number;
  readonly farthestEndM: number;
}

/** Every combination of legs and ends in driving order with enough seats, at any cost. */
export const listAllCandidates = (
  ride: MatchRide,
  search: Search,
  settings: MatchSettings = DEFAULT_MATCH_SETTINGS,
): Candidate[] => {
  const all: Candidate[] = [];
  const legs = ride.points.length - 1;
  const fractionsOf = (place: LatLng): number[] =>
    ride.points.slice(1).map((to, leg) => nearestFraction(ride.points[leg]!, to, place));
  const fractionsA = fractionsOf(search.from);
  const fractionsB = fractionsOf(search.to);
  for (let i = 0; i < legs; i++) {
    for (let j = i; j < legs; j++) {
      const seatsLeft = Math.min(...ride.seatsLeft.slice(i, j + 1));
      if (seatsLeft < search.seats) continue;
      for (const fetchA of [false, true]) {
        for (const fetchB of [false, true]) {
          if ((fetchA || fetchB) && ride.maxDetourM === 0 && ride.maxDetourS === 0) continue;
          if (i === j && !fetchA && !fetchB && fractionsA[i]! > fractionsB[j]!) continue;
          const X = fetchA
            ? search.from
            : intermediate(ride.points[i]!, ride.points[i + 1]!, fractionsA[i]!);
          const Y = fetchB
            ? search.to
            : intermediate(ride.points[j]!, ride.points[j + 1]!, fractionsB[j]!);
          all.push({
            ...measure(ride, search, settings, { i, j, X, Y, fetchA, fetchB }),
            seatsLeft,
          });
        }
      }
    }
  }
  return all;
};

/** One combination: pickup on leg i at X, dropoff on leg j at Y. */
interface Ends {
  readonly i: number;
  readonly j: number;
  readonly X: LatLng;
  readonly Y: LatLng;
  readonly fetchA: boolean;
  readonly fetchB: boolean;
}

const measure = (
  ride: MatchRide,
  search: Search,
  settings: MatchSettings,
  { i, j, X, Y, fetchA, fetchB }: Ends,
): Omit<Candidate, "seatsLeft"> => {
  const [detourA, detourB] = calculateDetours(ride, search, settings, {
    i,
    j,
    X,
    Y,
    fetchA,
    fetchB,
  });
  const { pickedUp, droppedOff, total } = measureDrive(
    ride,
    settings,
    { i, j, X, Y, fetchA, fetchB },
    detourA,
    detourB,
  );
  const detourM = detourA + detourB;
  const detourS = detourM / settings.detourMps;
  const walkFromM = settings.walkFactor * greatCircleM(search.from, X);
  const walkToM = settings.walkFactor * greatCircleM(Y, search.to);
  const pickupAtMs = ride.departsAtMs + pickedUp.seconds * 1000;
  const score = detourS + walkFromM / settings.walkMps + walkToM / settings.walkMps;
  const rideM = droppedOff.metres - pickedUp.metres;
  return {
    rideId: ride.id,
    pickupLeg: i,
    dropoffLeg: j,
    pickupBy: fetchA ? "fetch" : "walk",
    dropoffBy: fetchB ? "fetch" : "walk",
    pickup: X,
    dropoff: Y,
    pickupAtMs,
    dropoffAtMs: ride.departsAtMs + droppedOff.seconds * 1000,
    walkFromM,
    walkToM,
    detourM,
    detourS,
    distanceM: droppedOff.metres - pickedUp.metres,
    shareOfRoute: (droppedOff.metres - pickedUp.metres) / total.metres,
    score,
    order:
      droppedOff.seconds -
      pickedUp.seconds -
      estimateS(settings.roadFactor * greatCircleM(search.from, search.to), settings) +
      (settings.walkWeight * (walkFromM + walkToM)) / settings.walkMps +
      hourOf(pickupAtMs, search, settings) +
      lateFor(detourM, rideM),
    farthestEndM: Math.max(greatCircleM(X, ride.points[0]!), greatCircleM(Y, ride.points.at(-1)!)),
  };
};

/** Weight of the pickup time: its distance from the preferred instant, or else from daytime by the sun at A. */
export const hourOf = (pickupAtMs: number, search: Search, settings: MatchSettings): number => {
  const { atMs, from, departsAfterMs, departsBeforeMs } = search;
  if (atMs !== undefined)
    return settings.waitWeight * (Math.max(pickupAtMs, atMs) - Math.min(pickupAtMs, atMs)) * 0.001;
  const sun = new Date(pickupAtMs + from.lng * 4 * 60_000);
  const midnight = Date.UTC(sun.getUTCFullYear(), sun.getUTCMonth(), sun.getUTCDate());
  // Nearest of three: the day before, this day, the next day.
  const off = [-1, 0, 1].map((day) => {
    const beginsMs = midnight + day * 86_400_000 + settings.dayFromS * 1000;
    const endsMs = midnight + day * 86_400_000 + settings.dayUntilS * 1000;
    return Math.max(0, beginsMs - sun.getTime(), sun.getTime() - endsMs);
  });
  // A pickup outside the window also counts its distance from it.
  let missedMs = 0;
  if (pickupAtMs < departsAfterMs) missedMs = departsAfterMs - pickupAtMs;
  if (pickupAtMs > departsBeforeMs) missedMs = pickupAtMs - departsBeforeMs;
  return (settings.nightWeight * Math.min(...off) + settings.waitWeight * missedMs) / 1000;
};

/** A longer detour than the passenger's ride comes last: 60 days. */
export const lateFor = (detourM: number, rideM: number): number =>
  detourM > rideM ? 5_184_000 : 0;

/** The host's extra metres for pickup and dropoff, by the formulas of domain.md. */
const calculateDetours = (
  { points: p }: MatchRide,
  { from: A, to: B }: Search,
  settings: MatchSettings,
  { i, j, X, Y, fetchA, fetchB }: Ends,
): [number, number] => {
  const d = (a: LatLng, b: LatLng): number => settings.roadFactor * greatCircleM(a, b);
  if (i < j) {
    return [
      fetchA ? d(p[i]!, A) + d(A, p[i + 1]!) - d(p[i]!, p[i + 1]!) : 0,
      fetchB ? d(p[j]!, B) + d(B, p[j + 1]!) - d(p[j]!, p[j + 1]!) : 0,
    ];
  }
  if (fetchA && fetchB) return [d(p[i]!, A) + d(A, B) + d(B, p[i + 1]!) - d(p[i]!, p[i + 1]!), 0];
  if (fetchA) return [d(p[i]!, A) + d(A, Y) - d(p[i]!, Y), 0];
  if (fetchB) return [0, d(X, B) + d(B, p[i + 1]!) - d(X, p[i + 1]!)];
  return [0, 0];
};

/** The whole drive piece by piece. The pieces of a leg share its road and its detour by length. */
const measureDrive = (
  { points: p, legs }: MatchRide,
  settings: MatchSettings,
  { i, j, X, Y }: Ends,
  detourA: number,
  detourB: number,
) => {
  let metres = 0;
  let seconds = 0;
  let pickedUp = { metres, seconds };
  let droppedOff = { metres, seconds };
  for (let leg = 0; leg + 1 < p.length; leg++) {
    const via = [p[leg]!, ...(leg === i ? [X] : []), ...(leg === j ? [Y] : []), p[leg + 1]!];
    const detour = (leg === i ? detourA : 0) + (leg === j ? detourB : 0);
    const roadM =
      legs?.[leg]?.distanceM ?? settings.roadFactor * greatCircleM(p[leg]!, p[leg + 1]!);
    const roadS = legs?.[leg]?.durationS ?? estimateS(roadM, settings);
    const pieces = via.slice(1).map((to, k) => greatCircleM(via[k]!, to));
    const length = pieces.reduce((a, b) => a + b, 0);
    for (let k = 0; k < pieces.length; k++) {
      const share = length > 0 ? pieces[k]! / length : k === pieces.length - 1 ? 1 : 0;
      metres += share * (roadM + detour);
      seconds += share * (roadS + detour / settings.detourMps);
      if (leg === i && k === 0) pickedUp = { metres, seconds };
      if (leg === j && k === pieces.length - 2) droppedOff = { metres, seconds };
    }
  }
  return { pickedUp, droppedOff, total: { metres, seconds } };
};

/** The estimated time of a way: of its length, 4 km in towns, then 26 km on country roads, the rest on motorways. */
export const estimateS = (
  roadM: number,
  { timeFactor }: Pick<MatchSettings, "timeFactor">,
): number => {
  const town = Math.min(roadM, 4_000);
  const country = Math.min(roadM - town, 26_000);
  return timeFactor * 3.6 * (town / 30 + country / 55 + (roadM - town - country) / 114);
};

/** Limits that a candidate breaks, each relaxed by `ease` (metres and seconds; negative to tighten). */
export const findBrokenLimits = (
  c: Candidate,
  ride: MatchRide,
  search: Search,
  settings: MatchSettings,
  ease = 0,
): (MissReason | "too short")[] => {
  const broken: (MissReason | "too short")[] = [];
  if (c.distanceM < settings.minRideM - ease) broken.push("too short");
  if (
    c.pickupAtMs < search.departsAfterMs - ease * 1000 ||
    c.pickupAtMs > search.departsBeforeMs + ease * 1000
  )
    broken.push("window");
  if (c.detourM > ride.maxDetourM + ease || c.detourS > ride.maxDetourS + ease)
    broken.push("detour");
  if (c.walkFromM > search.walkM + ease || c.walkToM > search.walkM + ease) broken.push("walk");
  const onFootM = settings.walkFactor * greatCircleM(search.from, search.to);
  if (c.walkFromM + c.walkToM > onFootM + ease) broken.push("too short");
  return broken;
};

/** Returns true if a candidate is within the limits of a near miss. */
export const isNearMiss = (
  c: Candidate,
  ride: MatchRide,
  search: Search,
  settings: MatchSettings,
  ease = 0,
): boolean =>
  findBrokenLimits(
    c,
    {
      ...ride,
      maxDetourM: ride.maxDetourM * settings.nearMissDetourFactor,
      maxDetourS: ride.maxDetourS * settings.nearMissDetourFactor,
    },
    {
      ...search,
      departsAfterMs: search.departsAfterMs - settings.nearMissWindowMs,
      departsBeforeMs: search.departsBeforeMs + settings.nearMissWindowMs,
      walkM: search.walkM * settings.nearMissWalkFactor,
    },
    settings,
    ease,
  ).length === 0;

/** The candidate with the lowest score for each ride that satisfies the rule, in the order of the rule. */
export const findMatchesByBruteForce = (
  rides: readonly MatchRide[],
  search: Search,
  settings: MatchSettings = DEFAULT_MATCH_SETTINGS,
): Candidate[] => {
  const matches: Candidate[] = [];
  for (const ride of rides) {
    const allowed = listAllCandidates(ride, search, settings).filter(
      (c) => findBrokenLimits(c, ride, search, settings).length === 0,
    );
    const [least] = allowed.toSorted((a, b) => a.score - b.score);
    if (least !== undefined) matches.push(least);
  }
  return matches.toSorted(
    (a, b) => a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1),
  );
};
