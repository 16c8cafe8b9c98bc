import { DAY_MS } from "@commonlane/contract/durations";
import type { LinkedAccounts } from "@commonlane/contract/moderation";
import { findSharedSignIns } from "#modules/accounts/sign-in/index.ts";
import { findMutualRaters } from "#modules/ratings/index.ts";
import type { Context } from "#platform/context.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";

const PERIOD_DAYS = 90;
const RATINGS_BETWEEN_MIN = 3;
/** Many pairs of commuters rate mostly each other; only those that share sign-ins are shown. */
const PAIRS_MAX = 5_000;
const SHOWN_MAX = 50;

/** Accounts that mostly rate each other and share a browser or a network; those that share a browser first. */
export async function listLinkedAccounts(ctx: Context): Promise<{ items: LinkedAccounts[] }> {
  const since = new Date(ctx.now().getTime() - PERIOD_DAYS * DAY_MS);
  const pairs = await findMutualRaters(ctx, {
    since,
    minBetween: RATINGS_BETWEEN_MIN,
    limit: PAIRS_MAX,
  });
  const shared = await findSharedSignIns(ctx, pairs, since);
  const linked = new Map(shared.map((link) => [`${link.uid} ${link.other_uid}`, link]));
  const shown = pairs
    .flatMap((pair) => {
      const link = linked.get(`${pair.uid} ${pair.other_uid}`);
      return link ? { ...pair, ...link } : [];
    })
    .toSorted((a, b) => Number(b.device) - Number(a.device) || b.between - a.between)
    .slice(0, SHOWN_MAX);
  const people = await findModeratedPeople(
    ctx,
    shown.flatMap(({ uid, other_uid }) => [uid, other_uid]),
  );
  const items = shown.flatMap(
    ({ uid, other_uid, device, network, between, received, other_received }) => {
      const one = people.get(uid);
      const other = people.get(other_uid);
      if (!one || !other) return [];
      return {
        accounts: [
          { person: one, ratingsReceived: received },
          { person: other, ratingsReceived: other_received },
        ],
        ratingsBetween: between,
        sharesDevice: device,
        sharesNetwork: network,
      };
    },
  );
  return { items };
}
