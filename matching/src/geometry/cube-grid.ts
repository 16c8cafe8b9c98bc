import { angleBetween } from "./sphere.ts";
import type { Vec } from "./sphere.ts";

const QUARTER = Math.PI / 4;
// Cosine of the angle from the centre of a face to its corner.
const TO_CORNER = 1 / Math.sqrt(3);
// Rounding may put a place just over the edge of its cell: 1e-9 rad is 6 mm.
const PAD_RAD = 1e-9;
const TILES = 32;
/** Numbers per patch: face, first and last row, first and last column. */
export const PATCH = 5;

/**
 * Divides the sphere into the six faces of a cube, each cut into n x n cells by planes at equal angles. Cell widths
 * differ by at most a factor of 1.5, and neither the poles nor the antimeridian need special cases. Cell number: (face
 * x n + row) x n + column.
 */
export class CubeGrid {
  readonly perSide: number;
  /** Result of `findPatches`: up to one patch of cells per face. */
  readonly patches: Int32Array = new Int32Array(6 * PATCH);
  patchCount = 0;
  /** Result of `findInCap`: the first `count` entries of `found`. */
  found = new Uint32Array(64);
  count = 0;
  /** Result of `findCentre`: the centre of a cell, and the distance of its farthest point. */
  centreX = 0;
  centreY = 0;
  centreZ = 0;
  radiusRad = 0;
  /** Radius of the smallest cell. */
  readonly minRadiusRad: number;
  readonly #middles: Float64Array;
  /** Radii by tile of a face. Cells of one tile are nearly the same size. */
  readonly #radii: Float64Array;
  readonly #tileShift: number;

  /** @param perSide a power of two */
  constructor(perSide: number) {
    this.perSide = perSide;
    this.#middles = Float64Array.from({ length: perSide }, (_, k) => toTangent(k + 0.5, perSide));
    this.#tileShift = Math.max(0, Math.log2(perSide / TILES));
    this.#radii = calculateRadii(perSide);
    this.minRadiusRad = this.#radii.reduce(
      (least, radius) => (radius > 0 ? Math.min(least, radius) : least),
      Infinity,
    );
  }

  get cells(): number {
    return 6 * this.perSide ** 2;
  }

  /**
   * Writes the centre of a cell to centreX, centreY and centreZ, and its radius to radiusRad. O(1), no trigonometry.
   */
  findCentre(face: number, row: number, column: number): void {
    const u = this.#middles[row]!;
    const v = this.#middles[column]!;
    const along = 1 / Math.sqrt(1 + u * u + v * v);
    const level = face & 1 ? -along : along;
    const axis = face >> 1;
    if (axis === 0) this.#setCentre(level, u * along, v * along);
    else if (axis === 1) this.#setCentre(v * along, level, u * along);
    else this.#setCentre(u * along, v * along, level);
    this.radiusRad = this.#radii[(row >> this.#tileShift) * TILES + (column >> this.#tileShift)]!;
  }

  #setCentre(x: number, y: number, z: number): void {
    this.centreX = x;
    this.centreY = y;
    this.centreZ = z;
  }

  /** Writes every cell of the patches around a place to `found`. O(cells found). */
  findInCap(place: Vec, capRad: number): void {
    this.findPatches(place, capRad);
    this.count = 0;
    const { patches, perSide } = this;
    for (let at = 0; at < this.patchCount * PATCH; at += PATCH) {
      const first = patches[at + 3]!;
      const last = patches[at + 4]!;
      for (let row = patches[at + 1]!; row <= patches[at + 2]!; row++) {
        if (this.count + last - first >= this.found.length) this.#grow(last - first);
        const start = (patches[at]! * perSide + row) * perSide;
        for (let column = first; column <= last; column++)
          this.found[this.count++] = start + column;
      }
    }
  }

  /** Writes every cell that touches the cap around a place to `patches`, and perhaps a few of its neighbours. O(1). */
  findPatches(place: Vec, capRad: number): void {
    this.patchCount = 0;
    const radius = capRad + PAD_RAD;
    // A sine is at most its angle, and a cosine falls no faster than its angle grows.
    const sine = Math.min(1, radius);
    const least = TO_CORNER - radius;
    const { x, y, z } = place;
    if (x >= least) this.#findOnFace(0, x, y, z, sine);
    if (-x >= least) this.#findOnFace(1, -x, y, z, sine);
    if (y >= least) this.#findOnFace(2, y, z, x, sine);
    if (-y >= least) this.#findOnFace(3, -y, z, x, sine);
    if (z >= least) this.#findOnFace(4, z, x, y, sine);
    if (-z >= least) this.#findOnFace(5, -z, x, y, sine);
  }

  /**
   * Seen from the pole of the other axis, the cap lies between two meridians, and therefore between two planes that cut
   * the face.
   */
  #findOnFace(face: number, up: number, u: number, v: number, sine: number): void {
    const widthU = halfWidth(sine, v);
    const widthV = halfWidth(sine, u);
    const angleU = up > 0 ? Math.atan(u / up) : Math.atan2(u, up);
    const angleV = up > 0 ? Math.atan(v / up) : Math.atan2(v, up);
    if (angleU - widthU > QUARTER || angleU + widthU < -QUARTER) return;
    if (angleV - widthV > QUARTER || angleV + widthV < -QUARTER) return;
    const { patches } = this;
    const at = PATCH * this.patchCount++;
    patches[at] = face;
    patches[at + 1] = this.#lineOf(angleU - widthU);
    patches[at + 2] = this.#lineOf(angleU + widthU);
    patches[at + 3] = this.#lineOf(angleV - widthV);
    patches[at + 4] = this.#lineOf(angleV + widthV);
  }

  #lineOf(angle: number): number {
    const line = Math.floor((angle / QUARTER / 2 + 0.5) * this.perSide);
    return Math.max(0, Math.min(this.perSide - 1, line));
  }

  #grow(more: number): void {
    const grown = new Uint32Array(2 * (this.count + more));
    grown.set(this.found);
    this.found = grown;
  }
}

const toTangent = (line: number, perSide: number): number =>
  Math.tan((line / perSide - 0.5) * 2 * QUARTER);

/** Half of the longitudes that a cap covers, from the sines of its radius and its latitude. Infinity around a pole. */
const halfWidth = (sineRadius: number, sineLatitude: number): number => {
  const level = Math.sqrt(Math.max(0, 1 - sineLatitude * sineLatitude));
  if (sineRadius >= level) return Infinity;
  const sine = sineRadius / level;
  // asin s / s grows from 1 at 0 to pi / 2 at 1 and is convex in s squared, so it lies below the chord.
  return sine * (1 + (Math.PI / 2 - 1) * sine * sine);
};

/**
 * Upper bound per tile for the distance from a cell's centre to its farthest corner. A cell is convex, so no point is
 * farther away. The radius varies evenly across a tile, so the tile's corners give it to within 1 %.
 */
const calculateRadii = (perSide: number): Float64Array => {
  const radii = new Float64Array(TILES * TILES);
  const tiles = Math.min(perSide, TILES);
  const wide = perSide / tiles;
  for (let row = 0; row < tiles; row++) {
    for (let column = 0; column < tiles; column++) {
      let radius = 0;
      for (const r of [row * wide, (row + 1) * wide - 1]) {
        for (const c of [column * wide, (column + 1) * wide - 1])
          radius = Math.max(radius, calculateRadius(r, c, perSide));
      }
      radii[row * TILES + column] = radius * 1.01 + PAD_RAD;
    }
  }
  return radii;
};

const calculateRadius = (row: number, column: number, perSide: number): number => {
  const [x, y, z] = toPoint(row + 0.5, column + 0.5, perSide);
  let radius = 0;
  for (const r of [row, row + 1]) {
    for (const c of [column, column + 1]) {
      radius = Math.max(radius, angleBetween(x, y, z, ...toPoint(r, c, perSide)));
    }
  }
  return radius;
};

const toPoint = (row: number, column: number, perSide: number): [number, number, number] => {
  const u = toTangent(row, perSide);
  const v = toTangent(column, perSide);
  const along = 1 / Math.sqrt(1 + u * u + v * v);
  return [along, u * along, v * along];
};
