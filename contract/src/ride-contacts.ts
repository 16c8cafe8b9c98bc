import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PublicPerson } from "./profiles.ts";
import { Id } from "./shapes.ts";

/** How to reach somebody one travels with, who shares their number with such people. */
export const RideContact = z.object({
  person: PublicPerson,
  phone: z.string(),
  /** From then on it is not told any more. */
  shownUntil: z.iso.datetime(),
});
export type RideContact = z.infer<typeof RideContact>;

export const rideContacts = {
  /** Between the host and each passenger, from the acceptance until a day after the arrival; for everybody else nobody. */
  onRide: endpoint({
    summary:
      "The phone numbers that people on a ride share with the caller: its passengers' for the host, the host's for a passenger",
    method: "GET",
    path: "/rides/:rideId/contacts",
    access: "signed-in",
    params: z.object({ rideId: Id }),
    reply: z.object({ items: z.array(RideContact) }),
  }),
};
