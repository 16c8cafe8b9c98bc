import { BLOCK, EntryBlocks } from "./entry-blocks.ts";
import type { SlotList, EntryFilter } from "./entry-blocks.ts";

/** One cell's entries, in blocks in the order of time; `firsts` is the least second of each block. */
interface Cell {
  readonly blocks: number[];
  readonly firsts: number[];
  /** The longest span of any entry since the cell was last empty. */
  spanS: number;
}

/** What a cell record and its two lists take in the engine, and each block in them: measured, rounded up. */
const CELL_BYTES = 160;
const BLOCK_REFERENCE_BYTES = 20;
const ROW_SHIFT = 8;
const ROW = 1 << ROW_SHIFT;
/** Of a directory, taken over at once. */
const STEP_NUMBERS = 16_384;
const NO_CELLS: (Cell | undefined)[] = [];

/**
 * Who is in a cell when: entries (from which second, the slot of a ride, which parts of the cell) for each cell, in the
 * order of time. 12 bytes an entry in blocks about two thirds full. Adding and removing is O(log n) in the entries of the cell, listing O(log n +
 * listed).
 */
export class CellTimetable {
  readonly blocks = new EntryBlocks();
  /** By the number of a cell, 256 to a row. */
  readonly #rows: (Cell | undefined)[][] = [];
  #entries = 0;

  get entries(): number {
    return this.#entries;
  }

  /** Memory held. O(cells). */
  get bytes(): number {
    let bytes = this.blocks.bytes;
    for (const [, { blocks }] of this.#cells()) bytes += CELL_BYTES + blocks.length * BLOCK_REFERENCE_BYTES;
    return bytes;
  }

  /** Enters a ride that may pick up in a cell for so long; `entry` is what packEntry made. */
  add(cellId: number, fromS: number, spanS: number, entry: number, slot: number): void {
    const cell = this.#cellOf(cellId) ?? { blocks: [], firsts: [], spanS: 0 };
    if (spanS > cell.spanS) cell.spanS = spanS;
    this.#enter(cellId, cell, fromS, entry, slot);
  }

  /** Removes one such entry; false when there is none. */
  remove(cellId: number, fromS: number, slot: number): boolean {
    const cell = this.#cellOf(cellId);
    return cell !== undefined && this.#erase(cellId, cell, fromS, slot) >= 0;
  }

  /** Lets one such entry begin at another second; false when there is none. */
  move(cellId: number, fromS: number, toS: number, slot: number): boolean {
    const cell = this.#cellOf(cellId);
    if (cell === undefined) return false;
    const entry = this.#erase(cellId, cell, fromS, slot);
    if (entry >= 0) this.#enter(cellId, cell, toS, entry, slot);
    return entry >= 0;
  }

  /** The longest that an entry of this cell lasts; 0 where there is none. */
  longestSpan(cellId: number): number {
    return this.#cellOf(cellId)?.spanS ?? 0;
  }

  /** Appends the slots of the wanted entries. */
  list(cellId: number, filter: EntryFilter, out: SlotList): void {
    const cell = this.#cellOf(cellId);
    if (cell === undefined) return;
    for (let at = firstBlockAt(cell, filter.fromS); at < cell.blocks.length && cell.firsts[at]! <= filter.toS; at++) {
      this.blocks.list(cell.blocks[at]!, filter, out);
    }
  }

  /** The directory as numbers: of each cell its id, its span, and how many blocks it has, which follow in their order. */
  directory(): number[] {
    const numbers: number[] = [];
    for (const [cellId, { blocks, spanS }] of this.#cells()) numbers.push(cellId, spanS, blocks.length, ...blocks);
    return numbers;
  }

  /** Takes over a directory whose blocks are in place, in steps. */
  *restoring(numbers: ArrayLike<number>): Generator<undefined, void> {
    let stepAt = 0;
    for (let at = 0; at < numbers.length;) {
      if (at >= stepAt) {
        yield;
        stepAt = at + STEP_NUMBERS;
      }
      const [cellId, spanS, count] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
      const blocks: number[] = [];
      const firsts: number[] = [];
      for (at += 3; blocks.length < count; at++) {
        blocks.push(numbers[at]!);
        firsts.push(this.blocks.firstSecondOf(numbers[at]!));
        this.#entries += this.blocks.count(numbers[at]!);
      }
      this.#setCell(cellId, { blocks, firsts, spanS });
    }
  }

  /** Into a cell, which may be a new one or one that was just left by its last ride. */
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

  /** Removes one such entry, and gives its third number; -1 when there is none. */
  #erase(cellId: number, cell: Cell, fromS: number, slot: number): number {
    for (let at = firstBlockAt(cell, fromS); at < cell.blocks.length && cell.firsts[at]! <= fromS; at++) {
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
      for (const [at, cell] of cells.entries()) if (cell !== undefined) yield [row * ROW + at, cell];
    }
  }

  /** Moves the later half of a full block into a new one after it. */
  #split(cell: Cell, at: number): void {
    const next = this.blocks.take();
    this.blocks.move(cell.blocks[at]!, BLOCK / 2, next);
    cell.blocks.splice(at + 1, 0, next);
    cell.firsts.splice(at + 1, 0, this.blocks.firstSecondOf(next));
  }

  /** After a removal: a block that fits into the one before with room to spare joins it, and an empty cell goes. */
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

/** The first block that may hold this second: entries of one second may begin in the block before the first that starts with it. */
const firstBlockAt = ({ firsts }: Cell, fromS: number): number => Math.max(0, firstNotBelow(firsts, fromS) - 1);

/** The first place whose number is not below `limit`. */
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

/** An instant as the second that entries are kept by. It never goes down as time goes up, whatever the century. */
export const secondOf = (ms: number): number => Math.max(0, Math.min(0xffff_fffe, Math.floor(ms / 1000)));
