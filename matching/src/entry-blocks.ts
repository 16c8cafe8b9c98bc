/** Entries that fit into a block. */
export const BLOCK = 32;
const PAGE_SHIFT = 10;
const PAGE_BLOCKS = 1 << PAGE_SHIFT;

/**
 * Small sorted blocks of entries (a second, and the slot of a ride), by number, in pages of a quarter of a megabyte: it
 * grows a page at a time, so that nobody waits while something large is copied.
 */
export class EntryBlocks {
  /** Of each block the seconds of its entries, then their slots. */
  readonly pages: Uint32Array<ArrayBuffer>[] = [];
  readonly counts: Uint8Array<ArrayBuffer>[] = [];
  readonly free: number[] = [];
  made = 0;

  get bytes(): number {
    return this.pages.length * PAGE_BLOCKS * (BLOCK * 8 + 1) + 8 * this.free.length;
  }

  /** An empty block. */
  take(): number {
    const free = this.free.pop();
    if (free !== undefined) return free;
    if (this.made === this.pages.length * PAGE_BLOCKS) {
      this.pages.push(new Uint32Array(PAGE_BLOCKS * BLOCK * 2));
      this.counts.push(new Uint8Array(PAGE_BLOCKS));
    }
    return this.made++;
  }

  giveBack(block: number): void {
    this.#setCount(block, 0);
    this.free.push(block);
  }

  count(block: number): number {
    return this.counts[block >> PAGE_SHIFT]![block & (PAGE_BLOCKS - 1)]!;
  }

  /** The least second of a block that is not empty. */
  firstOf(block: number): number {
    return this.#pageOf(block)[startOf(block)]!;
  }

  /** Into a block that is not full. */
  insert(block: number, fromS: number, slot: number): void {
    const page = this.#pageOf(block);
    const start = startOf(block);
    const count = this.count(block);
    let at = start + count;
    for (; at > start && page[at - 1]! > fromS; at--) {
      page[at] = page[at - 1]!;
      page[at + BLOCK] = page[at + BLOCK - 1]!;
    }
    page[at] = fromS;
    page[at + BLOCK] = slot;
    this.#setCount(block, count + 1);
  }

  /** Removes one such entry; false when there is none. */
  erase(block: number, fromS: number, slot: number): boolean {
    const page = this.#pageOf(block);
    const start = startOf(block);
    const end = start + this.count(block);
    for (let at = start; at < end; at++) {
      if (page[at] !== fromS || page[at + BLOCK] !== slot) continue;
      page.copyWithin(at, at + 1, end);
      page.copyWithin(at + BLOCK, at + BLOCK + 1, end + BLOCK);
      this.#setCount(block, end - start - 1);
      return true;
    }
    return false;
  }

  /** Moves the entries from place `first` on to the end of another block, none of which is later. */
  move(block: number, first: number, other: number): void {
    const from = this.#pageOf(block);
    const to = this.#pageOf(other);
    const start = startOf(block) + first;
    const end = startOf(block) + this.count(block);
    const target = startOf(other) + this.count(other);
    to.set(from.subarray(start, end), target);
    to.set(from.subarray(start + BLOCK, end + BLOCK), target + BLOCK);
    this.#setCount(other, this.count(other) + end - start);
    this.#setCount(block, first);
  }

  /** Appends the slots of the entries from `fromS` to `toS`, both included. */
  list(block: number, fromS: number, toS: number, out: SlotList): void {
    const page = this.#pageOf(block);
    const start = startOf(block);
    const end = start + this.count(block);
    out.reserve(BLOCK);
    const { slots } = out;
    let { length } = out;
    for (let at = start; at < end; at++) {
      if (page[at]! >= fromS && page[at]! <= toS) slots[length++] = page[at + BLOCK]!;
    }
    out.length = length;
  }

  #pageOf(block: number): Uint32Array {
    return this.pages[block >> PAGE_SHIFT]!;
  }

  #setCount(block: number, count: number): void {
    this.counts[block >> PAGE_SHIFT]![block & (PAGE_BLOCKS - 1)] = count;
  }
}

const startOf = (block: number): number => (block & (PAGE_BLOCKS - 1)) * BLOCK * 2;

/** Slots that were listed; it grows, and is used again. */
export class SlotList {
  slots = new Uint32Array(1024);
  length = 0;

  reserve(more: number): void {
    if (this.length + more <= this.slots.length) return;
    const grown = new Uint32Array(2 * (this.length + more));
    grown.set(this.slots);
    this.slots = grown;
  }
}
