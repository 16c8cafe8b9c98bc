import { SPAN_PAGE, Spans } from "./spans.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
const WORD_BYTES = 4;
/**
 * A visit is one number: 17 bits for the cell, and 15 for the start in half minutes after departure (up to 11 days).
 */
const CELL_BITS = 17;
const CELL_MASK = (1 << CELL_BITS) - 1;
const UNIT_S = 30;
const UNITS_MAX = 32_767;

/**
 * Visits of the rides: the cell and the start, so that an entry can be found without recomputing the route of the ride.
 */
export class VisitPages {
  readonly pages: Uint32Array<ArrayBuffer>[] = [];
  readonly spans = new Spans();

  get bytes(): number {
    return this.pages.length * SPAN_PAGE * WORD_BYTES + this.spans.bytes;
  }

  /** @throws RangeError if the visits do not fit on a page. */
  allocate(visits: number): number {
    const at = this.spans.allocate(visits);
    while (this.pages.length < this.spans.pages) this.pages.push(new Uint32Array(SPAN_PAGE));
    return at;
  }

  release(at: number, visits: number): void {
    this.spans.release(at, visits);
  }

  /** Writes one visit. */
  write(at: number, cellId: number, fromS: number): void {
    const units = Math.min(UNITS_MAX, Math.floor(fromS / UNIT_S));
    this.pages[at >>> SHIFT]![at & MASK] = (units << CELL_BITS) | cellId;
  }

  cellAt(at: number): number {
    return this.pages[at >>> SHIFT]![at & MASK]! & CELL_MASK;
  }

  /** Start in seconds after departure, rounded down. An entry that begins too early is still found. */
  fromAt(at: number): number {
    return (this.pages[at >>> SHIFT]![at & MASK]! >>> CELL_BITS) * UNIT_S;
  }
}
