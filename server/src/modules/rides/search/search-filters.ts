import type { DaysSearch } from "@commonlane/contract/ride-search";
import { type AccessNeed, meetsAccessNeeds, applicablePetsFilter } from "@commonlane/matching/access-needs";
import type { Match } from "@commonlane/matching/rule";
import { findGender } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { contributionForShare } from "./ride-match.view.ts";
import type { RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideRow } from "../rides.store.ts";
import { toMoney } from "../rides.view.ts";

/** What a seeker wants of a ride besides its way. */
export type SearchFilters = Pick<
  DaysSearch,
  | "instant"
  | "sameGender"
  | "luggage"
  | "smoking"
  | "pets"
  | "stepFree"
  | "wheelchair"
  | "assistanceAnimal"
  | "maxContributionMinor"
>;
/** Says of a ride, as the database has it now, and of its match whether it is shown. */
export type RideFilter = (seen: Pick<RideForViewer, "row" | "apart">, match: Match) => Promise<boolean>;

/**
 * Which rides this person may be shown at all, and wants to be shown: not their own, none that is over, none for another
 * audience, none of somebody whom they may not meet. What hides people from each other belongs here and nowhere else.
 */
export function createRideFilter(ctx: Context, seeker: Caller, filters: SearchFilters): RideFilter {
  let gender: ReturnType<typeof findGender> | undefined;
  const isInAudience = async ({ audience, host_gender }: RideRow) =>
    audience === "everyone" || host_gender === (await (gender ??= findGender(ctx, seeker.uid)));
  const isOpen = ({ host_id, status, departs_at }: RideRow) =>
    host_id !== seeker.uid && status === "scheduled" && departs_at > ctx.now();
  return async ({ row, apart }, match) =>
    !apart && isOpen(row) && meetsFilters(ctx, filters, row, match) && isInAudience(row);
}

/** Whether a ride is as somebody wants it, besides its way. */
export const meetsFilters = (ctx: Context, filters: SearchFilters, row: RideRow, match: Match): boolean =>
  meetsPreferences(filters, row) &&
  (filters.maxContributionMinor === undefined || seatPriceMinor(ctx, row, match) <= filters.maxContributionMinor);

function meetsPreferences(filters: SearchFilters, row: RideRow): boolean {
  const { instant, sameGender, luggage, smoking, pets } = filters;
  const needs = accessNeedsOf(filters);
  return (
    (!instant || row.approval === "instant") &&
    (!sameGender || row.audience === "sameGender") &&
    (luggage === undefined || row.luggage >= luggage) &&
    isAllowed(SMOKING, row.preferences.smoking, smoking) &&
    isAllowed(PETS, row.preferences.pets, applicablePetsFilter(needs, pets)) &&
    isAccessible(row, needs)
  );
}

const accessNeedsOf = ({ stepFree, wheelchair, assistanceAnimal }: SearchFilters): AccessNeed[] => [
  ...(stepFree ? (["step-free"] as const) : []),
  ...(wheelchair ? (["wheelchair"] as const) : []),
  ...(assistanceAnimal ? (["assistance-animal"] as const) : []),
];

/** Whether somebody with these needs can travel in the vehicle of a ride, as far as its host has said. */
export const isAccessible = ({ vehicle }: Pick<RideRow, "vehicle">, needs: readonly AccessNeed[]): boolean =>
  meetsAccessNeeds(needs, vehicle?.access ?? []);

const SMOKING = ["no", "breaks", "yes"];
const PETS = ["no", "small", "yes"];

/** A refusal is wanted as such; of what is allowed, more does as well. What the host said nothing of is not known. */
function isAllowed(
  levels: readonly string[],
  hostPolicy: string | null | undefined,
  requested: string | undefined,
): boolean {
  if (requested === undefined) return true;
  if (!hostPolicy) return false;
  return requested === levels[0] ? hostPolicy === requested : levels.indexOf(hostPolicy) >= levels.indexOf(requested);
}

/** In another currency than the community's it cannot be compared, and comes last. */
export const UNKNOWN_PRICE = Number.MAX_SAFE_INTEGER;

/** What one seat on this part of the way costs. */
export function seatPriceMinor({ settings }: Context, row: RideRow, { shareOfRoute }: Match): number {
  const money = contributionForShare(toMoney(row), shareOfRoute);
  if (!money) return 0;
  return money.currency === settings.CURRENCY ? money.amountMinor : UNKNOWN_PRICE;
}
