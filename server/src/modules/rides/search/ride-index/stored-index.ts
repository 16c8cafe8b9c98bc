import { rm } from "node:fs/promises";
import { encodePolyline } from "@commonlane/contract/polyline";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { MatchSettings } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { isEventStored } from "#platform/db/outbox/outbox.ts";
import { matchSettings } from "../../route/ride-route.ts";
import { type IndexPosition, positionAfter, putRide } from "./fill-index.ts";
import {
  hashIndexLayout,
  type LastReadEvent,
  readIndexFile,
  writeIndexFile,
} from "./index-file.ts";

/** Where an index is stored between two runs of a process. */
export interface IndexFileOptions {
  readonly file: string;
  /** Below this number, reading from the database is just as fast. */
  readonly minRides?: number;
}
const MIN_RIDES_TO_SAVE = 10_000;

/** The index on disk, from which a large community starts faster. Without options nothing is stored or found. */
export class StoredIndex {
  readonly #ctx: Context;
  readonly #options: IndexFileOptions | undefined;
  #writing: Promise<unknown> | undefined;
  #savedEvent: LastReadEvent | undefined;
  #layoutNow: string | undefined;

  constructor(ctx: Context, options: IndexFileOptions | undefined) {
    this.#ctx = ctx;
    this.#options = options;
  }

  /** Set while an index is written, which must not change until then. */
  get writing(): Promise<unknown> | undefined {
    return this.#writing;
  }

  /**
   * Saves an index for the next start if it is large enough. A failure is logged and has no other effect. Nothing is
   * awaited before `writing` is set.
   */
  async save(rides: CorridorIndex, lastRead: LastReadEvent): Promise<void> {
    if (!this.#options || this.#writing) return;
    const { file, minRides = MIN_RIDES_TO_SAVE } = this.#options;
    if (rides.size < minRides || lastRead === this.#savedEvent) return;
    try {
      const written = writeIndexFile(file, rides, { lastRead, layout: this.#layout });
      this.#writing = written.catch(() => {}).then(() => (this.#writing = undefined));
      const finish = await written;
      await finish();
      this.#savedEvent = lastRead;
    } catch (error) {
      this.#ctx.log.warn({ err: error }, "the ride index could not be saved for the next start");
    }
  }

  /** Loads the saved index if it can be used; otherwise ignores it. */
  async load(): Promise<
    | {
        rides: CorridorIndex;
        position: IndexPosition;
      }
    | undefined
  > {
    if (!this.#options) return undefined;
    const { file } = this.#options;
    const { log } = this.#ctx;
    const saved = await readIndexFile(file, matchSettings(this.#ctx.settings), this.#layout).catch(
      (error: unknown) => {
        if (!isFileMissing(error)) log.info({ err: error }, "the saved ride index cannot be used");
      },
    );
    if (!saved) return undefined;
    const position = positionAfter(saved.lastRead);
    if (await isPositionKnown(this.#ctx, position)) return { rides: saved.index, position };
    log.info("the saved ride index is too old or belongs to another database");
    await this.forget();
    return undefined;
  }

  async forget(): Promise<void> {
    if (this.#options) await rm(this.#options.file, { force: true });
  }

  get #layout(): string {
    const settings = matchSettings(this.#ctx.settings);
    return (this.#layoutNow ??= hashIndexLayout(createSampleIndex(settings)));
  }
}

/** True if the database still has the last event that an index has read, and so everything after it. */
export async function isPositionKnown(
  { db }: Pick<Context, "db">,
  { lastRead }: IndexPosition,
): Promise<boolean> {
  return lastRead !== undefined && isEventStored(db, { ...lastRead, at: new Date(lastRead.atMs) });
}

const isFileMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

const point = (lat: number, lng: number) => ({
  label: "A place",
  lat,
  lng,
});

/** An index of a few rides of all kinds. Its stored form shows whether a file was made by the code that reads it. */
function createSampleIndex(settings: MatchSettings): CorridorIndex {
  const index = new CorridorIndex(settings);
  for (const row of ROWS) putRide(index, row);
  return index;
}

const ROWS = [
  {
    points: [point(47.9959, 7.8522), point(49.9842, 8.2791), point(50.9331, 6.95)],
    max_detour_m: 10_000,
  },
  {
    points: [point(52.52, 13.405), point(48.8566, 2.3522)],
    max_detour_m: 0,
  },
  {
    points: [point(-16.5, 179.2), point(-17.1, -179.4), point(-16.5, 179.2)],
    max_detour_m: 40_000,
  },
].map(({ points, max_detour_m }, n) => ({
  id: `01980000-0000-7000-8000-00000000000${n}`,
  points,
  departs_at: new Date(Date.UTC(2026, 0, 2, 6, 45)),
  seats_left: points.slice(1).map((_, leg) => leg + 1),
  public_route: null,
  driven_route: null,
  max_detour_m,
  max_detour_s: max_detour_m / 20,
  leg_points: n === 0 ? [2, 2] : null,
  polyline: n === 0 ? encodePolyline(points) : null,
  leg_distance_m: points.slice(1).map(() => 240_000),
  leg_duration_s: points.slice(1).map(() => 9_000),
}));
