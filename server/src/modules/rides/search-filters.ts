import type { DaysSearch } from "@commonlane/contract/ride-search";
import { type AccessNeed, meetsNeeds, petsWish } from "@commonlane/matching/access";
import type { Match } from "@commonlane/matching/rule";
import { genderOf } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { partOf } from "./ride-match.view.ts";
import type { RideSeen } from "./ride-seen.store.ts";
import type { RideRow } from "./rides.store.ts";
import { moneyOf } from "./rides.view.ts";

/** What a seeker wants of a ride besides its way. */
export type Wishes = Pick<
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
export type Passes = (seen: Pick<RideSeen, "row" | "apart">, match: Match) => Promise<boolean>;

/**
 * Which rides this person may be shown at all, and wants to be shown: not their own, none that is over, none for another
 * audience, none of somebody whom they may not meet. What hides people from each other belongs here and nowhere else.
 */
export function passesFor(ctx: Context, seeker: Caller, wishes: Wishes): Passes {
  let gender: ReturnType<typeof genderOf> | undefined;
  const isForThem = async ({ audience, host_gender }: RideRow) =>
    audience === "everyone" || host_gender === (await (gender ??= genderOf(ctx, seeker.uid)));
  const isOpen = ({ host_id, status, departs_at }: RideRow) =>
    host_id !== seeker.uid && status === "scheduled" && departs_at > ctx.now();
  return async ({ row, apart }, match) => !apart && isOpen(row) && isWanted(ctx, wishes, row, match) && isForThem(row);
}

/** Whether a ride is as somebody wants it, besides its way. */
export const isWanted = (ctx: Context, wishes: Wishes, row: RideRow, match: Match): boolean =>
  suits(wishes, row) &&
  (wishes.maxContributionMinor === undefined || priceOf(ctx, row, match) <= wishes.maxContributionMinor);

function suits(wishes: Wishes, row: RideRow): boolean {
  const { instant, sameGender, luggage, smoking, pets } = wishes;
  const needs = needsIn(wishes);
  return (
    (!instant || row.approval === "instant") &&
    (!sameGender || row.audience === "sameGender") &&
    (luggage === undefined || row.luggage >= luggage) &&
    allows(SMOKING, row.preferences.smoking, smoking) &&
    allows(PETS, row.preferences.pets, petsWish(needs, pets)) &&
    hasAccess(row, needs)
  );
}

const needsIn = ({ stepFree, wheelchair, assistanceAnimal }: Wishes): AccessNeed[] => [
  ...(stepFree ? (["step-free"] as const) : []),
  ...(wheelchair ? (["wheelchair"] as const) : []),
  ...(assistanceAnimal ? (["assistance-animal"] as const) : []),
];

/** Whether somebody with these needs can travel in the vehicle of a ride, as far as its host has said. */
export const hasAccess = ({ vehicle }: Pick<RideRow, "vehicle">, needs: readonly AccessNeed[]): boolean =>
  meetsNeeds(needs, vehicle?.access ?? []);

const SMOKING = ["no", "breaks", "yes"];
const PETS = ["no", "small", "yes"];

/** A refusal is wanted as such; of what is allowed, more does as well. What the host said nothing of is not known. */
function allows(levels: readonly string[], said: string | null | undefined, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (!said) return false;
  return wanted === levels[0] ? said === wanted : levels.indexOf(said) >= levels.indexOf(wanted);
}

/** In another currency than the community's it cannot be compared, and comes last. */
export const NOT_COMPARABLE = Number.MAX_SAFE_INTEGER;

/** What one seat on this part of the way costs. */
export function priceOf({ settings }: Context, row: RideRow, { shareOfWay }: Match): number {
  const money = partOf(moneyOf(row), shareOfWay);
  if (!money) return 0;
  return money.currency === settings.CURRENCY ? money.amountMinor : NOT_COMPARABLE;
}
