import {
  FEED_RECEIVERS_MAX,
  type FeedFormat,
  type FeedReceiver,
  type NewReceiver,
} from "@commonlane/contract/feed-receivers";
import { translatable } from "@commonlane/contract/message";
import { siteUrl } from "#modules/accounts/index.ts";
import { recordTeamAction } from "#modules/moderation/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { createSecret, hashSecret } from "#platform/hashes.ts";
import { Problem } from "#platform/http/problem.ts";
import { countListedRides } from "./refresh-listed-rides.ts";
import {
  deleteReceiver,
  findReceiverByKey,
  findReceivers,
  insertReceiver,
  type ReceiverRow,
} from "./receivers.store.ts";

/** The files of each format. */
const FEED_PATHS: Readonly<Record<FeedFormat, readonly string[]>> = {
  amarillo: ["/open/offers.json"],
  gtfs: ["/open/gtfs.zip", "/open/gtfs-rt.pb"],
  siri: ["/open/siri-et"],
  covoiturage: ["/standard-covoiturage"],
};

export async function listReceivers(ctx: Context): Promise<{
  items: FeedReceiver[];
  listedRides: number;
}> {
  const rows = await findReceivers(ctx);
  // Counts what is stored: a refresh reads thousands of rides, and this runs in the transaction of the audit log.
  const listedRides = await countListedRides(ctx);
  return {
    items: rows.map((row) => viewReceiver(ctx, row)),
    listedRides,
  };
}

/** Only the hash of the key is stored. */
export async function addReceiver(
  ctx: Context,
  byUid: string,
  { name, format }: NewReceiver,
): Promise<FeedReceiver & { key: string }> {
  const key = createSecret();
  return transaction(ctx, async (ctx) => {
    if ((await findReceivers(ctx)).length >= FEED_RECEIVERS_MAX)
      throw new Problem("invalid_input", {
        message: translatable("There are 50 receivers. Please remove one first."),
      });
    const row = await insertReceiver(ctx, {
      name,
      format,
      key_hash: hashKey(key),
    });
    await recordTeamAction(ctx, byUid, {
      call: "feedReceivers.add",
      aboutId: row.id,
      details: { name, format },
    });
    return { ...viewReceiver(ctx, row), key };
  });
}

export function removeReceiver(
  ctx: Context,
  byUid: string,
  id: string,
): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    const row = await deleteReceiver(ctx, id);
    if (!row) throw new Problem("not_found");
    const { name, format } = row;
    await recordTeamAction(ctx, byUid, {
      call: "feedReceivers.remove",
      aboutId: id,
      details: { name, format },
    });
    return { success: true };
  });
}

/** The receiver with this key. */
export const findReceiverOf = (ctx: Context, key: string): Promise<ReceiverRow | undefined> =>
  findReceiverByKey(ctx, hashKey(key));

const hashKey = (key: string): string => hashSecret("feed", key);

const viewReceiver = (ctx: Context, row: ReceiverRow): FeedReceiver => ({
  id: row.id,
  name: row.name,
  format: row.format,
  urls: FEED_PATHS[row.format].map((path) => siteUrl(ctx.settings) + path),
  createdAt: row.created_at.toISOString(),
  fetches: row.fetches,
  lastFetchedAt: row.last_fetched_at?.toISOString() ?? null,
  lastFailedAt: row.last_failed_at?.toISOString() ?? null,
});
