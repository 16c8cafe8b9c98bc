import type { CostAsk, CostShare } from "@commonlane/contract/cost-share";
import type { LatLng, Money } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { costPerKmAt } from "#platform/cost-per-km.ts";
import { Problem } from "#platform/http/problem.ts";
import { mustLead, wayThrough } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";
import { publicPoints } from "./told-way.ts";

/** A suggestion is rounded to this many of the currency's smallest units, like what people ask for. */
const ROUND_MINOR = 50;

interface Way {
  readonly points: readonly LatLng[];
  readonly leg_distance_m: readonly number[];
}

/**
 * What a way costs, what one passenger for all of it is suggested to add, and the most that may be asked (domain.md,
 * Contribution). With every seat taken at the most, the passengers together never exceed the running cost.
 */
function costShareOf(
  { settings }: Context,
  { points, leg_distance_m }: Way,
  seats: number,
  asked?: string | null,
): CostShare {
  const [origin] = points;
  if (!origin) throw new Error("A way has at least two points.");
  const { minor, currency } = costPerKmAt(settings, origin, asked ?? undefined);
  const distanceM = leg_distance_m.reduce((sum, metres) => sum + metres, 0);
  const runningCost = Math.floor((distanceM / 1000) * minor);
  const share = runningCost / (seats + 1);
  const most = Math.floor(Math.min(settings.CONTRIBUTION_CEILING * share, runningCost / seats));
  const suggested = Math.min(most, Math.max(ROUND_MINOR, Math.round(share / ROUND_MINOR) * ROUND_MINOR));
  const money = (amountMinor: number): Money => ({ amountMinor, currency });
  return { distanceM, runningCost: money(runningCost), suggested: money(suggested), most: money(most) };
}

/** The same for somebody who only asks. */
export async function reckonCostShare(
  ctx: Context,
  hostId: string,
  { origin, stops, destination, seatsTotal }: CostAsk,
): Promise<CostShare> {
  // Of the way as strangers are told it, by which a ride is held to its price.
  const points = await publicPoints(ctx, mustLead({ origin, stops, destination }), hostId);
  return costShareOf(ctx, await wayThrough(ctx, points, ctx.now()), seatsTotal);
}

/**
 * The running cost of a way, in the smallest unit, where what the host asks for a seat is a fair share of it.
 * @throws Problem contribution_too_high, or invalid_input for money that is not of the country.
 */
export function mustBeFair(
  ctx: Context,
  way: Way,
  { seatsTotal, contribution }: { readonly seatsTotal: number; readonly contribution: Money | null },
): number {
  const { runningCost, most } = costShareOf(ctx, way, seatsTotal, contribution?.currency);
  if (contribution !== null && contribution.amountMinor > 0) mustNotExceed(contribution, most);
  return runningCost.amountMinor;
}

/** The same for a part of a ride, whose own price for that part is always fair. */
export function mustBeFairForPart(
  ctx: Context,
  row: RideRow,
  part: { readonly shareOfWay: number; readonly contribution: Money | null },
  asked: Money | null,
): void {
  if (asked === null || asked.amountMinor === 0) return;
  const { most } = costShareOf(ctx, row, row.seats_total, row.currency);
  const amountMinor = Math.max(Math.floor(most.amountMinor * part.shareOfWay), part.contribution?.amountMinor ?? 0);
  mustNotExceed(asked, { ...most, amountMinor });
}

function mustNotExceed(contribution: Money, most: Money): void {
  if (contribution.currency !== most.currency) {
    const text = `Contributions to this way are in ${most.currency}.`;
    throw new Problem("invalid_input", { fields: { "contribution.currency": text } });
  }
  if (contribution.amountMinor <= most.amountMinor) return;
  const fields = { contribution: `A seat on this way may cost at most ${moneyText(most)}.` };
  throw new Problem("contribution_too_high", { fields });
}

const moneyText = ({ amountMinor, currency }: Money): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};
