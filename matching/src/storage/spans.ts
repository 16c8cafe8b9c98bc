import type { SpansHead } from "./snapshot.ts";

/** Items of a page of columns; no span is longer or lies in two pages. */
export const SPAN_PAGE = 65_536;

/**
 * Hands out stretches of items in pages, and those given back again to the next of the same length: rides have few
 * different numbers of points. O(1).
 */
export class Spans {
  readonly free = new Map<number, number[]>();
  /** The first item never handed out. */
  next = 0;

  /** The first item of a stretch of so many. @throws RangeError when it fits on no page. */
  allocate(length: number): number {
    const reused = this.free.get(length)?.pop();
    if (reused !== undefined) return reused;
    if (length >= SPAN_PAGE) throw new RangeError(`at most ${SPAN_PAGE - 1} points`);
    const left = SPAN_PAGE - (this.next % SPAN_PAGE);
    if (length > left) this.next += left;
    this.next += length;
    return this.next - length;
  }

  release(at: number, length: number): void {
    const free = this.free.get(length);
    if (free === undefined) this.free.set(length, [at]);
    else free.push(at);
  }

  head(): SpansHead {
    return { pages: this.pages, next: this.next, free: [...this.free] };
  }

  restore({ next, free }: SpansHead): void {
    this.next = next;
    for (const [length, stretches] of free) this.free.set(length, [...stretches]);
  }

  /** Pages that hold everything handed out. */
  get pages(): number {
    return Math.ceil(this.next / SPAN_PAGE);
  }

  get bytes(): number {
    let bytes = 0;
    for (const { length } of this.free.values()) bytes += 8 * length;
    return bytes;
  }
}
