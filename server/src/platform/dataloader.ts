import type { Db } from "./db/database.ts";

/** Maximum number of keys in one statement. */
const MAX_KEYS_PER_STATEMENT = 100;
/** Maximum number of concurrent statements of one kind; later calls are collected for the next one. */
const MAX_CONCURRENT_STATEMENTS = 1;
/** Minimum time between two statements, so that under load more calls share one. */
const MIN_INTERVAL_MS = 1;

/** Loads or writes many items at once; returns the results in the order of the keys. */
type BatchLoad<Key, Result> = (db: Db, keys: readonly Key[]) => Promise<readonly Result[]>;

/**
 * Batches calls made at the same moment into one statement. The statement is sent after all of them, so each caller
 * sees what was committed before its call; a failure rejects all of them. Calls inside a transaction are not batched.
 * Results may be shared between callers: do not modify them.
 *
 * @example
 *   const findCar = createDataLoader(async (db, ids: readonly string[]) => {
 *     const cars = await findCars(db, ids);
 *     return ids.map((id) => cars.get(id));
 *   });
 *   await Promise.all([findCar(db, "a"), findCar(db, "b")]); // one statement
 */
export function createDataLoader<Key, Result>(
  loadAll: BatchLoad<Key, Result>,
): (db: Db, key: Key) => Promise<Result> {
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

/** The calls waiting for one kind of statement on one database. */
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
    if (!batch || batch.keys.length >= MAX_KEYS_PER_STATEMENT)
      this.#waiting.push((batch = this.#open()));
    const at = batch.keys.push(key) - 1;
    return resultAt(await batch.results, at);
  }

  #open(): Batch<Key, Result> {
    const keys: Key[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const results = promise.then(() => this.#loadAll(keys)).finally(() => this.#onDone());
    // By then the handlers of all requests that have arrived have made their calls.
    setImmediate(() => this.#sendNext());
    return {
      keys,
      results,
      send: resolve,
    };
  }

  #sendNext(): void {
    if (this.#running >= MAX_CONCURRENT_STATEMENTS || this.#pausing || this.#waiting.length === 0)
      return;
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
  if (at >= results.length) throw new Error("The database returned fewer results than requested.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line above checks that it exists
  return results[at] as Result;
}
