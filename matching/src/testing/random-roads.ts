import { distanceM, pointAlongLeg } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import type { MatchRide } from "../model.ts";
import { MEETING_POINT_OFF_LINE_M } from "../road-rule.ts";
import type { MeetingPoints, Road, RoadRide } from "../road-rule.ts";

export type RandomRoads = (from: LatLng, to: LatLng) => Road | null;

/**
 * Roads between any two places, the same each time: up to four times the great circle, different in both directions,
 * fast or slow, sometimes none, and sometimes shorter than possible because the nearest road is far from a place.
 */
export const createRandomRoads = (random: () => number): RandomRoads => {
  const roads = new Map<string, Road | null>();
  return (from, to) => {
    // Two implementations may find the same point of a line a little apart.
    const key = [from.lat, from.lng, to.lat, to.lng].map((degrees) => degrees.toFixed(3)).join();
    const known = roads.get(key);
    if (known !== undefined) return known;
    const kind = random();
    const bends = kind < 0.05 ? 0.5 * random() : kind < 0.7 ? 1 + 0.3 * random() : 1 + 3 * random();
    const metres = bends * distanceM(from, to);
    const road =
      kind > 0.98 ? null : { distanceM: metres, durationS: metres / (3 + 60 * random()) };
    roads.set(key, road);
    return road;
  };
};

/** A ride on such roads, with a winding line for each leg. Some have meeting points beside their line. */
export const toRandomRoadRide = (
  ride: MatchRide,
  roads: RandomRoads,
  random: () => number,
): RoadRide => {
  const legs = ride.points.slice(1).map((to, k) => {
    const from = ride.points[k]!;
    const road = roads(from, to) ?? {
      distanceM: distanceM(from, to),
      durationS: distanceM(from, to) / 20,
    };
    const bend = random() < 0.5 ? 0 : 0.4 * random();
    const line = [
      from,
      ...[0.25, 0.5, 0.75].map((share) => beside(pointAlongLeg(from, to, share), bend, from, to)),
      to,
    ];
    return { ...road, line };
  });
  return { ...ride, legs, ...(random() < 0.3 && { meetingPoints: meetingPointsOf(legs) }) };
};

const beside = (at: LatLng, bend: number, from: LatLng, to: LatLng): LatLng => {
  const lat = Math.max(-90, Math.min(90, at.lat + (bend * distanceM(from, to)) / 111_195));
  return { lat, lng: at.lng };
};

/** Points of the line moved a little to the north, with winding paths. */
const meetingPointsOf = (legs: RoadRide["legs"]): MeetingPoints => {
  const northDeg = (0.9 * MEETING_POINT_OFF_LINE_M) / 111_195;
  const points = legs.map(({ line, distanceM: roadM, durationS }) => {
    const lengths = line.slice(1).map((to, n) => distanceM(line[n]!, to));
    const totalM = lengths.reduce((sum, length) => sum + length, 0);
    let beforeM = 0;
    return line.slice(1, -1).map((point, n) => {
      beforeM += lengths[n]!;
      const share = totalM > 0 ? beforeM / totalM : 0;
      const at = { lat: Math.min(90, point.lat + northDeg), lng: point.lng };
      return { at, along: { distanceM: share * roadM, durationS: share * durationS } };
    });
  });
  return (leg, place, maxWalkM) =>
    points[leg]!.flatMap((point) => {
      const walkM = 1.05 * distanceM(place, point.at);
      return walkM <= maxWalkM ? [{ ...point, walkM, walkS: walkM / 1.9 }] : [];
    });
};
