import type { HostedRide } from "@commonlane/contract/rides";
import type { RideRow } from "./rides.store.ts";
import { moneyOf, endsOf } from "./rides.view.ts";

/** What a host said, without who and which vehicle. */
type Said = Omit<HostedRide, "hostId" | "vehicleId" | "timeZone">;

/** The terms of a ride as columns. */
export const termsOf = (said: Said) => ({
  seats_total: said.seatsTotal,
  contribution_minor: said.contribution?.amountMinor ?? null,
  currency: said.contribution?.currency ?? null,
  approval: said.approval,
  max_detour_m: said.maxDetourM,
  max_detour_s: said.maxDetourS,
  luggage: said.luggage,
  preferences: said.preferences,
  audience: said.audience,
  max_two_in_back: said.maxTwoInBack,
  note: said.note || null,
});

/** The same the other way: what the host of this ride would say to get it as it is. */
export const saidOf = (row: RideRow): Said => ({
  ...endsOf(row.points),
  departsAt: row.departs_at.toISOString(),
  seatsTotal: row.seats_total,
  contribution: moneyOf(row),
  approval: row.approval,
  maxDetourM: row.max_detour_m,
  maxDetourS: row.max_detour_s,
  luggage: row.luggage,
  preferences: row.preferences,
  audience: row.audience,
  maxTwoInBack: row.max_two_in_back,
  note: row.note,
});
