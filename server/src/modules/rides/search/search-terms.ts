import { distanceM } from "@commonlane/matching/geo";
import {
  directSecondsOf,
  type Journey,
  maxTermsSeconds,
  orderOf,
  termsSeconds,
  unreliabilityOf,
} from "@commonlane/matching/ranking";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Terms } from "./search-engine.ts";
import { matchSettings } from "../route/ride-route.ts";
import { UNKNOWN_PRICE, seatPriceMinor } from "./search-filters.ts";

/** What a part of the way costs on a direct route: the measure of prices in the order of a search. */
function measureWay(ctx: Context, { from, to }: Search) {
  const settings = matchSettings(ctx.settings);
  // For a round trip, too, prices must be comparable.
  const straightM = Math.max(distanceM(from, to), settings.minRideM / settings.roadFactor);
  const directS = directSecondsOf(straightM, settings);
  const costsMinor = Math.max(
    1,
    (ctx.community.costPerKmMinor * settings.roadFactor * straightM) / 1000,
  );
  return {
    settings,
    directS,
    costsMinor,
  };
}

/** How a ride's price and its host's reliability count in the order of a search (domain.md, Matching). */
export function termsFor(ctx: Context, search: Search): Terms {
  const { settings, directS, costsMinor } = measureWay(ctx, search);
  return {
    of: ({ row, host }, match) => {
      const priceMinor = seatPriceMinor(ctx, row, match);
      const costShare = priceMinor === UNKNOWN_PRICE ? Infinity : priceMinor / costsMinor;
      return termsSeconds(
        {
          costShare,
          unreliability: unreliabilityOf(host.reliability),
        },
        directS,
        settings,
      );
    },
    maxS: maxTermsSeconds(directS, settings),
  };
}

/** Sort key of a ride elsewhere, which compares with those of own results. */
export type RankElsewhere = (journey: Journey, priceMinor: number | undefined) => number;

/** Times from elsewhere are that coarse. */
const STATED_STEP_S = 300;

/**
 * The same order as of own results, for rides whose hosts are unknown here. A ride counts as the worst that its times
 * can mean, so that it never comes before an equal own ride.
 */
export function rankElsewhere(ctx: Context, search: Search): RankElsewhere {
  const { settings, directS, costsMinor } = measureWay(ctx, search);
  const unreliability = unreliabilityOf(null);
  return (journey, priceMinor) => {
    const costShare = priceMinor === undefined ? Infinity : priceMinor / costsMinor;
    const termsS = termsSeconds(
      {
        costShare,
        unreliability,
      },
      directS,
      settings,
    );
    const longest = { ...journey, rideS: journey.rideS + STATED_STEP_S };
    const latest = { ...longest, pickupAtMs: journey.pickupAtMs + STATED_STEP_S * 1000 };
    const orders = [longest, latest].map((one) => orderOf(one, search, directS, settings));
    return Math.max(...orders) + termsS;
  };
}
