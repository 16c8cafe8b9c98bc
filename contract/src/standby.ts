import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { RIDE_SEATS_MAX } from "./limits.ts";
import { AccessNeeds, PublicPerson } from "./profiles.ts";
import { Id, Place, withDefault } from "./shapes.ts";

/** `served`: seats came back, and they are held for the seeker or asked for; `ended`: none did. */
export const StandbyStatus = z.enum(["waiting", "served", "left", "ended"]);
export type StandbyStatus = z.infer<typeof StandbyStatus>;

/** Somebody's place in the line for seats on a part of a full ride; its host is told about where. */
export const StandbyEntry = z.object({
  id: Id,
  rideId: Id,
  seeker: PublicPerson,
  seats: z.int(),
  pickup: Place,
  dropoff: Place,
  status: StandbyStatus,
  /** 1 is first in line; null once the waiting is over. */
  position: z.nullable(z.int()),
  /** It was kept for them because the ride they had was cancelled. */
  afterCancellation: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type StandbyEntry = z.infer<typeof StandbyEntry>;

export const StandbyInput = z.object({
  seats: withDefault(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
  /** The ride's own ends where nothing is said. */
  pickup: z.optional(Place),
  dropoff: z.optional(Place),
  /** What the seeker needs on the way; it goes along into the request. */
  needs: z.optional(AccessNeeds),
});
export type StandbyInput = z.output<typeof StandbyInput>;

const RideParams = z.object({ rideId: Id });

export const standby = {
  queue: endpoint({
    summary: "The line for seats on a full ride: how many wait, one's own place, and for the host who they are",
    method: "GET",
    path: "/rides/:rideId/standby",
    access: "signed-in",
    params: RideParams,
    reply: z.object({ waiting: z.int(), own: z.nullable(StandbyEntry), items: z.array(StandbyEntry) }),
    problems: ["not_found"],
  }),
  /**
   * Seats that come back go to the first in line whose part and seats they fit: on a ride that takes whoever asks they are
   * held for a while to be confirmed, otherwise the host is asked.
   */
  join: endpoint({
    summary: "Wait for seats on a part of a full ride",
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
    summary: "Wait no longer",
    method: "DELETE",
    path: "/rides/standby/:standbyId",
    access: "signed-in",
    params: z.object({ standbyId: Id }),
    reply: StandbyEntry,
    problems: ["not_found", "status_already_set"],
  }),
};
