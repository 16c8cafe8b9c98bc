import type { Vec } from "./sphere.ts";
import { angleBetween } from "./sphere.ts";

const QUARTER = Math.PI / 4;
// From the middle of a face to its corner, where the cosine is 1 / sqrt(3).
const TO_CORNER_RAD = Math.acos(1 / Math.sqrt(3));
// Rounding may put a place a hair over the edge of its cell: 1e-9 rad is 6 mm.
const PAD_RAD = 1e-9;

/**
 * The sphere in six faces of a cube, each cut into n x n cells by planes at equal angles, so that a cell is nowhere more
 * than 1.5 times wider than elsewhere and neither poles nor the antimeridian are special. A cell is the number
 * (face x n + row) x n + column.
 */
export class CubeGrid {
  readonly perSide: number;
  /** No point of a cell is farther than this from its centre. */
  readonly radiusRad: number;
  /** What `findInCap` found. */
  readonly found: number[] = [];
  /** Where `findCentre` found the centre. */
  centreX = 0;
  centreY = 0;
  centreZ = 0;
  readonly #middles: Float64Array;

  constructor(perSide: number) {
    this.perSide = perSide;
    this.#middles = Float64Array.from({ length: perSide }, (_, k) =>
      Math.tan(((k + 0.5) / perSide - 0.5) * 2 * QUARTER),
    );
    this.radiusRad = this.#widest() * (1 + 1e-6) + PAD_RAD;
  }

  get cells(): number {
    return 6 * this.perSide ** 2;
  }

  /** Leaves the centre of a cell in centreX, centreY, centreZ. O(1), no trigonometry. */
  findCentre(cell: number): void {
    const n = this.perSide;
    const v = this.#middles[cell % n]!;
    const u = this.#middles[((cell / n) | 0) % n]!;
    const face = (cell / (n * n)) | 0;
    const level = (face & 1 ? -1 : 1) / Math.sqrt(1 + u * u + v * v);
    const along = Math.abs(level);
    const axis = face >> 1;
    this.centreX = axis === 0 ? level : axis === 1 ? v * along : u * along;
    this.centreY = axis === 1 ? level : axis === 2 ? v * along : u * along;
    this.centreZ = axis === 2 ? level : axis === 0 ? v * along : u * along;
  }

  /** Leaves in `found` every cell that touches the cap around a place, and perhaps a few of its neighbours. O(cells). */
  findInCap(place: Vec, capRad: number): void {
    this.found.length = 0;
    const radius = capRad + PAD_RAD;
    for (let face = 0; face < 6; face++) this.#findOnFace(face, place, radius);
  }

  #findOnFace(face: number, { x, y, z }: Vec, radius: number): void {
    const axis = face >> 1;
    const up = (face & 1 ? -1 : 1) * (axis === 0 ? x : axis === 1 ? y : z);
    if (TO_CORNER_RAD + radius < Math.PI && up < Math.cos(TO_CORNER_RAD + radius)) return;
    const u = axis === 0 ? y : axis === 1 ? z : x;
    const v = axis === 0 ? z : axis === 1 ? x : y;
    // Seen from the pole of the other axis, the cap lies between two meridians: sin(half width) = sin(radius) / cos(height).
    const widthU = halfWidth(radius, v);
    const widthV = halfWidth(radius, u);
    const angleU = Math.atan2(u, up);
    const angleV = Math.atan2(v, up);
    const firstU = this.#rowOf(angleU - widthU);
    const lastU = this.#rowOf(angleU + widthU);
    const firstV = this.#rowOf(angleV - widthV);
    const lastV = this.#rowOf(angleV + widthV);
    if (angleU - widthU > QUARTER || angleU + widthU < -QUARTER) return;
    if (angleV - widthV > QUARTER || angleV + widthV < -QUARTER) return;
    for (let row = firstU; row <= lastU; row++) {
      for (let column = firstV; column <= lastV; column++) {
        this.found.push((face * this.perSide + row) * this.perSide + column);
      }
    }
  }

  #rowOf(angle: number): number {
    const row = Math.floor((angle / QUARTER / 2 + 0.5) * this.perSide);
    return Math.max(0, Math.min(this.perSide - 1, row));
  }

  /** The largest cells lie along the middle and the most slanted ones along the diagonal of a face. */
  #widest(): number {
    let widest = 0;
    for (let k = 0; k < this.perSide; k++) {
      widest = Math.max(widest, this.#reachOf(k, k), this.#reachOf(k, this.perSide >> 1));
    }
    return widest;
  }

  #reachOf(row: number, column: number): number {
    this.findCentre(row * this.perSide + column);
    let reach = 0;
    for (const [r, c] of CORNERS) {
      const u = Math.tan(((row + r) / this.perSide - 0.5) * 2 * QUARTER);
      const v = Math.tan(((column + c) / this.perSide - 0.5) * 2 * QUARTER);
      const level = 1 / Math.sqrt(1 + u * u + v * v);
      const away = angleBetween(this.centreX, this.centreY, this.centreZ, level, u * level, v * level);
      reach = Math.max(reach, away);
    }
    return reach;
  }
}

const CORNERS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

/** Half of the longitudes that a cap covers whose centre has this sine of latitude; all of them around a pole. */
const halfWidth = (radius: number, sineOfLatitude: number): number => {
  const level = Math.sqrt(Math.max(0, 1 - sineOfLatitude * sineOfLatitude));
  const sine = Math.sin(radius);
  return radius < Math.PI / 2 && sine < level ? Math.asin(sine / level) : Infinity;
};
