import type { HostedRide } from "@commonlane/contract/hosted-rides";
import type { RideRow } from "./rides.store.ts";
import { toMoney, splitPoints } from "./rides.view.ts";

/** Terms of a ride as the host entered them, without host and vehicle. */
type RideTerms = Omit<HostedRide, "hostId" | "vehicleId" | "timeZone">;

/** The terms of a ride as columns. */
export const toRideColumns = (terms: RideTerms) => ({
  seats_total: terms.seatsTotal,
  contribution_minor: terms.contribution?.amountMinor ?? null,
  currency: terms.contribution?.currency ?? null,
  approval: terms.approval,
  max_detour_m: terms.maxDetourM,
  max_detour_s: terms.maxDetourS,
  luggage: terms.luggage,
  preferences: terms.preferences,
  audience: terms.audience,
  members_of: terms.membersOf,
  ...listingColumns(terms),
  max_two_in_back: terms.maxTwoInBack,
  note: terms.note || null,
});

/**
 * A listed ride is public; one that is no longer listed stays as public as it was. Narrowing it to some members withdraws
 * everything, so that it is not open again when it is widened.
 */
function listingColumns({ isListed, audience, membersOf }: RideTerms) {
  const isForEveryone = audience === "everyone" && membersOf === null;
  if (!isForEveryone)
    return {
      is_listed: false,
      is_public: false,
      shows_rating: false,
    };
  return isListed
    ? {
        is_listed: true,
        is_public: true,
      }
    : { is_listed: false };
}

/** The reverse: the terms with which this ride could be hosted again. */
export const toRideTerms = (row: RideRow): RideTerms => ({
  ...splitPoints(row.points),
  departsAt: row.departs_at.toISOString(),
  seatsTotal: row.seats_total,
  contribution: toMoney(row),
  approval: row.approval,
  maxDetourM: row.max_detour_m,
  maxDetourS: row.max_detour_s,
  luggage: row.luggage,
  preferences: row.preferences,
  audience: row.audience,
  membersOf: row.members_of,
  isListed: row.is_listed,
  maxTwoInBack: row.max_two_in_back,
  note: row.note,
});
