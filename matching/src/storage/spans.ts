import type { SpansHead } from "./snapshot.ts";

/** Items per page of columns. No span is longer or crosses a page. */
export const SPAN_PAGE = 65_536;

/**
 * Allocates spans of items in pages and reuses freed spans of the same length: rides have few different numbers of
 * points. O(1).
 */
export class Spans {
  readonly free = new Map<number, number[]>();
  /** First item that was never allocated. */
  next = 0;

  /** First item of a new span of this length. @throws RangeError if it does not fit on a page. */
  allocate(length: number): number {
    const reused = this.free.get(length)?.pop();
    if (reused !== undefined) return reused;
    if (length >= SPAN_PAGE)
      throw new RangeError(`a span must not be longer than ${SPAN_PAGE - 1} points`);
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
    return {
      pages: this.pages,
      next: this.next,
      free: [...this.free],
    };
  }

  restore({ next, free }: SpansHead): void {
    this.next = next;
    for (const [length, stretches] of free) this.free.set(length, [...stretches]);
  }

  /** Number of pages that cover everything allocated. */
  get pages(): number {
    return Math.ceil(this.next / SPAN_PAGE);
  }

  get bytes(): number {
    let bytes = 0;
    for (const { length } of this.free.values()) bytes += 8 * length;
    return bytes;
  }
}
