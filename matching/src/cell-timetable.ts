import { BLOCK, EntryBlocks } from "./entry-blocks.ts";
import type { SlotList } from "./entry-blocks.ts";

/** One cell's entries, in blocks in the order of time; `firsts` is the least second of each block. */
interface Cell {
  readonly blocks: number[];
  readonly firsts: number[];
  /** The longest span of any entry since the cell was last empty. */
  spanS: number;
}

/** What a cell record and its two lists take in the engine, and each block in them: measured, rounded up. */
const CELL_BYTES = 160;
const LISTED_BYTES = 20;

/**
 * Who is in a cell when: entries (from which second, the slot of a ride) for each cell, in the order of time. 8 bytes an
 * entry in blocks about two thirds full. Adding and removing is O(log n) in the entries of the cell, listing O(log n +
 * listed).
 */
export class CellTimetable {
  readonly blocks = new EntryBlocks();
  readonly #cells = new Map<number, Cell>();
  #entries = 0;

  get entries(): number {
    return this.#entries;
  }

  /** Memory held. O(cells). */
  get bytes(): number {
    let listed = 0;
    for (const { blocks } of this.#cells.values()) listed += blocks.length;
    return this.blocks.bytes + this.#cells.size * CELL_BYTES + listed * LISTED_BYTES;
  }

  add(cellId: number, fromS: number, spanS: number, slot: number): void {
    const cell = this.#cells.get(cellId) ?? this.#newCell(cellId, fromS);
    if (spanS > cell.spanS) cell.spanS = spanS;
    let at = Math.max(0, firstNotBelow(cell.firsts, fromS + 1) - 1);
    if (this.blocks.count(cell.blocks[at]!) === BLOCK) {
      this.#split(cell, at);
      if (fromS >= cell.firsts[at + 1]!) at++;
    }
    this.blocks.insert(cell.blocks[at]!, fromS, slot);
    if (fromS < cell.firsts[at]!) cell.firsts[at] = fromS;
    this.#entries++;
  }

  /** Removes one such entry; false when there is none. */
  remove(cellId: number, fromS: number, slot: number): boolean {
    const cell = this.#cells.get(cellId);
    if (cell === undefined) return false;
    for (let at = firstBlock(cell, fromS); at < cell.blocks.length && cell.firsts[at]! <= fromS; at++) {
      if (!this.blocks.erase(cell.blocks[at]!, fromS, slot)) continue;
      this.#entries--;
      this.#tidy(cellId, cell, at);
      return true;
    }
    return false;
  }

  /** The longest that an entry of this cell lasts; 0 where there is none. */
  spanOf(cellId: number): number {
    return this.#cells.get(cellId)?.spanS ?? 0;
  }

  /** Appends the slots of the entries that begin from `fromS` to `toS`, both included. */
  list(cellId: number, fromS: number, toS: number, out: SlotList): void {
    const cell = this.#cells.get(cellId);
    if (cell === undefined) return;
    for (let at = firstBlock(cell, fromS); at < cell.blocks.length && cell.firsts[at]! <= toS; at++) {
      this.blocks.list(cell.blocks[at]!, fromS, toS, out);
    }
  }

  /** The directory as numbers: of each cell its id, its span, and how many blocks it has, which follow in their order. */
  directory(): number[] {
    const numbers: number[] = [];
    for (const [cellId, { blocks, spanS }] of this.#cells) numbers.push(cellId, spanS, blocks.length, ...blocks);
    return numbers;
  }

  /** Takes over a directory whose blocks are in place. */
  restore(numbers: ArrayLike<number>): void {
    for (let at = 0; at < numbers.length;) {
      const [cellId, spanS, count] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
      const blocks: number[] = [];
      const firsts: number[] = [];
      for (at += 3; blocks.length < count; at++) {
        blocks.push(numbers[at]!);
        firsts.push(this.blocks.firstOf(numbers[at]!));
        this.#entries += this.blocks.count(numbers[at]!);
      }
      this.#cells.set(cellId, { blocks, firsts, spanS });
    }
  }

  #newCell(cellId: number, fromS: number): Cell {
    const cell: Cell = { blocks: [this.blocks.take()], firsts: [fromS], spanS: 0 };
    this.#cells.set(cellId, cell);
    return cell;
  }

  /** Moves the later half of a full block into a new one after it. */
  #split(cell: Cell, at: number): void {
    const next = this.blocks.take();
    this.blocks.move(cell.blocks[at]!, BLOCK / 2, next);
    cell.blocks.splice(at + 1, 0, next);
    cell.firsts.splice(at + 1, 0, this.blocks.firstOf(next));
  }

  /** After a removal: a block that fits into the one before with room to spare joins it, and an empty cell goes. */
  #tidy(cellId: number, cell: Cell, at: number): void {
    const block = cell.blocks[at]!;
    const count = this.blocks.count(block);
    if (count > 0) cell.firsts[at] = this.blocks.firstOf(block);
    if (count > BLOCK / 2) return;
    const before = cell.blocks[at - 1];
    if (count > 0) {
      if (before === undefined || this.blocks.count(before) + count > (BLOCK * 3) / 4) return;
      this.blocks.move(block, 0, before);
    }
    this.blocks.giveBack(block);
    cell.blocks.splice(at, 1);
    cell.firsts.splice(at, 1);
    if (cell.blocks.length === 0) this.#cells.delete(cellId);
  }
}

/** The first block that may hold this second: entries of one second may begin in the block before the first that starts with it. */
const firstBlock = ({ firsts }: Cell, fromS: number): number => Math.max(0, firstNotBelow(firsts, fromS) - 1);

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
