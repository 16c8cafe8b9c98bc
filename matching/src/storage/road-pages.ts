import { SPAN_PAGE, Spans } from "./spans.ts";
import type { Route } from "../rule/route.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
const LEG_BYTES = 16;

/** The columns of 65,536 road legs. */
export class RoadPage {
  readonly buffer: ArrayBuffer;
  readonly roadM: Float64Array;
  readonly roadS: Float64Array;

  constructor(buffer: ArrayBuffer = new ArrayBuffer(SPAN_PAGE * LEG_BYTES)) {
    this.buffer = buffer;
    this.roadM = new Float64Array(buffer, 0, SPAN_PAGE);
    this.roadS = new Float64Array(buffer, 8 * SPAN_PAGE, SPAN_PAGE);
  }
}

/** Road distance and time of each leg, known or estimated. */
export class RoadPages {
  readonly pages: RoadPage[] = [];
  readonly spans = new Spans();
  /** No leg was ever faster: seconds per radian of its great circle. Stays when the leg is removed. */
  minSPerRad = Number.MAX_VALUE;

  get bytes(): number {
    return this.pages.length * SPAN_PAGE * LEG_BYTES + this.spans.bytes;
  }

  allocate(legs: number): number {
    const at = this.spans.allocate(legs);
    while (this.pages.length < this.spans.pages) this.pages.push(new RoadPage());
    return at;
  }

  release(at: number, legs: number): void {
    this.spans.release(at, legs);
  }

  pageOf(roadAt: number): RoadPage {
    return this.pages[roadAt >>> SHIFT]!;
  }

  write(roadAt: number, route: Route): void {
    const page = this.pageOf(roadAt);
    for (let k = 0, at = roadAt & MASK; k < route.legs; k++, at++) {
      page.roadM[at] = route.roadM[k]!;
      page.roadS[at] = route.roadS[k]!;
      const sPerRad = route.roadS[k]! / route.legRad[k]!;
      if (sPerRad < this.minSPerRad) this.minSPerRad = sPerRad;
    }
  }

  read(roadAt: number, route: Route): void {
    const page = this.pageOf(roadAt);
    for (let k = 0, at = roadAt & MASK; k < route.legs; k++, at++) {
      route.roadM[k] = page.roadM[at]!;
      route.roadS[k] = page.roadS[at]!;
    }
  }

  /** Returns true if the stored legs are equal. */
  hasLegs(roadAt: number, route: Route): boolean {
    const { roadM, roadS } = this.pageOf(roadAt);
    const first = roadAt & MASK;
    for (let k = 0; k < route.legs; k++) {
      if (roadM[first + k] !== route.roadM[k] || roadS[first + k] !== route.roadS[k]) return false;
    }
    return true;
  }
}
