import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PublicPerson } from "./profiles.ts";
import { Id } from "./shapes.ts";

/** Phone number of a travel companion who shares it. */
export const RideContact = z.object({
  person: PublicPerson,
  phone: z.string(),
  /** End of the period in which the number is visible. */
  shownUntil: z.iso.datetime(),
});
export type RideContact = z.infer<typeof RideContact>;

export const rideContacts = {
  /** Between the host and each passenger, from acceptance until a day after arrival; empty for everyone else. */
  onRide: endpoint({
    summary: "List the phone numbers shared with the caller on a ride",
    method: "GET",
    path: "/rides/:rideId/contacts",
    access: "signed-in",
    params: z.object({ rideId: Id }),
    reply: z.object({ items: z.array(RideContact) }),
  }),
};
