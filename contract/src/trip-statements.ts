import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { queryNumber } from "./shapes.ts";

/** A trip that a member shared with others. Who they were is not said. */
export const SharedTrip = z.object({
  /** Local day of the pickup, YYYY-MM-DD. */
  day: z.string(),
  role: z.enum(["driver", "passenger"]),
  from: z.string(),
  to: z.string(),
  /** With at least one passenger on board. */
  distanceM: z.int(),
  /** Seats that passengers took; of a passenger, the own ones. */
  seats: z.int(),
  /** The passenger's code confirmed every pickup; otherwise neither side reported that the trip did not take place. */
  isConfirmedByCode: z.boolean(),
  co2Grams: z.int(),
});
export type SharedTrip = z.infer<typeof SharedTrip>;

/** The shared trips of a member in a calendar year, oldest first. */
export const TripStatement = z.object({
  year: z.int(),
  trips: z.array(SharedTrip),
  distanceM: z.int(),
  co2Grams: z.int(),
  /** Of a car with average occupancy, per person. */
  co2GramsPerKm: z.number(),
});
export type TripStatement = z.infer<typeof TripStatement>;

const StatementParams = z.object({ year: queryNumber(z.int(), z.gte(2020), z.lte(2200)) });

export const tripStatements = {
  read: endpoint({
    summary: "List the caller's shared trips of a year that both sides let stand",
    method: "GET",
    path: "/trip-statements/:year",
    access: "signed-in",
    params: StatementParams,
    reply: TripStatement,
    limits: [{ by: "account", count: 60, perS: 60 }],
  }),
};
