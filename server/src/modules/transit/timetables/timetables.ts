import type { TimetableList } from "@commonlane/contract/transit";
import type { Context } from "#platform/context.ts";
import type { Log } from "#platform/log.ts";
import type { Settings } from "#platform/settings.ts";
import type { DownloadLimits } from "#platform/upstream/download-public-file.ts";
import { Network } from "../network/network.ts";
import { listImports } from "./import-timetable.ts";
import {
  listTimetables,
  readFeed,
  type StoredTimetable,
  timetablesFolder,
} from "./timetable-file.ts";

type Download = (url: string, limits: DownloadLimits) => Promise<Uint8Array>;
type TimetableSettings = Pick<Settings, "DATA_DIR" | "WALKING_FACTOR" | "WALKING_M_PER_S">;

/** A process looks for changed timetables at most this often, and only when one is needed. */
const LOOK_EVERY_MS = 2000;
/** A timetable that could not be read is tried again after this time, since all others are read with it. */
const RETRY_AFTER_MS = 60_000;

/** Trip updates are fetched this often while timetables are in use, and are forgotten when they are older. */
const UPDATES_EVERY_MS = 30_000;
const UPDATES_AGE_MAX_MS = 10 * 60_000;
/** The trip updates of a country have less. */
const UPDATES_LIMITS = {
  maxBytes: 30_000_000,
  timeoutMs: 10_000,
};

/**
 * The timetables of this server. They are loaded when first needed, and again after a change. Trip updates are fetched
 * beside the calls that use them, which never wait for them.
 */
export class Timetables {
  readonly #settings: TimetableSettings;
  readonly #log: Log;
  readonly #folder: string;
  #timetables: readonly StoredTimetable[] = [];
  #lookedAtMs = -Infinity;
  readonly #download: Download;
  readonly #updatesFetchedAtMs = new Map<string, number>();
  #loaded:
    | {
        readonly key: string;
        readonly network: Promise<Network | undefined>;
      }
    | undefined;
  #retryAtMs = Infinity;

  constructor(settings: TimetableSettings, log: Log, download: Download) {
    this.#download = download;
    this.#settings = settings;
    this.#log = log;
    this.#folder = timetablesFolder(settings);
  }

  /** By name. */
  list(): readonly StoredTimetable[] {
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs >= LOOK_EVERY_MS) {
      this.#timetables = listTimetables(this.#folder);
      this.#lookedAtMs = nowMs;
    }
    return this.#timetables;
  }

  /** All timetables as one network; undefined if there are none. Those that cannot be read are left out. */
  async network(): Promise<Network | undefined> {
    const timetables = this.list();
    const key = timetables.map(({ folder, importedAt }) => `${folder} ${importedAt}`).join("\n");
    const nowMs = performance.now();
    if (this.#loaded?.key !== key || nowMs >= this.#retryAtMs) {
      this.#retryAtMs = Infinity;
      this.#loaded = {
        key,
        network: this.#load(timetables, this.#loaded?.network),
      };
    }
    const network = await this.#loaded.network;
    if (network) for (const timetable of timetables) void this.#refreshUpdates(network, timetable);
    return network;
  }

  /** Fetches the trip updates of a timetable if it is time to. What is too old is forgotten, also if nothing comes. */
  async #refreshUpdates(network: Network, { id, updatesUrl }: StoredTimetable): Promise<void> {
    if (updatesUrl === undefined) return;
    const nowMs = performance.now();
    const fetchedAtMs = this.#updatesFetchedAtMs.get(id) ?? -Infinity;
    if (nowMs - fetchedAtMs < UPDATES_EVERY_MS) return;

    this.#updatesFetchedAtMs.set(id, nowMs);
    network.forgetUpdates(id, new Date(Date.now() - UPDATES_AGE_MAX_MS));
    try {
      const bytes = await this.#download(updatesUrl, UPDATES_LIMITS);
      network.readUpdates(id, bytes);
      network.forgetUpdates(id, new Date(Date.now() - UPDATES_AGE_MAX_MS));
    } catch (error) {
      this.#log.warn(
        {
          err: error,
          timetable: id,
        },
        "trip updates cannot be read",
      );
    }
  }

  /** If a timetable cannot be read, `before` stays in use; at a start, all others. It is tried again later. */
  async #load(
    timetables: readonly StoredTimetable[],
    before: Promise<Network | undefined> | undefined,
  ): Promise<Network | undefined> {
    const feeds = [];
    for (const timetable of timetables) {
      const { id } = timetable;
      try {
        feeds.push({
          id,
          feed: await readFeed(timetable),
        });
      } catch (error) {
        this.#retryLater(error, id);
      }
    }

    const isComplete = feeds.length === timetables.length;
    const earlier = isComplete ? undefined : await before;
    if (earlier || feeds.length === 0) return earlier;
    try {
      return new Network(feeds, this.#settings);
    } catch (error) {
      this.#retryLater(error);
      return before;
    }
  }

  #retryLater(error: unknown, timetable?: string): void {
    this.#retryAtMs = performance.now() + RETRY_AFTER_MS;
    this.#log.error(
      {
        err: error,
        timetable,
      },
      "a timetable cannot be loaded",
    );
  }
}

/** The timetables in use and imports without one, for the moderation console. */
export function viewTimetables({ settings, now }: Context, timetables: Timetables): TimetableList {
  return {
    timetables: timetables.list().map(({ licence, ...timetable }) => ({
      ...timetable,
      licence: licence ?? null,
    })),
    imports: listImports(timetablesFolder(settings), now()).map(({ error, ...item }) => ({
      ...item,
      error: error ?? null,
    })),
  };
}
