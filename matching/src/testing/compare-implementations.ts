import { CorridorIndex } from "../corridor-index.ts";
import { DEFAULT_MATCH_SETTINGS } from "../model.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "../model.ts";
import { findBrokenLimits, listAllCandidates, isNearMiss } from "./oracle.ts";
import type { Candidate } from "./oracle.ts";
import { matchRide, findNearMiss } from "../rule.ts";
import type { RandomScenario } from "./random-scenarios.ts";

/** Allowed difference between the two: the documented 1 m and 1 s. Limits are checked with this finer tolerance. */
const SAME_M = 1;
const SAME_S = 1;
const EDGE = 0.05;

/** Counts of compared items, so that a test can see that its scenarios were not empty. */
export interface Comparison {
  readonly problem: string | undefined;
  readonly matches: number;
  readonly nearMisses: number;
}

/** Runs rule, index and brute force on the same search. `problem` describes the first difference. */
export const compareImplementations = (
  { rides, search }: RandomScenario,
  settings: MatchSettings = DEFAULT_MATCH_SETTINGS,
): Comparison => {
  const matches: Match[] = [];
  const misses: NearMiss[] = [];
  let problem: string | undefined;
  for (const ride of rides) {
    const candidates = listAllCandidates(ride, search, settings);
    const match = matchRide(ride, search, settings);
    const miss = findNearMiss(ride, search, settings);
    problem ??=
      findMatchProblem(match, candidates, ride, search, settings) ??
      findNearMissProblem(match, miss, candidates, ride, search, settings);
    if (match !== undefined) matches.push(match);
    if (miss !== undefined) misses.push(miss);
  }
  problem ??= findIndexProblem(matches, misses, rides, search, settings);
  return { problem, matches: matches.length, nearMisses: misses.length };
};

/** Describes an error in a match, where `all` is every combination. */
export const findMatchProblem = (
  match: Match | undefined,
  candidates: readonly Candidate[],
  ride: MatchRide,
  search: Search,
  settings: MatchSettings,
): string | undefined => {
  const certain = candidates.filter(
    (c) => findBrokenLimits(c, ride, search, settings, -EDGE).length === 0,
  );
  if (match === undefined)
    return certain.length === 0 ? undefined : `${ride.id}: a match was not found`;
  const same = candidates.find((c) => hasSameFigures(c, match, settings));
  if (same === undefined) return `${ride.id}: no combination has these figures`;
  if (findBrokenLimits(same, ride, search, settings, EDGE).length > 0)
    return `${ride.id}: a match that is none`;
  return certain.some((c) => c.score < match.score - EDGE)
    ? `${ride.id}: not the least score`
    : undefined;
};

export const findNearMissProblem = (
  match: Match | undefined,
  miss: NearMiss | undefined,
  candidates: readonly Candidate[],
  ride: MatchRide,
  search: Search,
  settings: MatchSettings,
): string | undefined => {
  if (match !== undefined)
    return miss === undefined ? undefined : `${ride.id}: a match among the near misses`;
  const certain = candidates.filter((c) => isNearMiss(c, ride, search, settings, -EDGE));
  if (miss === undefined)
    return certain.length === 0 ? undefined : `${ride.id}: a near miss was not found`;
  const same = candidates.find((c) => hasSameFigures(c, miss.match, settings));
  if (same === undefined) return `${ride.id}: no combination has the near miss's figures`;
  if (!isNearMiss(same, ride, search, settings, EDGE))
    return `${ride.id}: a near miss that is far off`;
  const certainlyBroken = findBrokenLimits(same, ride, search, settings, EDGE);
  const possiblyBroken = findBrokenLimits(same, ride, search, settings, -EDGE);
  if (certainlyBroken.some((limit) => limit === "too short" || !miss.reasons.includes(limit)))
    return `${ride.id}: a reason unsaid`;
  if (miss.reasons.some((reason) => !possiblyBroken.includes(reason)))
    return `${ride.id}: a reason that is none`;
  const better = certain.some((c) => {
    const broken = findBrokenLimits(c, ride, search, settings, -EDGE).length;
    return (
      broken < miss.reasons.length ||
      (broken === miss.reasons.length && c.score < miss.match.score - EDGE)
    );
  });
  return better ? `${ride.id}: not the nearest miss` : undefined;
};

/** Returns true if a combination has the figures of a match. */
export const hasSameFigures = (c: Candidate, match: Match, settings: MatchSettings): boolean => {
  const metres: [number, number][] = [
    [c.walkFromM, match.walkFromM],
    [c.walkToM, match.walkToM],
    [c.detourM, match.detourM],
    [c.distanceM, match.distanceM],
  ];
  const seconds: [number, number][] = [
    [c.pickupAtMs / 1000, match.pickupAtMs / 1000],
    [c.dropoffAtMs / 1000, match.dropoffAtMs / 1000],
    [c.score - c.detourS, match.walkFromS + match.walkToS],
    [c.detourS, match.detourS],
    [c.score, match.score],
    [c.order, match.order],
  ];
  return (
    c.pickupLeg === match.pickupLeg &&
    c.dropoffLeg === match.dropoffLeg &&
    c.pickupBy === match.pickupBy &&
    c.dropoffBy === match.dropoffBy &&
    c.seatsLeft === match.seatsLeft &&
    Math.abs(c.shareOfRoute - match.shareOfRoute) < 1e-3 &&
    (c.farthestEndM > settings.partialBeyondM === match.partial ||
      Math.abs(c.farthestEndM - settings.partialBeyondM) < SAME_M) &&
    metres.every(([a, b]) => Math.abs(a - b) < SAME_M) &&
    seconds.every(([a, b]) => Math.abs(a - b) < SAME_S)
  );
};

const compareMatches = (a: Match, b: Match): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1);

/** The index must return exactly what matching every ride returns, in order. */
const findIndexProblem = (
  matches: readonly Match[],
  misses: readonly NearMiss[],
  rides: readonly MatchRide[],
  search: Search,
  settings: MatchSettings,
): string | undefined => {
  const index = new CorridorIndex(settings);
  for (const ride of rides) index.put(ride);
  const expected = matches.toSorted(compareMatches);
  const expectedMisses = misses.toSorted((a, b) => compareMatches(a.match, b.match));
  const limit = rides.length;
  if (JSON.stringify(index.find(search, { limit })) !== JSON.stringify(expected))
    return "the index finds other matches";
  if (JSON.stringify(index.nearMisses(search, { limit })) !== JSON.stringify(expectedMisses))
    return "the index finds other near misses";
  return undefined;
};
