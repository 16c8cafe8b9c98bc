// A ride with confirmed passengers in the simplest possible code: a list of places in driving order, measured again for
// each passenger by textbook formulas. Shares no formula with agreed-stops.ts.
import type { LatLng } from "../geo.ts";
import type { MatchRide, MatchSettings } from "../model.ts";
import type { Candidate } from "./oracle.ts";
import { estimateS } from "./oracle.ts";
import { greatCircleM } from "./oracle-sphere.ts";

/** A place on the driven route, without an id if it is the ride's own point. */
export interface OraclePoint {
  readonly at: LatLng;
  readonly id?: string;
  readonly end?: "in" | "out";
}

export const toOraclePoints = ({ points }: MatchRide): OraclePoint[] =>
  points.map((at) => ({ at }));

/** Adds the two stops of a candidate that was found on the ride of `measureDrive`. */
export const insertCandidate = (
  drivenPoints: readonly OraclePoint[],
  id: string,
  candidate: Candidate,
): OraclePoint[] => {
  const isAt = (n: number, at: LatLng): boolean =>
    drivenPoints[n]!.id === undefined && greatCircleM(drivenPoints[n]!.at, at) < 0.01;
  const { pickupLeg: i, dropoffLeg: j, pickup, dropoff } = candidate;
  // On one leg, a pickup is at the start or before the end, and a dropoff at the end or after the start.
  const needsPickupStop = !isAt(i, pickup) && (i === j || !isAt(i + 1, pickup));
  const needsDropoffStop = !isAt(j + 1, dropoff) && (i === j || !isAt(j, dropoff));
  const all: OraclePoint[] = [];
  for (let n = 0; n < drivenPoints.length; n++) {
    all.push(drivenPoints[n]!);
    if (n === i && needsPickupStop) all.push({ at: pickup, id, end: "in" });
    if (n === j && needsDropoffStop) all.push({ at: dropoff, id, end: "out" });
  }
  return all;
};

/** The driven ride: its legs, what is left of the limit, and the planned leg of each driven one. */
export const calculateOracleDrive = (
  planned: MatchRide,
  drivenPoints: readonly OraclePoint[],
  settings: MatchSettings,
) => {
  const legOf: number[] = [];
  for (let n = 1, leg = 0; n < drivenPoints.length; n++) {
    legOf.push(leg);
    if (drivenPoints[n]!.id === undefined) leg++;
  }
  const estimatedM = drivenPoints
    .slice(1)
    .map((to, n) => settings.roadFactor * greatCircleM(drivenPoints[n]!.at, to.at));
  const sumOn = (leg: number): number =>
    estimatedM.filter((_, n) => legOf[n] === leg).reduce((a, b) => a + b, 0);
  const extras = planned.seatsLeft.map(
    (_, leg) =>
      sumOn(leg) -
      settings.roadFactor * greatCircleM(planned.points[leg]!, planned.points[leg + 1]!),
  );
  const usedM = extras.reduce((a, b) => a + b, 0);
  const roads =
    planned.legs ??
    planned.seatsLeft.map((_, leg) => {
      const roadM =
        settings.roadFactor * greatCircleM(planned.points[leg]!, planned.points[leg + 1]!);
      return { distanceM: roadM, durationS: estimateS(roadM, settings) };
    });
  const legs = roads.some(() => drivenPoints.length > planned.points.length)
    ? legOf.map((leg, n) => {
        const total = sumOn(leg);
        const share = total > 0 ? estimatedM[n]! / total : legOf.lastIndexOf(leg) === n ? 1 : 0;
        return {
          distanceM: share * (roads[leg]!.distanceM + extras[leg]!),
          durationS: share * (roads[leg]!.durationS + extras[leg]! / settings.detourMps),
        };
      })
    : roads;
  const ride: MatchRide = {
    ...planned,
    points: drivenPoints.map(({ at }) => at),
    seatsLeft: legOf.map((leg) => planned.seatsLeft[leg]!),
    maxDetourM: Math.max(0, planned.maxDetourM - usedM),
    maxDetourS: Math.max(0, planned.maxDetourS - usedM / settings.detourMps),
    legs,
  };
  let seconds = 0;
  const instants = drivenPoints.map((_, n) => {
    if (n > 0) seconds += legs[n - 1]!.durationS;
    return planned.departsAtMs + seconds * 1000;
  });
  return { ride, legOf, usedM, instants };
};
