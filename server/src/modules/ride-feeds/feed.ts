import type { Language } from "@commonlane/contract/languages";
import type { RideListing } from "@commonlane/contract/community-settings";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { ListedRideRow } from "./listed-rides.store.ts";

/** What all formats are written from. */
export interface FeedSource {
  readonly site: string;
  readonly communityName: string;
  readonly contact: string;
  readonly language: Language;
  readonly listing: RideListing;
  /** Of service days and local times. */
  readonly timeZone: string;
  readonly now: Date;
  /** The latest change of any ride. */
  readonly changedAt: Date;
  /** Rides that are listed now, soonest first. */
  readonly listed: readonly ListedRideRow[];
  /** Rides that were listed, and are not any more, although they have not departed. */
  readonly withdrawn: readonly ListedRideRow[];
}

export function createFeedSource(
  ctx: Context,
  listing: RideListing,
  rows: readonly ListedRideRow[],
): FeedSource {
  const { community } = ctx;
  const now = ctx.now();
  const coming = rows.filter(({ departs_at }) => departs_at > now);
  const listed = coming.filter(({ withdrawn_at }) => withdrawn_at === null);
  return {
    site: siteUrl(ctx.settings),
    communityName: community.name,
    contact: community.supportEmail,
    language: community.language,
    listing,
    timeZone: community.region ? timeZoneAt(community.region) : (rows[0]?.ride.timeZone ?? "UTC"),
    now,
    changedAt: latestChange(rows, now),
    listed,
    withdrawn: coming.filter(({ withdrawn_at }) => withdrawn_at !== null),
  };
}

function latestChange(rows: readonly ListedRideRow[], now: Date): Date {
  const times = rows.map(({ changed_at, withdrawn_at }) => (withdrawn_at ?? changed_at).getTime());
  return times.length === 0 ? now : new Date(times.reduce((a, b) => Math.max(a, b)));
}

/** The page of a ride, with the stops where a planner's passenger gets in and out. */
export function deepLink({ site }: FeedSource, rideId: string): string {
  return `${site}/rides/${rideId}`;
}

const ENCODED_LENGTH = 64_000;

/** A text that becomes bytes while it is written: collecting its pieces keeps the garbage collector busy. */
export class FeedText {
  readonly #encoded: Buffer[] = [];
  #rest = "";

  add(piece: string): void {
    this.#rest += piece;
    if (this.#rest.length < ENCODED_LENGTH) return;
    this.#encoded.push(Buffer.from(this.#rest));
    this.#rest = "";
  }

  toBytes(): Buffer {
    return Buffer.concat([...this.#encoded, Buffer.from(this.#rest)]);
  }
}
