import type { LatLng } from "../map-types.ts";

/** A line with the distance of each point from its start, in metres. */
export interface LineTrack {
  readonly points: readonly LatLng[];
  readonly metres: readonly number[];
}

/** A place on a track: metres from its start, and the direction of the line there in degrees from north. */
export interface TrackPosition extends LatLng {
  readonly alongM: number;
  readonly bearing: number;
}

const METRES_PER_DEGREE = 111_195;
/** Where a line passes a place twice, this much farther away may still be the right one. */
const SAME_DISTANCE_M = 15;

/** Measures a line; undefined if it is too short to move along. */
export function createTrack(line: readonly LatLng[]): LineTrack | undefined {
  const points = line.filter(
    (point, n) => n === 0 || metresBetween(line[n - 1] ?? point, point) > 0,
  );
  if (points.length < 2) return undefined;
  let total = 0;
  const metres = points.map(
    (point, n) => (total += n === 0 ? 0 : metresBetween(points[n - 1] ?? point, point)),
  );
  return { points, metres };
}

/**
 * Place on the track nearest to a position, if it is within `withinM`. Where the line passes by more than once, the
 * pass closest to `lastM` along the line counts, so that a mark does not jump to the way back.
 */
export function snapToTrack(
  track: LineTrack,
  at: LatLng,
  withinM: number,
  lastM: number | undefined,
): TrackPosition | undefined {
  const passes = track.points.slice(1).flatMap((end, n) => {
    const start = track.points[n];
    if (!start) return [];
    const segment = offsetM(start, end);
    const toPlace = offsetM(start, at);
    const lengthM = Math.hypot(segment.x, segment.y);
    const forwardM = (segment.x * toPlace.x + segment.y * toPlace.y) / lengthM;
    const alongSegmentM = Math.min(lengthM, Math.max(0, forwardM));
    const fraction = alongSegmentM / lengthM;
    const asideM = Math.hypot(toPlace.x - segment.x * fraction, toPlace.y - segment.y * fraction);
    return asideM <= withinM
      ? [
          {
            asideM,
            alongM: (track.metres[n] ?? 0) + alongSegmentM,
          },
        ]
      : [];
  });
  const leastM = Math.min(...passes.map(({ asideM }) => asideM));
  const near = passes.filter(
    ({ asideM }) => asideM <= leastM + (lastM === undefined ? 0 : SAME_DISTANCE_M),
  );
  const distanceFromLast = ({ alongM, asideM }: { alongM: number; asideM: number }) =>
    lastM === undefined ? 0 : Math.abs(alongM - lastM) + asideM;
  const [first, ...others] = near;
  if (!first) return undefined;
  const best = others.reduce(
    (one, other) => (distanceFromLast(other) < distanceFromLast(one) ? other : one),
    first,
  );
  return positionOnTrack(track, best.alongM);
}

/** Place at a distance from the start of the track; its ends if the distance is outside. */
export function positionOnTrack({ points, metres }: LineTrack, distanceM: number): TrackPosition {
  const lastM = metres.at(-1) ?? 0;
  const alongM = Math.min(lastM, Math.max(0, distanceM));
  const next = Math.max(
    1,
    metres.findIndex((metre) => metre >= alongM),
  );
  const start = points[next - 1] ?? ZERO;
  const end = points[next] ?? ZERO;
  const startM = metres[next - 1] ?? 0;
  const endM = metres[next] ?? 0;
  const fraction = (alongM - startM) / (endM - startM);
  const { x, y } = offsetM(start, end);
  return {
    alongM,
    lat: start.lat + (end.lat - start.lat) * fraction,
    lng: start.lng + degreesEast(start, end) * fraction,
    bearing: ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360,
  };
}

const ZERO: LatLng = { lat: 0, lng: 0 };

/** Degrees eastwards, the short way across the antimeridian. */
export function degreesEast(from: LatLng, to: LatLng): number {
  const east = to.lng - from.lng;
  return east - 360 * Math.round(east / 360);
}

/** Metres to the east and north, on a plane that touches the earth between the two points. */
function offsetM(
  from: LatLng,
  to: LatLng,
): {
  x: number;
  y: number;
} {
  const scale = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  return {
    x: degreesEast(from, to) * scale * METRES_PER_DEGREE,
    y: (to.lat - from.lat) * METRES_PER_DEGREE,
  };
}

function metresBetween(from: LatLng, to: LatLng): number {
  const { x, y } = offsetM(from, to);
  return Math.hypot(x, y);
}
