import { BLOCK, EntryBlocks } from "./entry-blocks.ts";
import type { SlotList, EntryFilter } from "./entry-blocks.ts";

/** Entries of one cell, in blocks sorted by time. `firsts` has the first second of each block. */
interface Cell {
  readonly blocks: number[];
  readonly firsts: number[];
  /** Longest span of any entry since the cell was last empty. */
  spanS: number;
}

/** Memory that V8 needs for a cell record with its two lists, and for each block in them: measured, rounded up. */
const CELL_BYTES = 160;
const BLOCK_REFERENCE_BYTES = 20;
const ROW_SHIFT = 8;
const ROW = 1 << ROW_SHIFT;
/** Numbers of a directory that are restored in one step. */
const STEP_NUMBERS = 16_384;
const NO_CELLS: (Cell | undefined)[] = [];

/**
 * When rides are in a cell: for each cell its entries (first second, slot of the ride, parts of the cell), sorted by
 * time. An entry takes 12 bytes in blocks that are about two thirds full. Adding and removing is O(log n) in the
 * entries of the cell, listing O(log n + listed).
 */
export class CellTimetable {
  readonly blocks = new EntryBlocks();
  /** Cells by number, 256 per row. */
  readonly #rows: (Cell | undefined)[][] = [];
  #entries = 0;

  get entries(): number {
    return this.#entries;
  }

  /** Memory in bytes. O(cells). */
  get bytes(): number {
    let bytes = this.blocks.bytes;
    for (const [, { blocks }] of this.#cells())
      bytes += CELL_BYTES + blocks.length * BLOCK_REFERENCE_BYTES;
    return bytes;
  }

  /** Adds a ride that may pick up in a cell for `spanS` seconds. `entry` comes from packEntry. */
  add(cellId: number, fromS: number, spanS: number, entry: number, slot: number): void {
    const cell = this.#cellOf(cellId) ?? {
      blocks: [],
      firsts: [],
      spanS: 0,
    };
    if (spanS > cell.spanS) cell.spanS = spanS;
    this.#enter(cellId, cell, fromS, entry, slot);
  }

  /** Removes one such entry. Returns false if there is none. */
  remove(cellId: number, fromS: number, slot: number): boolean {
    const cell = this.#cellOf(cellId);
    return cell !== undefined && this.#erase(cellId, cell, fromS, slot) >= 0;
  }

  /** Moves one such entry to another first second. Returns false if there is none. */
  move(cellId: number, fromS: number, toS: number, slot: number): boolean {
    const cell = this.#cellOf(cellId);
    if (cell === undefined) return false;
    const entry = this.#erase(cellId, cell, fromS, slot);
    if (entry >= 0) this.#enter(cellId, cell, toS, entry, slot);
    return entry >= 0;
  }

  /** Longest span of the entries of this cell; 0 if it is empty. */
  longestSpan(cellId: number): number {
    return this.#cellOf(cellId)?.spanS ?? 0;
  }

  /** Appends the slots of the entries that pass the filter. */
  list(cellId: number, filter: EntryFilter, out: SlotList): void {
    const cell = this.#cellOf(cellId);
    if (cell === undefined) return;
    for (
      let at = firstBlockAt(cell, filter.fromS);
      at < cell.blocks.length && cell.firsts[at]! <= filter.toS;
      at++
    ) {
      this.blocks.list(cell.blocks[at]!, filter, out);
    }
  }

  /** The directory as numbers: per cell its id, its span, its number of blocks and then the blocks in order. */
  directory(): number[] {
    const numbers: number[] = [];
    for (const [cellId, { blocks, spanS }] of this.#cells()) {
      numbers.push(cellId, spanS, blocks.length);
      for (const block of blocks) numbers.push(block);
    }
    return numbers;
  }

  /** Restores a directory whose blocks are already loaded, in steps. */
  *restoring(numbers: ArrayLike<number>): Generator<undefined, void> {
    let stepAt = 0;
    for (let at = 0; at < numbers.length;) {
      if (at >= stepAt) {
        yield;
        stepAt = at + STEP_NUMBERS;
      }
      const cellId = numbers[at]!;
      const spanS = numbers[at + 1]!;
      const count = numbers[at + 2]!;
      const blocks: number[] = [];
      const firsts: number[] = [];
      for (at += 3; blocks.length < count; at++) {
        blocks.push(numbers[at]!);
        firsts.push(this.blocks.firstSecondOf(numbers[at]!));
        this.#entries += this.blocks.count(numbers[at]!);
      }
      this.#setCell(cellId, {
        blocks,
        firsts,
        spanS,
      });
    }
  }

  /** Adds an entry to a cell, which may be new or empty. */
  #enter(cellId: number, cell: Cell, fromS: number, entry: number, slot: number): void {
    if (cell.blocks.length === 0) {
      cell.blocks.push(this.blocks.take());
      cell.firsts.push(fromS);
      this.#setCell(cellId, cell);
    }
    let at = Math.max(0, firstNotBelow(cell.firsts, fromS + 1) - 1);
    if (this.blocks.count(cell.blocks[at]!) === BLOCK) {
      this.#split(cell, at);
      if (fromS >= cell.firsts[at + 1]!) at++;
    }
    this.blocks.insert(cell.blocks[at]!, fromS, slot, entry);
    if (fromS < cell.firsts[at]!) cell.firsts[at] = fromS;
    this.#entries++;
  }

  /** Removes one such entry and returns its third number; -1 if there is none. */
  #erase(cellId: number, cell: Cell, fromS: number, slot: number): number {
    for (
      let at = firstBlockAt(cell, fromS);
      at < cell.blocks.length && cell.firsts[at]! <= fromS;
      at++
    ) {
      const entry = this.blocks.erase(cell.blocks[at]!, fromS, slot);
      if (entry < 0) continue;
      this.#entries--;
      this.#tidy(cellId, cell, at);
      return entry;
    }
    return -1;
  }

  #cellOf(cellId: number): Cell | undefined {
    return this.#rows[cellId >> ROW_SHIFT]?.[cellId & (ROW - 1)];
  }

  #setCell(cellId: number, cell: Cell | undefined): void {
    const row = cellId >> ROW_SHIFT;
    while (this.#rows.length <= row) this.#rows.push(NO_CELLS);
    if (this.#rows[row] === NO_CELLS) this.#rows[row] = Array.from({ length: ROW });
    this.#rows[row]![cellId & (ROW - 1)] = cell;
  }

  *#cells(): Generator<[number, Cell]> {
    for (const [row, cells] of this.#rows.entries()) {
      for (const [at, cell] of cells.entries())
        if (cell !== undefined) yield [row * ROW + at, cell];
    }
  }

  /** Moves the later half of a full block into a new one after it. */
  #split(cell: Cell, at: number): void {
    const next = this.blocks.take();
    this.blocks.move(cell.blocks[at]!, BLOCK / 2, next);
    cell.blocks.splice(at + 1, 0, next);
    cell.firsts.splice(at + 1, 0, this.blocks.firstSecondOf(next));
  }

  /** After a removal: merges a block into the previous one if that leaves room to spare, and removes an empty cell. */
  #tidy(cellId: number, cell: Cell, at: number): void {
    const block = cell.blocks[at]!;
    const count = this.blocks.count(block);
    if (count > 0) cell.firsts[at] = this.blocks.firstSecondOf(block);
    if (count > BLOCK / 2) return;
    const before = cell.blocks[at - 1];
    if (count > 0) {
      if (before === undefined || this.blocks.count(before) + count > (BLOCK * 3) / 4) return;
      this.blocks.move(block, 0, before);
    }
    this.blocks.release(block);
    cell.blocks.splice(at, 1);
    cell.firsts.splice(at, 1);
    if (cell.blocks.length === 0) this.#setCell(cellId, undefined);
  }
}

/**
 * The first block that may contain this second. Entries of one second may begin in the block before the first one that
 * starts with it.
 */
const firstBlockAt = ({ firsts }: Cell, fromS: number): number =>
  Math.max(0, firstNotBelow(firsts, fromS) - 1);

/** Index of the first number that is not below `limit`. */
const firstNotBelow = (sorted: readonly number[], limit: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! >= limit) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The second under which an instant is stored. Grows monotonically with time, for instants of any century. */
export const secondOf = (ms: number): number =>
  Math.max(0, Math.min(0xffff_fffe, Math.floor(ms / 1000)));
