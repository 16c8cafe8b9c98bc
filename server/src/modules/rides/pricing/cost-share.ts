import type { CostShareQuery, CostShare } from "@commonlane/contract/cost-share";
import type { LatLng, Money } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { costPerKmAt } from "#platform/cost-per-km.ts";
import { Problem } from "#platform/http/problem.ts";
import { assertRoutable, calculateRoute } from "../route/ride-route.ts";
import type { RideRow } from "../rides.store.ts";
import { getPublicPoints } from "../route/public-route.ts";

/** A suggestion is rounded to this many of the currency's smallest units, like what people ask for. */
const ROUND_MINOR = 50;

interface PricedRoute {
  readonly points: readonly LatLng[];
  readonly leg_distance_m: readonly number[];
}

/**
 * What a way costs, what one passenger for all of it is suggested to add, and the most that may be asked (domain.md,
 * Contribution). With every seat taken at the most, the passengers together never exceed the running cost.
 */
function costShareForRoute(
  { settings }: Context,
  { points, leg_distance_m }: PricedRoute,
  seats: number,
  currencyAsked?: string | null,
): CostShare {
  const [origin] = points;
  if (!origin) throw new Error("A way has at least two points.");
  const { minor, currency } = costPerKmAt(settings, origin, currencyAsked ?? undefined);
  const distanceM = leg_distance_m.reduce((sum, metres) => sum + metres, 0);
  const runningCost = Math.floor((distanceM / 1000) * minor);
  const share = runningCost / (seats + 1);
  const maximum = Math.floor(Math.min(settings.CONTRIBUTION_CEILING * share, runningCost / seats));
  const suggested = Math.min(maximum, Math.max(ROUND_MINOR, Math.round(share / ROUND_MINOR) * ROUND_MINOR));
  const money = (amountMinor: number): Money => ({ amountMinor, currency });
  return { distanceM, runningCost: money(runningCost), suggested: money(suggested), maximum: money(maximum) };
}

/** The same for somebody who only asks. */
export async function calculateCostShare(
  ctx: Context,
  hostId: string,
  { origin, stops, destination, seatsTotal }: CostShareQuery,
): Promise<CostShare> {
  // Of the way as strangers are told it, by which a ride is held to its price.
  const points = await getPublicPoints(ctx, assertRoutable({ origin, stops, destination }), hostId);
  return costShareForRoute(ctx, await calculateRoute(ctx, points, ctx.now()), seatsTotal);
}

/**
 * The running cost of a way, in the smallest unit, where what the host asks for a seat is a fair share of it.
 * @throws Problem contribution_too_high, or invalid_input for money that is not of the country.
 */
export function assertFairContribution(
  ctx: Context,
  route: PricedRoute,
  { seatsTotal, contribution }: { readonly seatsTotal: number; readonly contribution: Money | null },
): number {
  const { runningCost, maximum } = costShareForRoute(ctx, route, seatsTotal, contribution?.currency);
  if (contribution !== null && contribution.amountMinor > 0) assertContributionAtMost(contribution, maximum);
  return runningCost.amountMinor;
}

/** The same for a part of a ride, whose own price for that part is always fair. */
export function assertFairSegmentContribution(
  ctx: Context,
  row: RideRow,
  segment: { readonly shareOfRoute: number; readonly contribution: Money | null },
  contribution: Money | null,
): void {
  if (contribution === null || contribution.amountMinor === 0) return;
  const { maximum } = costShareForRoute(ctx, row, row.seats_total, row.currency);
  const amountMinor = Math.max(
    Math.floor(maximum.amountMinor * segment.shareOfRoute),
    segment.contribution?.amountMinor ?? 0,
  );
  assertContributionAtMost(contribution, { ...maximum, amountMinor });
}

function assertContributionAtMost(contribution: Money, maximum: Money): void {
  if (contribution.currency !== maximum.currency) {
    const text = `Contributions to this way are in ${maximum.currency}.`;
    throw new Problem("invalid_input", { fields: { "contribution.currency": text } });
  }
  if (contribution.amountMinor <= maximum.amountMinor) return;
  const fields = { contribution: `A seat on this way may cost at most ${formatMoney(maximum)}.` };
  throw new Problem("contribution_too_high", { fields });
}

const formatMoney = ({ amountMinor, currency }: Money): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};
