import type { Db } from "./db/database.ts";

/** How much goes into one statement. */
const MOST_KEYS = 100;
/** How many statements of one kind are under way at once; who asks meanwhile is gathered for the next one. */
const MOST_UNDER_WAY = 1;
/** One statement follows another at the earliest after this long: when many ask, more of them share it. */
const PACE_MS = 1;

/** Finds, or does, many things at once: what belongs to each key, in the order of the keys. */
type FindAll<Key, Found> = (db: Db, keys: readonly Key[]) => Promise<readonly Found[]>;

/**
 * Finds one thing, or does it, in one statement with whoever else asks at the same moment. The statement is sent after all of them
 * have asked, so each sees what was committed before they did; a failure is everybody's. Within a transaction each asks
 * alone. What is found may be handed to several callers: nobody may change it.
 */
export function batched<Key, Found>(findAll: FindAll<Key, Found>): (db: Db, key: Key) => Promise<Found> {
  const gatherings = new WeakMap<Db, Gathering<Key, Found>>();
  return async (db, key) => {
    if (db.isTransaction) return only(await findAll(db, [key]), 0);
    let gathering = gatherings.get(db);
    if (!gathering) gatherings.set(db, (gathering = new Gathering((keys) => findAll(db, keys))));
    return gathering.ask(key);
  };
}

interface Batch<Key, Found> {
  readonly keys: Key[];
  readonly found: Promise<readonly Found[]>;
  readonly send: () => void;
}

/** Those who wait for one kind of statement on one database. */
class Gathering<Key, Found> {
  readonly #findAll: (keys: readonly Key[]) => Promise<readonly Found[]>;
  readonly #waiting: Batch<Key, Found>[] = [];
  #underWay = 0;
  #sentAtMs = -Infinity;
  #pausing = false;

  constructor(findAll: (keys: readonly Key[]) => Promise<readonly Found[]>) {
    this.#findAll = findAll;
  }

  async ask(key: Key): Promise<Found> {
    let batch = this.#waiting.at(-1);
    if (!batch || batch.keys.length >= MOST_KEYS) this.#waiting.push((batch = this.#open()));
    const at = batch.keys.push(key) - 1;
    return only(await batch.found, at);
  }

  #open(): Batch<Key, Found> {
    const keys: Key[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const found = promise.then(() => this.#findAll(keys)).finally(() => this.#sent());
    // By then everybody whose request had arrived has asked.
    setImmediate(() => this.#sendNext());
    return { keys, found, send: resolve };
  }

  #sendNext(): void {
    if (this.#underWay >= MOST_UNDER_WAY || this.#pausing || this.#waiting.length === 0) return;
    const nowMs = performance.now();
    const waitMs = this.#sentAtMs + PACE_MS - nowMs;
    if (waitMs > 0.5) {
      this.#pausing = true;
      setTimeout(() => {
        this.#pausing = false;
        this.#sendNext();
      }, waitMs);
      return;
    }
    this.#sentAtMs = nowMs;
    this.#underWay++;
    this.#waiting.shift()?.send();
  }

  #sent(): void {
    this.#underWay--;
    this.#sendNext();
  }
}

function only<Found>(found: readonly Found[], at: number): Found {
  if (at >= found.length) throw new Error("Less was found than was asked for.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line above has seen that it is there
  return found[at] as Found;
}
