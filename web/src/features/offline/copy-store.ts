import { DAY_MS } from "@commonlane/contract/durations";

/** Something that was read from the server, as it was kept on this device. */
export interface Kept {
  readonly hash: string;
  readonly uid: string;
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly updatedAt: number;
}

/** The name that shared/session/browser-world.ts deletes at a logout. */
const NAME = "commonlane";
const STORE = "kept";
const MOST = 150;
const KEPT_MS = 30 * DAY_MS;

/** What one person keeps on this device to read it without a network. */
export class CopyStore {
  readonly #db: IDBDatabase;
  readonly #uid: string;

  private constructor(db: IDBDatabase, uid: string) {
    this.#db = db;
    this.#uid = uid;
  }

  /** Rejects where the browser keeps nothing. What is of somebody else, or old, goes. */
  static async open(uid: string): Promise<CopyStore> {
    const asked = indexedDB.open(NAME, 1);
    asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore(STORE, { keyPath: ["uid", "hash"] }));
    const db = await done(asked);
    // A logout, in whichever tab, does not wait for this one.
    db.addEventListener("versionchange", () => db.close());
    const store = new CopyStore(db, uid);
    await store.#tidy();
    return store;
  }

  async read(): Promise<Kept[]> {
    const all: Kept[] = await done(this.#store("readonly").getAll());
    return all.filter(({ uid }) => uid === this.#uid);
  }

  async write(kept: readonly Omit<Kept, "uid">[]): Promise<void> {
    const store = this.#store("readwrite");
    await Promise.all(kept.map((one) => done(store.put({ ...one, uid: this.#uid }))));
  }

  close(): void {
    this.#db.close();
  }

  async #tidy(): Promise<void> {
    const all: Kept[] = await done(this.#store("readonly").getAll());
    const own = all.filter(({ uid, updatedAt }) => uid === this.#uid && updatedAt > Date.now() - KEPT_MS);
    const stay = new Set(own.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, MOST));
    const store = this.#store("readwrite");
    await Promise.all(all.filter((one) => !stay.has(one)).map(({ uid, hash }) => done(store.delete([uid, hash]))));
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.#db.transaction(STORE, mode).objectStore(STORE);
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The browser keeps nothing.")));
  });
}
