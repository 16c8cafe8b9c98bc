import { createHash } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { isListingAllowed } from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide } from "#platform/db/schema/feed-columns.ts";
import { createFeedSource, type FeedSource } from "./feed.ts";
import {
  findListedRideRows,
  findStates,
  type ListedRideRow,
  type ListedRideState,
} from "./listed-rides.store.ts";
import { refreshListedRides, type RefreshedRides } from "./refresh-listed-rides.ts";

/** A format as it is served. */
export interface FeedFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly changedAt: Date;
}

export interface FeedWriter {
  /** Distinguishes the variants of a format. */
  readonly name: string;
  readonly write: (source: FeedSource) => Buffer;
  /** Written again at least that often, because time alone changes it. */
  readonly maxAgeMs: number;
}

export const DAILY_MS = DAY_MS;
export const LIVE_MS = 5 * MINUTE_MS;

interface CachedFile extends FeedFile {
  readonly key: string;
}

/** Feeds of this process, each written again only after something in it has changed. */
export class FeedCache {
  readonly #files = new Map<string, CachedFile>();
  #loaded:
    | {
        readonly version: string;
        readonly rows: readonly ListedRideRow[];
      }
    | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** The file as of now; undefined if the community does not list rides. One is made at a time. */
  get(ctx: Context, writer: FeedWriter): Promise<FeedFile | undefined> {
    const read = () => this.#read(ctx, writer);
    const reading = this.#running.then(read, read);
    this.#running = reading;
    return reading;
  }

  /** All rides that are listed now; undefined if the community does not list rides. */
  listed(ctx: Context): Promise<ListedRide[] | undefined> {
    const read = async () => {
      if (!isListingAllowed(ctx)) return undefined;
      const rows = await this.#load(ctx, await refreshListedRides(ctx));
      return rows
        .filter(({ withdrawn_at, departs_at }) => !withdrawn_at && departs_at > ctx.now())
        .map(({ ride }) => ride);
    };
    const reading = this.#running.then(read, read);
    this.#running = reading;
    return reading;
  }

  /** All stored rides, soonest first. Reads those that this process has neither written nor read before. */
  async #load(
    ctx: Context,
    { version, written }: RefreshedRides,
  ): Promise<readonly ListedRideRow[]> {
    if (this.#loaded?.version === version) return this.#loaded.rows;

    // Read after the version: rows that another process changes in between are those of the next version.
    const states = await findStates(ctx);
    const before = this.#loaded?.rows ?? [];
    const known = new Map([...before, ...written].map((row) => [row.ride_id, row]));
    const unknownIds = states
      .filter((state) => !isOfState(known.get(state.ride_id), state))
      .map(({ ride_id }) => ride_id);
    for (const row of await findListedRideRows(ctx, unknownIds)) known.set(row.ride_id, row);

    const rows = states.flatMap(({ ride_id }) => known.get(ride_id) ?? []).toSorted(byDeparture);
    this.#loaded = { version, rows };
    return rows;
  }

  async #read(ctx: Context, writer: FeedWriter): Promise<FeedFile | undefined> {
    const { rideListing } = ctx.community;
    if (!rideListing || !isListingAllowed(ctx)) return undefined;
    const refreshed = await refreshListedRides(ctx);
    const period = Math.floor(ctx.now().getTime() / writer.maxAgeMs);
    const { name, supportEmail, region, language } = ctx.community;
    const settings = [rideListing, name, supportEmail, region, language];
    const key = JSON.stringify([refreshed.version, period, settings]);

    const known = this.#files.get(writer.name);
    if (known?.key === key) return known;
    const source = createFeedSource(ctx, rideListing, await this.#load(ctx, refreshed));
    const bytes = writer.write(source);
    const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    const file = {
      key,
      bytes,
      etag: `"${digest}"`,
      changedAt: ctx.now(),
    };
    this.#files.set(writer.name, file);
    return file;
  }
}

const isOfState = (row: ListedRideRow | undefined, state: ListedRideState): boolean =>
  row?.source_version === state.source_version &&
  row.withdrawn_at?.getTime() === state.withdrawn_at?.getTime();

const byDeparture = (a: ListedRideRow, b: ListedRideRow): number =>
  a.departs_at.getTime() - b.departs_at.getTime() || (a.ride_id < b.ride_id ? -1 : 1);
