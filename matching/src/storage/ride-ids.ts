const UUID_LENGTH = 36;
/** Positions of the dashes in a UUID, one bit each. */
const DASHES = (1 << 8) | (1 << 13) | (1 << 18) | (1 << 23);
const DASH = "-".charCodeAt(0);
/** Value of a hexadecimal digit by character code; -1 for any other. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) =>
  "0123456789abcdef".indexOf(String.fromCharCode(code)),
);
const PARTS = 4096;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Storage of the four words of a slot's id. */
export interface IdWords {
  word(slot: number, n: number): number;
  setWord(slot: number, n: number, word: number): void;
}

/**
 * Maps ride ids to slots. Lowercase UUIDs are stored as 16 bytes and found through 4,096 small open-addressing tables.
 * Each table grows by itself, so no caller waits for a large one. Other ids are stored as strings and cost more. O(1).
 */
export class RideIds {
  readonly #words: IdWords;
  /** Slot + 1, or 0 for an empty cell. */
  readonly #tables: Uint32Array[] = Array.from({ length: PARTS }, () => EMPTY);
  readonly #used = new Uint32Array(PARTS);
  readonly #slotsByOtherId = new Map<string, number>();
  readonly #otherIds = new Map<number, string>();
  readonly #parsedId = new Uint32Array(4);

  constructor(words: IdWords) {
    this.#words = words;
  }

  get bytes(): number {
    let bytes = PARTS * 120;
    for (const table of this.#tables) bytes += table.byteLength;
    return bytes + 300 * this.#slotsByOtherId.size;
  }

  /** The slot of a ride, or -1. */
  find(id: string): number {
    if (!this.#read(id)) return this.#slotsByOtherId.get(id) ?? -1;
    const at = this.#placeOf(this.#parsedId);
    return at < 0 ? -1 : this.#tables[this.#tableIndex()]![at]! - 1;
  }

  /** Adds an id that has no slot yet. */
  add(id: string, slot: number): void {
    if (!this.#read(id)) {
      this.#slotsByOtherId.set(id, slot);
      this.#otherIds.set(slot, id);
      return;
    }
    for (let n = 0; n < 4; n++) this.#words.setWord(slot, n, this.#parsedId[n]!);
    this.#enter(slot);
  }

  /** Makes room for this many ids before they are added. */
  reserve(ids: number): void {
    const capacity = Math.ceil((ids / PARTS) * 1.6) + 4;
    for (let tableIndex = 0; tableIndex < PARTS; tableIndex++)
      this.#tables[tableIndex] = new Uint32Array(capacity);
  }

  /** Adds a slot whose words are already loaded, after a restart. */
  restore(slot: number): void {
    for (let n = 0; n < 4; n++) this.#parsedId[n] = this.#words.word(slot, n);
    this.#enter(slot);
  }

  /** Removes an id that has a slot. */
  remove(id: string): void {
    if (!this.#read(id)) {
      this.#otherIds.delete(this.#slotsByOtherId.get(id)!);
      this.#slotsByOtherId.delete(id);
      return;
    }
    const tableIndex = this.#tableIndex();
    const table = this.#tables[tableIndex]!;
    let hole = this.#placeOf(this.#parsedId);
    this.#used[tableIndex]!--;
    // Moves displaced entries back, so that no tombstones accumulate.
    for (let at = (hole + 1) % table.length; table[at] !== 0; at = (at + 1) % table.length) {
      const home = this.#hashOf(table[at]! - 1) % table.length;
      if ((at - home + table.length) % table.length < (at - hole + table.length) % table.length)
        continue;
      table[hole] = table[at]!;
      hole = at;
    }
    table[hole] = 0;
  }

  idOf(slot: number): string {
    const nonUuidId = this.#otherIds.size === 0 ? undefined : this.#otherIds.get(slot);
    if (nonUuidId !== undefined) return nonUuidId;
    let text = "";
    for (let n = 0; n < 4; n++) {
      const word = this.#words.word(slot, n);
      const dash = n === 1 || n === 2 ? "-" : "";
      text += dash + HEX[word >>> 24]! + HEX[(word >>> 16) & 255]!;
      text += dash + HEX[(word >>> 8) & 255]! + HEX[word & 255]!;
    }
    return text;
  }

  /** Ids that are not UUIDs, with their slots. */
  nonUuidIds(): [string, number][] {
    return [...this.#slotsByOtherId];
  }

  /** Parses a UUID into `#parsedId`. Returns false if the id is not a UUID. Allocates nothing. */
  #read(id: string): boolean {
    if (id.length !== UUID_LENGTH) return false;
    let word = 0;
    let digits = 0;
    for (let k = 0; k < UUID_LENGTH; k++) {
      const code = id.charCodeAt(k);
      if (k < 24 && (DASHES >> k) & 1) {
        if (code !== DASH) return false;
        continue;
      }
      const digit = code < DIGITS.length ? DIGITS[code]! : -1;
      if (digit < 0) return false;
      word = (word << 4) | digit;
      digits++;
      if ((digits & 7) === 0) this.#parsedId[(digits >> 3) - 1] = word;
    }
    return true;
  }

  /** Hash of the id in `#parsedId`: the lower bits choose a table, the others a position in it. */
  #hash(): number {
    return hashOf(this.#parsedId[0]!, this.#parsedId[1]!, this.#parsedId[2]!, this.#parsedId[3]!);
  }

  #tableIndex(): number {
    return this.#hash() % PARTS;
  }

  /** The bits of the hash of a slot's id that choose a position. */
  #hashOf(slot: number): number {
    const words = this.#words;
    return Math.floor(
      hashOf(words.word(slot, 0), words.word(slot, 1), words.word(slot, 2), words.word(slot, 3)) /
        PARTS,
    );
  }

  /** Position of the id `idWords` in its table, or -1. */
  #placeOf(idWords: Uint32Array): number {
    const table = this.#tables[this.#tableIndex()]!;
    if (table.length === 0) return -1;
    let at = Math.floor(this.#hash() / PARTS) % table.length;
    for (; table[at] !== 0; at = (at + 1) % table.length)
      if (this.#is(table[at]! - 1, idWords)) return at;
    return -1;
  }

  #is(slot: number, idWords: Uint32Array): boolean {
    for (let n = 0; n < 4; n++) if (this.#words.word(slot, n) !== idWords[n]) return false;
    return true;
  }

  /** Adds the slot of the id in `#parsedId`. */
  #enter(slot: number): void {
    const tableIndex = this.#tableIndex();
    if ((this.#used[tableIndex]! + 1) * 4 > this.#tables[tableIndex]!.length * 3) {
      const old = this.#tables[tableIndex]!;
      this.#tables[tableIndex] = new Uint32Array(Math.max(4, Math.ceil(old.length * 1.5)));
      for (const entry of old)
        if (entry > 0) this.#put(tableIndex, entry - 1, this.#hashOf(entry - 1));
    }
    this.#used[tableIndex]!++;
    this.#put(tableIndex, slot, Math.floor(this.#hash() / PARTS));
  }

  #put(tableIndex: number, slot: number, hash: number): void {
    const table = this.#tables[tableIndex]!;
    let at = hash % table.length;
    while (table[at] !== 0) at = (at + 1) % table.length;
    table[at] = slot + 1;
  }
}

const EMPTY = new Uint32Array(0);

/** Mixes four words, because the first words of a UUIDv7 are nearly the same for a whole day. */
const hashOf = (a: number, b: number, c: number, d: number): number => {
  let hash = Math.imul(a, 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35) ^ c;
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f) ^ d;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};
