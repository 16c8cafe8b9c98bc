/**
 * A unit vector from the centre of the Earth. Unlike degrees, it needs no special cases at the antimeridian and the
 * poles.
 */
export interface Vec {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The shorter great-circle arc between two points. `tangent` is its unit direction at `from`. */
export interface Arc {
  readonly from: Vec;
  readonly to: Vec;
  readonly tangent: Vec;
  readonly normal: Vec;
  readonly rad: number;
}

const RAD_PER_DEG = Math.PI / 180;
const NOWHERE: Vec = {
  x: 0,
  y: 0,
  z: 0,
};
// Below this the direction of an arc is rounding noise: 1e-15 rad is 6 nm on the ground.
const NO_DIRECTION = 1e-15;
// 6 micrometres on the ground.
const SAME_PLACE = 1e-12;

export const vecOf = (place: { readonly lat: number; readonly lng: number }): Vec => {
  const lat = place.lat * RAD_PER_DEG;
  const lng = place.lng * RAD_PER_DEG;
  const level = Math.cos(lat);
  return {
    x: level * Math.cos(lng),
    y: level * Math.sin(lng),
    z: Math.sin(lat),
  };
};

/** Degrees, with lng in [-180, 180]. */
export const degreesOf = (
  v: Vec,
): {
  lat: number;
  lng: number;
} => ({
  lat: Math.atan2(v.z, Math.hypot(v.x, v.y)) / RAD_PER_DEG,
  lng: Math.atan2(v.y, v.x) / RAD_PER_DEG,
});

export function dot(a: Vec, b: Vec): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** The angle between two unit vectors in radians, exact from nanometres to the antipode. */
export function angle(a: Vec, b: Vec): number {
  return angleBetween(a.x, a.y, a.z, b.x, b.y, b.z);
}

/** Same as `angle`, from coordinates. */
export const angleBetween = (
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number =>
  2 *
  Math.atan2(
    Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz)),
    Math.sqrt((ax + bx) * (ax + bx) + (ay + by) * (ay + by) + (az + bz) * (az + bz)),
  );

/** Longest chord for `angleOfShortChord`, 64 km on the ground: the next term of its series is below rounding. */
export const SHORT_CHORD = 0.01;

/** The angle whose chord on the unit sphere has this length, in radians: the series of 2 asin(c / 2). */
export const angleOfShortChord = (chord: number): number => {
  const square = chord * chord;
  return chord * (1 + square * (1 / 24 + square * (3 / 640)));
};

const cross = (a: Vec, b: Vec): Vec => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

/** The vector scaled to length 1; undefined if it has no direction. */
export const unit = (v: Vec): Vec | undefined => {
  const length = Math.sqrt(dot(v, v));
  return length < NO_DIRECTION
    ? undefined
    : {
        x: v.x / length,
        y: v.y / length,
        z: v.z / length,
      };
};

/**
 * Normal of the arc between antipodes, where every route is equally short: this one goes over the north pole (from a
 * pole, along lng 0).
 */
const antipodalNormal = (from: Vec): Vec =>
  unit(
    cross(from, {
      x: 0,
      y: 0,
      z: 1,
    }),
  ) ??
  unit(
    cross(from, {
      x: 1,
      y: 0,
      z: 0,
    }),
  ) ??
  NOWHERE;

/** The arc from one point to the other; of length 0 if they are the same place. */
export const arcOf = (from: Vec, to: Vec): Arc => {
  // (a - b) x (a + b) = 2 (a x b), and stays precise when a and b are a metre apart.
  const normal =
    unit(
      cross(
        {
          x: from.x - to.x,
          y: from.y - to.y,
          z: from.z - to.z,
        },
        {
          x: from.x + to.x,
          y: from.y + to.y,
          z: from.z + to.z,
        },
      ),
    ) ?? (dot(from, to) < 0 ? antipodalNormal(from) : undefined);
  if (normal === undefined)
    return {
      from,
      to,
      tangent: NOWHERE,
      normal: NOWHERE,
      rad: 0,
    };
  return {
    from,
    to,
    tangent: cross(normal, from),
    normal,
    rad: angle(from, to),
  };
};

/** The point `rad` along the arc from its start. */
export const pointAt = (arc: Arc, rad: number): Vec => {
  if (rad <= 0 || arc.rad === 0) return arc.from;
  if (rad >= arc.rad) return arc.to;
  const cos = Math.cos(rad);
  const sin = Math.sin(rad);
  return {
    x: arc.from.x * cos + arc.tangent.x * sin,
    y: arc.from.y * cos + arc.tangent.y * sin,
    z: arc.from.z * cos + arc.tangent.z * sin,
  };
};

/** Distance along the arc, in radians, of its point nearest to `p`; 0 if all points are equally near. */
export const nearestAlong = (arc: Arc, p: Vec): number => {
  if (arc.rad === 0) return 0;
  const along = Math.atan2(dot(p, arc.tangent), dot(p, arc.from));
  // A place within this distance of an end counts as that end, so that no one walks a nanometre to a stop.
  if (along >= SAME_PLACE && along <= arc.rad - SAME_PLACE) return along;
  return angle(p, arc.from) <= angle(p, arc.to) ? 0 : arc.rad;
};
