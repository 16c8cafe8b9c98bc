import { distanceM } from "@commonlane/matching/geo";
import {
  directSecondsOf,
  maxTermsSeconds,
  termsSeconds,
  unreliabilityOf,
} from "@commonlane/matching/ranking";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Terms } from "./search-engine.ts";
import { matchSettings } from "../route/ride-route.ts";
import { UNKNOWN_PRICE, seatPriceMinor } from "./search-filters.ts";

/** How a ride's price and its host's reliability count in the order of a search (domain.md, Matching). */
export function termsFor(ctx: Context, { from, to }: Search): Terms {
  const settings = matchSettings(ctx.settings);
  // For a round trip, too, prices must be comparable.
  const straightM = Math.max(distanceM(from, to), settings.minRideM / settings.roadFactor);
  const directS = directSecondsOf(straightM, settings);
  const costsMinor = Math.max(
    1,
    (ctx.community.costPerKmMinor * settings.roadFactor * straightM) / 1000,
  );
  return {
    of: ({ row, host }, match) => {
      const priceMinor = seatPriceMinor(ctx, row, match);
      const costShare = priceMinor === UNKNOWN_PRICE ? Infinity : priceMinor / costsMinor;
      return termsSeconds(
        { costShare, unreliability: unreliabilityOf(host.reliability) },
        directS,
        settings,
      );
    },
    maxS: maxTermsSeconds(directS, settings),
  };
}
