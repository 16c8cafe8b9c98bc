import type { Db } from "./db/database.ts";

/** How much goes into one statement. */
const MAX_KEYS_PER_STATEMENT = 100;
/** How many statements of one kind are under way at once; who asks meanwhile is gathered for the next one. */
const MAX_CONCURRENT_STATEMENTS = 1;
/** One statement follows another at the earliest after this long: when many ask, more of them share it. */
const MIN_INTERVAL_MS = 1;

/** Finds, or does, many things at once: what belongs to each key, in the order of the keys. */
type BatchLoad<Key, Result> = (db: Db, keys: readonly Key[]) => Promise<readonly Result[]>;

/**
 * Finds one thing, or does it, in one statement with whoever else asks at the same moment. The statement is sent after all of them
 * have asked, so each sees what was committed before they did; a failure is everybody's. Within a transaction each asks
 * alone. What is found may be handed to several callers: nobody may change it.
 */
export function createDataLoader<Key, Result>(loadAll: BatchLoad<Key, Result>): (db: Db, key: Key) => Promise<Result> {
  const queues = new WeakMap<Db, BatchQueue<Key, Result>>();
  return async (db, key) => {
    if (db.isTransaction) return resultAt(await loadAll(db, [key]), 0);
    let queue = queues.get(db);
    if (!queue) queues.set(db, (queue = new BatchQueue((keys) => loadAll(db, keys))));
    return queue.load(key);
  };
}

interface Batch<Key, Result> {
  readonly keys: Key[];
  readonly results: Promise<readonly Result[]>;
  readonly send: () => void;
}

/** Those who wait for one kind of statement on one database. */
class BatchQueue<Key, Result> {
  readonly #loadAll: (keys: readonly Key[]) => Promise<readonly Result[]>;
  readonly #waiting: Batch<Key, Result>[] = [];
  #running = 0;
  #sentAtMs = -Infinity;
  #pausing = false;

  constructor(loadAll: (keys: readonly Key[]) => Promise<readonly Result[]>) {
    this.#loadAll = loadAll;
  }

  async load(key: Key): Promise<Result> {
    let batch = this.#waiting.at(-1);
    if (!batch || batch.keys.length >= MAX_KEYS_PER_STATEMENT) this.#waiting.push((batch = this.#open()));
    const at = batch.keys.push(key) - 1;
    return resultAt(await batch.results, at);
  }

  #open(): Batch<Key, Result> {
    const keys: Key[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const results = promise.then(() => this.#loadAll(keys)).finally(() => this.#onDone());
    // By then everybody whose request had arrived has asked.
    setImmediate(() => this.#sendNext());
    return { keys, results, send: resolve };
  }

  #sendNext(): void {
    if (this.#running >= MAX_CONCURRENT_STATEMENTS || this.#pausing || this.#waiting.length === 0) return;
    const nowMs = performance.now();
    const waitMs = this.#sentAtMs + MIN_INTERVAL_MS - nowMs;
    if (waitMs > 0.5) {
      this.#pausing = true;
      setTimeout(() => {
        this.#pausing = false;
        this.#sendNext();
      }, waitMs);
      return;
    }
    this.#sentAtMs = nowMs;
    this.#running++;
    this.#waiting.shift()?.send();
  }

  #onDone(): void {
    this.#running--;
    this.#sendNext();
  }
}

function resultAt<Result>(results: readonly Result[], at: number): Result {
  if (at >= results.length) throw new Error("Less was found than was asked for.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line above has seen that it is there
  return results[at] as Result;
}
