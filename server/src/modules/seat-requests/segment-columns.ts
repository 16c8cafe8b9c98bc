import type { RideSegment } from "#modules/rides/route/index.ts";

/** Columns that store a segment. */
export const segmentColumns = (segment: RideSegment) => ({
  pickup: segment.pickup,
  dropoff: segment.dropoff,
  approximate_stops: segment.approximateStops,
  pickup_at: segment.pickupAt,
  dropoff_at: segment.dropoffAt,
  first_leg: segment.firstLeg,
  last_leg: segment.lastLeg,
  detour_m: segment.detourM,
  detour_s: segment.detourS,
});
export type SegmentColumns = ReturnType<typeof segmentColumns>;
