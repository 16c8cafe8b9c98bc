import type { TrustMark } from "@commonlane/contract/profiles";
import type { DaysSearch } from "@commonlane/contract/ride-search";
import {
  type AccessNeed,
  meetsAccessNeeds,
  applicablePetsFilter,
} from "@commonlane/matching/access-needs";
import type { Match } from "@commonlane/matching/rule";
import { isMember } from "#modules/groups/index.ts";
import { findGender } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { hasTimeFor } from "../rules/double-booking.store.ts";
import { contributionForShare } from "../rules/price-steps.ts";
import type { RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideRow } from "../rides.store.ts";
import { toMoney } from "../rides.view.ts";

/** Criteria of a search besides its route. */
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
  | "mark"
  | "membersOf"
  | "maxContributionMinor"
>;
/** Decides whether a ride, as it is in the current database, and its match are shown. */
export type RideFilter = (
  ride: Pick<RideForViewer, "row" | "isHidden" | "host" | "spareTimeS">,
  match: Match,
) => Promise<boolean>;

/**
 * Rides that this user may see and wants to see: not their own, not past ones, not for another audience, not of a user
 * with a contact restriction, not one that the host has no time for. All such conditions of a search belong here.
 */
export function createRideFilter(ctx: Context, seeker: Caller, filters: SearchFilters): RideFilter {
  let gender: ReturnType<typeof findGender> | undefined;
  const memberships = new Map<string, Promise<boolean>>();
  const belongsTo = (audienceId: string) => {
    const known = memberships.get(audienceId) ?? isMember(ctx, seeker.uid, audienceId);
    memberships.set(audienceId, known);
    return known;
  };
  const isInAudience = async ({ audience, host_gender, members_of }: RideRow) =>
    (audience === "everyone" || host_gender === (await (gender ??= findGender(ctx, seeker.uid)))) &&
    (members_of === null || belongsTo(members_of));
  const isOpen = ({ host_id, status, departs_at }: RideRow) =>
    host_id !== seeker.uid && status === "scheduled" && departs_at > ctx.now();
  return async ({ row, isHidden, host, spareTimeS }, match) =>
    !isHidden &&
    isOpen(row) &&
    hasTimeFor(spareTimeS, match) &&
    meetsFilters(ctx, filters, row, match) &&
    showsMark(host.marks, filters.mark) &&
    isInAudience(row);
}

/** Whether the marks that a host shows satisfy the filter. Hidden and expired ones are not among them. */
export const showsMark = (
  shown: readonly TrustMark[] | null | undefined,
  wanted: string | undefined,
): boolean => wanted === undefined || (shown?.some(({ id }) => id === wanted) ?? false);

/** Returns true if a ride satisfies the criteria besides its route and its host's trust marks. */
export const meetsFilters = (
  ctx: Context,
  filters: SearchFilters,
  row: RideRow,
  match: Match,
): boolean =>
  meetsPreferences(filters, row) &&
  (filters.maxContributionMinor === undefined ||
    seatPriceMinor(ctx, row, match) <= filters.maxContributionMinor);

function meetsPreferences(filters: SearchFilters, row: RideRow): boolean {
  const { instant, sameGender, membersOf, luggage, smoking, pets } = filters;
  const needs = accessNeedsOf(filters);
  return (
    (!instant || row.approval === "instant") &&
    (!sameGender || row.audience === "sameGender") &&
    (membersOf === undefined || row.members_of === membersOf) &&
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

/** Returns true if the vehicle of a ride is known to meet these needs. */
export const isAccessible = (
  { vehicle }: Pick<RideRow, "vehicle">,
  needs: readonly AccessNeed[],
): boolean => meetsAccessNeeds(needs, vehicle?.access ?? []);

const SMOKING = ["no", "breaks", "yes"];
const PETS = ["no", "small", "yes"];

/**
 * A filter "no" matches only "no"; other levels also match more permissive rides. An unstated policy never matches.
 */
function isAllowed(
  levels: readonly string[],
  hostPolicy: string | null | undefined,
  requested: string | undefined,
): boolean {
  if (requested === undefined) return true;
  if (!hostPolicy) return false;
  return requested === levels[0]
    ? hostPolicy === requested
    : levels.indexOf(hostPolicy) >= levels.indexOf(requested);
}

/** Prices in another currency than the community's cannot be compared and come last. */
export const UNKNOWN_PRICE = Number.MAX_SAFE_INTEGER;

/** Price of one seat for this segment. */
export function seatPriceMinor(
  { community }: Context,
  row: RideRow,
  { shareOfRoute }: Match,
): number {
  const money = contributionForShare(toMoney(row), shareOfRoute);
  if (!money) return 0;
  return money.currency === community.currency ? money.amountMinor : UNKNOWN_PRICE;
}
