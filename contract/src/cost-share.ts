import * as z from "zod/mini";
import { RIDE_SEATS_MAX, RIDE_STOPS_MAX } from "./limits.ts";
import { Money, RidePlace, withDefault } from "./shapes.ts";

export const RideStops = z.array(RidePlace).check(z.maxLength(RIDE_STOPS_MAX));
export const SeatsTotal = z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX));

/** A route and its seats, to calculate what passengers may contribute. */
export const CostShareQuery = z.object({
  origin: RidePlace,
  destination: RidePlace,
  stops: withDefault(RideStops, []),
  seatsTotal: SeatsTotal,
});
export type CostShareQuery = z.output<typeof CostShareQuery>;

/** Cost of driving a route, and the most that a passenger on the full route may contribute. */
export const CostShare = z.object({
  distanceM: z.int(),
  runningCost: Money,
  suggested: Money,
  maximum: Money,
});
export type CostShare = z.infer<typeof CostShare>;
