import type { Language } from "@commonlane/contract/languages";
import { localText, translate } from "#platform/i18n/translate.ts";
import { formatMoney } from "#platform/i18n/formats.ts";
import { message } from "@commonlane/contract/message";
import type { CostShareQuery, CostShare } from "@commonlane/contract/cost-share";
import type { LatLng, Money } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { costPerKmAt } from "#platform/cost-per-km.ts";
import { Problem } from "#platform/http/problem.ts";
import { assertRoutable, calculateRoute } from "../route/ride-route.ts";
import type { RideRow } from "../rides.store.ts";
import { priceStepMinor } from "./price-steps.ts";
import { getPublicPoints } from "../route/public-route.ts";

/** Suggestions are rounded to this many minor units, as people would choose them. */
const ROUND_MINOR = 50;

interface PricedRoute {
  readonly points: readonly LatLng[];
  readonly leg_distance_m: readonly number[];
}

/**
 * The cost of a route, the suggested contribution for the whole route, and the maximum (domain.md,
 * Contribution). Even with every seat taken at the maximum, the passengers together never exceed the running cost.
 */
function costShareForRoute(
  { settings, community }: Context,
  { points, leg_distance_m }: PricedRoute,
  seats: number,
  requestedCurrency?: string | null,
): CostShare {
  const [origin] = points;
  if (!origin) throw new Error("A route needs at least two points.");
  const { minor, currency } = costPerKmAt(
    { settings, community },
    origin,
    requestedCurrency ?? undefined,
  );
  const distanceM = leg_distance_m.reduce((sum, metres) => sum + metres, 0);
  const runningCost = Math.floor((distanceM / 1000) * minor);
  const share = runningCost / (seats + 1);
  const maximum = Math.floor(Math.min(settings.CONTRIBUTION_CEILING * share, runningCost / seats));
  const rounded = Math.max(ROUND_MINOR, Math.round(share / ROUND_MINOR) * ROUND_MINOR);
  const coinMinor = priceStepMinor(currency);
  const suggested = Math.floor(Math.min(maximum, rounded) / coinMinor) * coinMinor;
  const money = (amountMinor: number): Money => ({
    amountMinor,
    currency,
  });
  return {
    distanceM,
    runningCost: money(runningCost),
    suggested: money(suggested),
    maximum: money(maximum),
  };
}

/** Calculates the cost share of a route for an estimate, without a ride. */
export async function calculateCostShare(
  ctx: Context,
  hostId: string,
  { origin, stops, destination, seatsTotal }: CostShareQuery,
): Promise<CostShare> {
  // Based on the public route, because the price of a ride is checked against that.
  const points = await getPublicPoints(
    ctx,
    assertRoutable({
      origin,
      stops,
      destination,
    }),
    hostId,
  );
  return costShareForRoute(ctx, calculateRoute(ctx, points, ctx.now()), seatsTotal);
}

/**
 * Returns the running cost of a route in minor units, after checking that the host's contribution per seat is fair.
 * @throws Problem contribution_too_high, or invalid_input for a currency of another country.
 */
export function assertFairContribution(
  ctx: Context,
  route: PricedRoute,
  {
    seatsTotal,
    contribution,
  }: {
    readonly seatsTotal: number;
    readonly contribution: Money | null;
  },
): number {
  const { runningCost, maximum } = costShareForRoute(
    ctx,
    route,
    seatsTotal,
    contribution?.currency,
  );
  if (contribution !== null && contribution.amountMinor > 0)
    assertContributionAtMost(contribution, maximum);
  return runningCost.amountMinor;
}

/** The running cost of a route in minor units, regardless of the price of a seat. */
export const runningCostOf = (
  ctx: Context,
  route: PricedRoute,
  { seats_total, currency }: RideRow,
): number => costShareForRoute(ctx, route, seats_total, currency).runningCost.amountMinor;

/** Same check for a segment of a ride. The ride's own price for the segment is always fair. */
export function assertFairSegmentContribution(
  ctx: Context,
  row: RideRow,
  segment: {
    readonly shareOfRoute: number;
    readonly contribution: Money | null;
  },
  contribution: Money | null,
): void {
  if (contribution === null || contribution.amountMinor === 0) return;
  const { maximum } = costShareForRoute(ctx, row, row.seats_total, row.currency);
  const amountMinor = Math.max(
    Math.floor(maximum.amountMinor * segment.shareOfRoute),
    segment.contribution?.amountMinor ?? 0,
  );
  assertContributionAtMost(contribution, {
    ...maximum,
    amountMinor,
  });
}

function assertContributionAtMost(contribution: Money, maximum: Money): void {
  if (contribution.currency !== maximum.currency) {
    const text = localText(OTHER_CURRENCY, { currency: maximum.currency });
    throw new Problem("invalid_input", { fields: { "contribution.currency": text } });
  }
  if (contribution.amountMinor <= maximum.amountMinor) return;
  const fields = {
    contribution: (language: Language) =>
      translate(language, SEAT_TOO_EXPENSIVE, { amount: formatMoney(language, maximum) }),
  };
  throw new Problem("contribution_too_high", { fields });
}

const OTHER_CURRENCY = message("Contributions for this route are in {currency}.", {
  comment: "currency: a code such as EUR.",
});
const SEAT_TOO_EXPENSIVE = message("A seat on this route can cost at most {amount}.", {
  comment: "amount: with its currency, such as €12.00.",
});
