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

/** Answers whether points lie inside a shape. */
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

  #addRing(ring: readonly (readonly [number, number])[]): void {
    for (let n = 1; n < ring.length; n++) {
      const [fromLng, fromLat] = ring[n - 1] ?? [0, 0];
      const [toLng, toLat] = ring[n] ?? [0, 0];
      if (fromLat === toLat) continue;
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
    return height > 0 ? Math.min(BANDS - 1, Math.floor(((lat - this.#south) / height) * BANDS)) : 0;
  }
}
