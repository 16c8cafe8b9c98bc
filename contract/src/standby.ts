import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { RIDE_SEATS_MAX } from "./limits.ts";
import { AccessNeeds, PublicPerson } from "./profiles.ts";
import { Id, PickupPlace, Place, withDefault } from "./shapes.ts";

/** `served`: a seat was reserved or requested for the seeker; `ended`: no seat came free. */
export const StandbyStatus = z.enum(["waiting", "served", "left", "ended"]);
export type StandbyStatus = z.infer<typeof StandbyStatus>;

/** An entry in the standby queue for a segment of a full ride; the host sees approximate places. */
export const StandbyEntry = z.object({
  id: Id,
  rideId: Id,
  seeker: PublicPerson,
  seats: z.int(),
  pickup: PickupPlace,
  dropoff: PickupPlace,
  status: StandbyStatus,
  /** 1 is first in the queue; null once the entry has ended. */
  position: z.nullable(z.int()),
  /** Created automatically because the user's ride was cancelled. */
  afterCancellation: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type StandbyEntry = z.infer<typeof StandbyEntry>;

export const StandbyInput = z.object({
  seats: withDefault(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
  /** Defaults to the ends of the ride. */
  pickup: z.optional(Place),
  dropoff: z.optional(Place),
  /** Access needs of the seeker, copied to the seat request. */
  needs: z.optional(AccessNeeds),
});
export type StandbyInput = z.output<typeof StandbyInput>;

const RideParams = z.object({ rideId: Id });

export const standby = {
  queue: endpoint({
    summary:
      "Get the standby queue of a ride: its length, the caller's position, and for the host its entries",
    method: "GET",
    path: "/rides/:rideId/standby",
    access: "signed-in",
    params: RideParams,
    reply: z.object({
      waiting: z.int(),
      own: z.nullable(StandbyEntry),
      items: z.array(StandbyEntry),
    }),
    problems: ["not_found"],
  }),
  /**
   * Freed seats go to the first entry that they fit. With instant booking they are reserved for a limited time until
   * the seeker confirms; otherwise the host is asked.
   */
  join: endpoint({
    summary: "Join the standby queue of a full ride",
    method: "POST",
    path: "/rides/:rideId/standby",
    access: "signed-in",
    idempotent: true,
    params: RideParams,
    body: StandbyInput,
    reply: StandbyEntry,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: [
      "not_found",
      "own_ride",
      "audience_closed",
      "already_requested",
      "already_waiting",
      "seats_free",
      "standby_closed",
      "access_missing",
      "ride_full",
      "ride_over",
      "off_route",
      "profile_incomplete",
      "invalid_input",
      "strangers_enough",
    ],
  }),
  leave: endpoint({
    summary: "Leave the standby queue",
    method: "DELETE",
    path: "/rides/standby/:standbyId",
    access: "signed-in",
    params: z.object({ standbyId: Id }),
    reply: StandbyEntry,
    problems: ["not_found", "status_already_set"],
  }),
};
