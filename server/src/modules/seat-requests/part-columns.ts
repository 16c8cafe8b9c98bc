import type { RidePart } from "#modules/rides/index.ts";

/** Where a part lies on its ride, as it is stored. */
export const partColumns = (part: RidePart) => ({
  pickup: part.pickup,
  dropoff: part.dropoff,
  areas: part.areas,
  pickup_at: part.pickupAt,
  dropoff_at: part.dropoffAt,
  first_leg: part.firstLeg,
  last_leg: part.lastLeg,
  detour_m: part.detourM,
  detour_s: part.detourS,
});
export type PartColumns = ReturnType<typeof partColumns>;
