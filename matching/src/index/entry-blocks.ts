/** Entries per block. */
export const BLOCK = 32;
/** Numbers per entry: the first second, the slot of the ride, and the packed parts, later cells and span. */
const WORDS = 3;
const PAGE_SHIFT = 9;
const PAGE_BLOCKS = 1 << PAGE_SHIFT;
/**
 * Layout of an entry's third number: 16 bits for the parts of the cell, 10 for the cells the ride is in then or later,
 * 6 for the span.
 */
const LATER_BITS = 10;
const LATER_SHIFT = 16;
const SPAN_SHIFT = LATER_SHIFT + LATER_BITS;
const SPAN_UNIT_S = 1_200;
const ENDLESS = 63;

/** The bit of a cell in the set of later cells. */
export const laterBit = (cellId: number): number =>
  1 << (LATER_SHIFT + ((Math.imul(cellId, 0x9e3779b1) >>> 16) % LATER_BITS));
/** A ride that is later in cells of other levels may be anywhere. */
export const ANY_LATER: number = ((1 << LATER_BITS) - 1) << LATER_SHIFT;

/**
 * Packs parts, later cells and span in seconds into an entry's third number. A span that does not fit counts as
 * endless.
 */
export function packEntry(parts: number, later: number, spanS: number): number {
  return (parts | later | (Math.min(ENDLESS, Math.ceil(spanS / SPAN_UNIT_S)) << SPAN_SHIFT)) >>> 0;
}

/**
 * Selects entries that begin from `fromS` to `toS`, last until `untilS`, touch any of the parts, and go on to any of
 * the cells.
 */
export interface EntryFilter {
  fromS: number;
  toS: number;
  untilS: number;
  parts: number;
  later: number;
}

/**
 * Small blocks of entries, sorted by second, in pages of 200 kB. Memory grows by one page at a time, so no caller waits
 * for a large copy.
 */
export class EntryBlocks {
  /** Per block: the seconds of its entries, then their slots, then their third numbers. */
  readonly pages: Uint32Array<ArrayBuffer>[] = [];
  readonly counts: Uint8Array<ArrayBuffer>[] = [];
  readonly free: number[] = [];
  allocated = 0;

  get bytes(): number {
    return this.pages.length * PAGE_BLOCKS * (BLOCK * WORDS * 4 + 1) + 8 * this.free.length;
  }

  /** Allocates an empty block. */
  take(): number {
    const free = this.free.pop();
    if (free !== undefined) return free;
    if (this.allocated === this.pages.length * PAGE_BLOCKS) {
      this.pages.push(new Uint32Array(PAGE_BLOCKS * BLOCK * WORDS));
      this.counts.push(new Uint8Array(PAGE_BLOCKS));
    }
    return this.allocated++;
  }

  release(block: number): void {
    this.#setCount(block, 0);
    this.free.push(block);
  }

  count(block: number): number {
    return this.counts[block >> PAGE_SHIFT]![block & (PAGE_BLOCKS - 1)]!;
  }

  /** First second of a block that is not empty. */
  firstSecondOf(block: number): number {
    return this.#pageOf(block)[startOf(block)]!;
  }

  /** Inserts into a block that is not full. */
  insert(block: number, fromS: number, slot: number, entry: number): void {
    const page = this.#pageOf(block);
    const start = startOf(block);
    const count = this.count(block);
    let at = start + count;
    for (; at > start && page[at - 1]! > fromS; at--) {
      page[at] = page[at - 1]!;
      page[at + BLOCK] = page[at + BLOCK - 1]!;
      page[at + 2 * BLOCK] = page[at + 2 * BLOCK - 1]!;
    }
    page[at] = fromS;
    page[at + BLOCK] = slot;
    page[at + 2 * BLOCK] = entry;
    this.#setCount(block, count + 1);
  }

  /** Removes one such entry and returns its third number; -1 if there is none. */
  erase(block: number, fromS: number, slot: number): number {
    const page = this.#pageOf(block);
    const start = startOf(block);
    const end = start + this.count(block);
    for (let at = start; at < end; at++) {
      if (page[at] !== fromS || page[at + BLOCK] !== slot) continue;
      const entry = page[at + 2 * BLOCK]!;
      for (; at + 1 < end; at++) {
        page[at] = page[at + 1]!;
        page[at + BLOCK] = page[at + BLOCK + 1]!;
        page[at + 2 * BLOCK] = page[at + 2 * BLOCK + 1]!;
      }
      this.#setCount(block, end - start - 1);
      return entry;
    }
    return -1;
  }

  /** Moves the entries from index `first` to the end of another block, whose entries are all earlier. */
  move(block: number, first: number, targetBlock: number): void {
    const from = this.#pageOf(block);
    const to = this.#pageOf(targetBlock);
    const start = startOf(block) + first;
    const movedCount = this.count(block) - first;
    const target = startOf(targetBlock) + this.count(targetBlock);
    for (let word = 0; word < WORDS * BLOCK; word += BLOCK) {
      for (let n = 0; n < movedCount; n++) to[target + word + n] = from[start + word + n]!;
    }
    this.#setCount(targetBlock, this.count(targetBlock) + movedCount);
    this.#setCount(block, first);
  }

  /** Appends the slots of the entries that pass the filter. */
  list(block: number, { fromS, toS, untilS, parts, later }: EntryFilter, out: SlotList): void {
    const page = this.#pageOf(block);
    const start = startOf(block);
    const end = start + this.count(block);
    out.reserve(BLOCK);
    const { slots } = out;
    let { length } = out;
    for (let at = start; at < end; at++) {
      const second = page[at]!;
      const entry = page[at + 2 * BLOCK]!;
      if (second < fromS || second > toS || (entry & parts) === 0 || (entry & later) === 0)
        continue;
      const span = entry >>> SPAN_SHIFT;
      if (span < ENDLESS && second + span * SPAN_UNIT_S < untilS) continue;
      slots[length++] = page[at + BLOCK]!;
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

function startOf(block: number): number {
  return (block & (PAGE_BLOCKS - 1)) * BLOCK * WORDS;
}

/** Growable list of slots, reused between searches. */
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
