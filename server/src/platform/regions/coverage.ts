import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";

const Position = z.tuple([z.number(), z.number()]);
const Ring = z.array(Position).min(4);
/** The area that a region covers, as a GeoJSON geometry. Its first ring of each polygon is the outer one. */
const CoverageShape = z.object({
  type: z.literal("MultiPolygon"),
  coordinates: z.array(z.array(Ring).min(1)),
});
export type CoverageShape = z.output<typeof CoverageShape>;

export function parseCoverage(json: string): CoverageShape {
  return CoverageShape.parse(JSON.parse(json));
}

interface Edge {
  readonly fromLat: number;
  readonly fromLng: number;
  readonly toLat: number;
  readonly toLng: number;
}

/** Edges are looked up by bands of latitude, so that a point is compared with few of them. */
const BANDS = 512;

/** An area of the map in degrees, west ≤ east. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Whether a straight line may cross a box: not if it is on one side of it. */
export function mayCross({ south, north, west, east }: Box, a: LatLng, b: LatLng): boolean {
  const isBeside =
    (a.lat < south && b.lat < south) ||
    (a.lat > north && b.lat > north) ||
    (a.lng < west && b.lng < west) ||
    (a.lng > east && b.lng > east);
  return !isBeside;
}

/** Answers whether points and boxes lie inside a shape. */
export class Coverage {
  readonly shape: CoverageShape;
  readonly #bands: Edge[][] = Array.from({ length: BANDS }, () => []);
  #south = Infinity;
  #north = -Infinity;

  constructor(shape: CoverageShape) {
    this.shape = shape;
    const rings = shape.coordinates.flat();
    for (const [, lat] of rings.flat()) {
      this.#south = Math.min(this.#south, lat);
      this.#north = Math.max(this.#north, lat);
    }
    for (const ring of rings) this.#addRing(ring);
  }

  /** Counts the edges that a ray to the east crosses: an odd number is inside. */
  covers({ lat, lng }: LatLng): boolean {
    if (!(lat >= this.#south && lat <= this.#north)) return false;
    let isInside = false;
    for (const { fromLat, fromLng, toLat, toLng } of this.#bands[this.#bandOf(lat)] ?? []) {
      if (fromLat > lat === toLat > lat) continue;
      if (lng < fromLng + ((lat - fromLat) / (toLat - fromLat)) * (toLng - fromLng))
        isInside = !isInside;
    }
    return isInside;
  }

  /** Whether a whole box lies inside. May be false for one that is just inside a slanted edge. */
  coversBox(box: Box): boolean {
    if (!this.covers({ lat: box.south, lng: box.west })) return false;
    for (let band = this.#bandOf(box.south); band <= this.#bandOf(box.north); band++)
      for (const { fromLat, fromLng, toLat, toLng } of this.#bands[band] ?? []) {
        const from = { lat: fromLat, lng: fromLng };
        const to = { lat: toLat, lng: toLng };
        if (mayCross(box, from, to)) return false;
      }
    return true;
  }

  #addRing(ring: readonly (readonly [number, number])[]): void {
    for (let n = 1; n < ring.length; n++) {
      const [fromLng, fromLat] = ring[n - 1] ?? [0, 0];
      const [toLng, toLat] = ring[n] ?? [0, 0];
      const bands = [this.#bandOf(fromLat), this.#bandOf(toLat)];
      for (let band = Math.min(...bands); band <= Math.max(...bands); band++)
        this.#bands[band]?.push({
          fromLat,
          fromLng,
          toLat,
          toLng,
        });
    }
  }

  #bandOf(lat: number): number {
    const height = this.#north - this.#south;
    if (!(height > 0)) return 0;
    const band = Math.floor(((lat - this.#south) / height) * BANDS);
    return Math.max(0, Math.min(BANDS - 1, band));
  }
}
