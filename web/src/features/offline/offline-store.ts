import { DAY_MS } from "@commonlane/contract/durations";

/** A server response as stored on this device. */
export interface CachedEntry {
  readonly hash: string;
  readonly uid: string;
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly updatedAt: number;
}

/** shared/session/browser-environment.ts deletes the database of this name on logout. */
const DATABASE_NAME = "commonlane";
const STORE_NAME = "query-results";
/** Since this version entries have the keys of endpoints; older ones would never be read. */
const DATABASE_VERSION = 3;
const MAX_ENTRIES = 150;
const MAX_AGE_MS = 30 * DAY_MS;

/** Offline storage of one user. */
export class OfflineStore {
  readonly #db: IDBDatabase;
  readonly #uid: string;

  private constructor(db: IDBDatabase, uid: string) {
    this.#db = db;
    this.#uid = uid;
  }

  /** Rejects if the browser has no storage. Deletes entries of other users and old entries. */
  static async open(uid: string): Promise<OfflineStore> {
    const request = indexedDB.open(DATABASE_NAME, DATABASE_VERSION);
    request.addEventListener("upgradeneeded", () => {
      const { result } = request;
      for (const name of result.objectStoreNames) result.deleteObjectStore(name);
      result.createObjectStore(STORE_NAME, { keyPath: ["uid", "hash"] });
    });
    const db = await toPromise(request);
    // Lets a logout in another tab delete the database, and a newer version of the app change it.
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
    await Promise.all(
      entries.map((entry) =>
        toPromise(
          store.put({
            ...entry,
            uid: this.#uid,
          }),
        ),
      ),
    );
  }

  close(): void {
    this.#db.close();
  }

  async #tidy(): Promise<void> {
    const entries: CachedEntry[] = await toPromise(this.#store("readonly").getAll());
    const ownEntries = entries.filter(
      ({ uid, updatedAt }) => uid === this.#uid && updatedAt > Date.now() - MAX_AGE_MS,
    );
    const retained = new Set(
      ownEntries.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, MAX_ENTRIES),
    );
    const store = this.#store("readwrite");
    await Promise.all(
      entries
        .filter((entry) => !retained.has(entry))
        .map(({ uid, hash }) => toPromise(store.delete([uid, hash]))),
    );
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.#db.transaction(STORE_NAME, mode).objectStore(STORE_NAME);
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("The browser has no storage.")),
    );
  });
}
