import { SPAN_PAGE, Spans } from "./spans.ts";
import type { Way } from "./way.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
const LEG_BYTES = 16;

/** The columns of 65,536 legs by road. */
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

/** The legs of the rides whose roads are known; without a router there are none, and no memory is held. */
export class RoadPages {
  readonly pages: RoadPage[] = [];
  readonly spans = new Spans();

  get bytes(): number {
    return this.pages.length * SPAN_PAGE * LEG_BYTES + this.spans.bytes;
  }

  take(legs: number): number {
    const at = this.spans.take(legs);
    while (this.pages.length < this.spans.pages) this.pages.push(new RoadPage());
    return at;
  }

  giveBack(at: number, legs: number): void {
    this.spans.giveBack(at, legs);
  }

  pageOf(roadAt: number): RoadPage {
    return this.pages[roadAt >>> SHIFT]!;
  }

  write(roadAt: number, way: Way): void {
    const page = this.pageOf(roadAt);
    for (let k = 0, at = roadAt & MASK; k < way.legs; k++, at++) {
      page.roadM[at] = way.roadM[k]!;
      page.roadS[at] = way.roadS[k]!;
    }
  }

  read(roadAt: number, way: Way): void {
    const page = this.pageOf(roadAt);
    for (let k = 0, at = roadAt & MASK; k < way.legs; k++, at++) {
      way.roadM[k] = page.roadM[at]!;
      way.roadS[k] = page.roadS[at]!;
    }
  }

  /** Whether these are the legs. */
  isAt(roadAt: number, way: Way): boolean {
    const { roadM, roadS } = this.pageOf(roadAt);
    const first = roadAt & MASK;
    for (let k = 0; k < way.legs; k++) {
      if (roadM[first + k] !== way.roadM[k] || roadS[first + k] !== way.roadS[k]) return false;
    }
    return true;
  }
}
