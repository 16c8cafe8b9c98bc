import type { Log } from "#platform/log.ts";
import type { Settings } from "#platform/settings.ts";
import { Network } from "../network/network.ts";
import {
  listTimetables,
  readFeed,
  type StoredTimetable,
  timetablesFolder,
} from "./timetable-file.ts";

type TimetableSettings = Pick<Settings, "DATA_DIR" | "WALKING_FACTOR" | "WALKING_M_PER_S">;

/** A process looks for changed timetables at most this often, and only when one is needed. */
const LOOK_EVERY_MS = 2000;

/** The timetables of this server. They are loaded when first needed, and again after a change. */
export class Timetables {
  readonly #settings: TimetableSettings;
  readonly #log: Log;
  readonly #folder: string;
  #timetables: readonly StoredTimetable[] = [];
  #lookedAtMs = -Infinity;
  #loaded: { readonly key: string; readonly network: Promise<Network | undefined> } | undefined;

  constructor(settings: TimetableSettings, log: Log) {
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

  /** All timetables as one network; undefined if there are none. */
  async network(): Promise<Network | undefined> {
    const timetables = this.list();
    const key = timetables.map(({ folder, importedAt }) => `${folder} ${importedAt}`).join("\n");
    if (this.#loaded?.key !== key) {
      const before = this.#loaded;
      const loading = { key, network: this.#load(timetables) };
      this.#loaded = loading;
      // After a failure the earlier network stays in use, and the next call tries again.
      loading.network.catch((error: unknown) => {
        this.#log.error({ err: error }, "the timetables cannot be loaded");
        if (this.#loaded === loading) this.#loaded = before;
      });
    }
    return this.#loaded?.network.catch(() => this.#loaded?.network);
  }

  async #load(timetables: readonly StoredTimetable[]): Promise<Network | undefined> {
    if (timetables.length === 0) return undefined;
    const feeds = [];
    for (const timetable of timetables)
      feeds.push({ id: timetable.id, feed: await readFeed(timetable) });
    return new Network(feeds, this.#settings);
  }
}
