import type { TrustMark } from "@commonlane/contract/profiles";
import type { DaysSearch, SearchFilterName } from "@commonlane/contract/ride-search";
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
export type SearchFilters = Pick<DaysSearch, SearchFilterName>;
/** Decides whether a ride, as it is in the current database, and its match are shown. */
export type RideFilter = (
  ride: Pick<RideForViewer, "row" | "isHidden" | "host" | "spareTimeS">,
  match: Match,
) => Promise<boolean>;

/**
 * Rides that this user may see and wants to see. All such conditions of a search belong here.
 */
export function createRideFilter(ctx: Context, seeker: Caller, filters: SearchFilters): RideFilter {
  const isForSeeker = createSeekerCheck(ctx, seeker);
  return async (ride, match) =>
    listUnmetFilters(ctx, filters, ride, match).length === 0 && isForSeeker(ride, match);
}

/**
 * Rides that this user may see: not their own, not past ones, not for another audience, not of a user with a contact
 * restriction, not one that the host has no time for.
 */
export function createSeekerCheck(ctx: Context, seeker: Caller): RideFilter {
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
  return async ({ row, isHidden, spareTimeS }, match) =>
    !isHidden && isOpen(row) && hasTimeFor(spareTimeS, match) && isInAudience(row);
}

/** Filters that a ride and its match do not meet. */
export const listUnmetFilters = (
  ctx: Context,
  filters: SearchFilters,
  { row, host }: Pick<RideForViewer, "row" | "host">,
  match: Match,
): SearchFilterName[] => {
  const unmet = listUnmetPreferences(filters, row);
  if (!isAffordable(ctx, filters, row, match)) unmet.push("maxContributionMinor");
  if (!showsMark(host.marks, filters.mark)) unmet.push("mark");
  return unmet;
};

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
  listUnmetPreferences(filters, row).length === 0 && isAffordable(ctx, filters, row, match);

const isAffordable = (
  ctx: Context,
  { maxContributionMinor }: SearchFilters,
  row: RideRow,
  match: Match,
): boolean =>
  maxContributionMinor === undefined || seatPriceMinor(ctx, row, match) <= maxContributionMinor;

/** A filter, and whether a ride meets it. It is off if its value is `undefined` or `false`. */
interface PreferenceFilter {
  readonly name: SearchFilterName;
  readonly isMet: (filters: SearchFilters, row: RideRow) => boolean;
}

const PREFERENCE_FILTERS: readonly PreferenceFilter[] = [
  {
    name: "instant",
    isMet: (_, { approval }) => approval === "instant",
  },
  {
    name: "sameGender",
    isMet: (_, { audience }) => audience === "sameGender",
  },
  {
    name: "membersOf",
    isMet: ({ membersOf }, { members_of }) => members_of === membersOf,
  },
  {
    name: "luggage",
    isMet: ({ luggage = 0 }, row) => row.luggage >= luggage,
  },
  {
    name: "smoking",
    isMet: ({ smoking }, { preferences }) => isAllowed(SMOKING, preferences.smoking, smoking),
  },
  {
    name: "pets",
    isMet: ({ pets, assistanceAnimal }, { preferences }) =>
      isAllowed(
        PETS,
        preferences.pets,
        applicablePetsFilter(assistanceAnimal ? ["assistance-animal"] : [], pets),
      ),
  },
  {
    name: "stepFree",
    isMet: (_, row) => isAccessible(row, ["step-free"]),
  },
  {
    name: "wheelchair",
    isMet: (_, row) => isAccessible(row, ["wheelchair"]),
  },
];

const listUnmetPreferences = (filters: SearchFilters, row: RideRow): SearchFilterName[] =>
  PREFERENCE_FILTERS.flatMap(({ name, isMet }) => {
    const isSet = filters[name] !== undefined && filters[name] !== false;
    return isSet && !isMet(filters, row) ? [name] : [];
  });

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
