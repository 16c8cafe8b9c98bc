import type { HostedRide } from "@commonlane/contract/rides";
import type { RideRow } from "./rides.store.ts";
import { toMoney, splitPoints } from "./rides.view.ts";

/** What a host said, without who and which vehicle. */
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
  max_two_in_back: terms.maxTwoInBack,
  note: terms.note || null,
});

/** The same the other way: what the host of this ride would say to get it as it is. */
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
  maxTwoInBack: row.max_two_in_back,
  note: row.note,
});
