import type { Db } from "./db/database.ts";

/** How much goes into one statement; whoever asks beyond that is in the next. */
const MOST_KEYS = 100;

/** Finds many things at once: what belongs to each key, in the order of the keys. */
type FindAll<Key, Found> = (db: Db, keys: readonly Key[]) => Promise<readonly Found[]>;

interface Batch<Key, Found> {
  readonly keys: Key[];
  readonly found: Promise<readonly Found[]>;
}

/**
 * Finds one thing, in one statement with whoever else asks in the same turn of the event loop. The statement is sent
 * after all of them have asked, so each sees what was committed before; a failure is everybody's. Within a transaction
 * each asks alone. What is found may be handed to several callers: nobody may change it.
 */
export function batched<Key, Found>(findAll: FindAll<Key, Found>): (db: Db, key: Key) => Promise<Found> {
  const gathering = new WeakMap<Db, Batch<Key, Found>>();

  function gather(db: Db): Batch<Key, Found> {
    const keys: Key[] = [];
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (gathering.get(db)?.keys === keys) gathering.delete(db);
      return findAll(db, keys);
    });
    const batch = { keys, found };
    gathering.set(db, batch);
    return batch;
  }

  return async (db, key) => {
    if (db.isTransaction) return only(await findAll(db, [key]), 0);
    const open = gathering.get(db);
    const batch = open && open.keys.length < MOST_KEYS ? open : gather(db);
    const at = batch.keys.push(key) - 1;
    return only(await batch.found, at);
  };
}

function only<Found>(found: readonly Found[], at: number): Found {
  if (at >= found.length) throw new Error("Less was found than was asked for.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line above has seen that it is there
  return found[at] as Found;
}
