import { createHash } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { isListingAllowed } from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide } from "#platform/db/schema/feed-columns.ts";
import { createFeedSource, type FeedSource } from "./feed.ts";
import { findListedRideRows, type ListedRideRow } from "./listed-rides.store.ts";
import { refreshListedRides } from "./refresh-listed-rides.ts";

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
  #rows:
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
      const version = await refreshListedRides(ctx);
      const rows = await this.#load(ctx, version);
      return rows
        .filter(({ withdrawn_at, departs_at }) => !withdrawn_at && departs_at > ctx.now())
        .map(({ ride }) => ride);
    };
    const reading = this.#running.then(read, read);
    this.#running = reading;
    return reading;
  }

  async #load(ctx: Context, version: string): Promise<readonly ListedRideRow[]> {
    if (this.#rows?.version !== version)
      this.#rows = {
        version,
        rows: await findListedRideRows(ctx),
      };
    return this.#rows.rows;
  }

  async #read(ctx: Context, writer: FeedWriter): Promise<FeedFile | undefined> {
    const { rideListing } = ctx.community;
    if (!rideListing || !isListingAllowed(ctx)) return undefined;
    const version = await refreshListedRides(ctx);
    const period = Math.floor(ctx.now().getTime() / writer.maxAgeMs);
    const { name, supportEmail, region, language } = ctx.community;
    const settings = [rideListing, name, supportEmail, region, language];
    const key = JSON.stringify([version, period, settings]);

    const known = this.#files.get(writer.name);
    if (known?.key === key) return known;
    const source = createFeedSource(ctx, rideListing, await this.#load(ctx, version));
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
