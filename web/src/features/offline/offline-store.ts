import { DAY_MS } from "@commonlane/contract/durations";

/** Something that was read from the server, as it was kept on this device. */
export interface CachedEntry {
  readonly hash: string;
  readonly uid: string;
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly updatedAt: number;
}

/** The name that shared/session/browser-world.ts deletes at a logout. */
const DATABASE_NAME = "commonlane";
const STORE_NAME = "kept";
const MAX_ENTRIES = 150;
const MAX_AGE_MS = 30 * DAY_MS;

/** What one person keeps on this device to read it without a network. */
export class OfflineStore {
  readonly #db: IDBDatabase;
  readonly #uid: string;

  private constructor(db: IDBDatabase, uid: string) {
    this.#db = db;
    this.#uid = uid;
  }

  /** Rejects where the browser keeps nothing. What is of somebody else, or old, goes. */
  static async open(uid: string): Promise<OfflineStore> {
    const request = indexedDB.open(DATABASE_NAME, 1);
    request.addEventListener("upgradeneeded", () =>
      request.result.createObjectStore(STORE_NAME, { keyPath: ["uid", "hash"] }),
    );
    const db = await toPromise(request);
    // A logout, in whichever tab, does not wait for this one.
    db.addEventListener("versionchange", () => db.close());
    const store = new OfflineStore(db, uid);
    await store.#tidy();
    return store;
  }

  async read(): Promise<CachedEntry[]> {
    const entries: CachedEntry[] = await toPromise(this.#store("readonly").getAll());
    return entries.filter(({ uid }) => uid === this.#uid);
  }

  async write(entries: readonly Omit<CachedEntry, "uid">[]): Promise<void> {
    const store = this.#store("readwrite");
    await Promise.all(entries.map((entry) => toPromise(store.put({ ...entry, uid: this.#uid }))));
  }

  close(): void {
    this.#db.close();
  }

  async #tidy(): Promise<void> {
    const entries: CachedEntry[] = await toPromise(this.#store("readonly").getAll());
    const ownEntries = entries.filter(({ uid, updatedAt }) => uid === this.#uid && updatedAt > Date.now() - MAX_AGE_MS);
    const retained = new Set(ownEntries.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, MAX_ENTRIES));
    const store = this.#store("readwrite");
    await Promise.all(
      entries.filter((entry) => !retained.has(entry)).map(({ uid, hash }) => toPromise(store.delete([uid, hash]))),
    );
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.#db.transaction(STORE_NAME, mode).objectStore(STORE_NAME);
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The browser keeps nothing.")));
  });
}
