import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id, Money } from "./shapes.ts";

/** A ride that its host has opened to anybody, as the landing page lists it. */
export const PublicRideOffer = z.object({
  id: Id,
  /** Names of towns. */
  from: z.string(),
  to: z.string(),
  departsAt: z.iso.datetime(),
  timeZone: z.string(),
  contribution: z.nullable(Money),
});
export type PublicRideOffer = z.infer<typeof PublicRideOffer>;

/** An event that its creator has opened to anybody. */
export const PublicEventOffer = z.object({
  id: Id,
  title: z.string(),
  place: z.string(),
  startsAt: z.iso.datetime(),
  timeZone: z.string(),
});

/** What a community offers in the next seven days, for visitors without an account. */
export const PublicOffers = z.object({
  /** Rides for all members; null if there are too few to name a number. */
  ridesThisWeek: z.nullable(z.int()),
  rides: z.array(PublicRideOffer),
  events: z.array(PublicEventOffer),
});
export type PublicOffers = z.infer<typeof PublicOffers>;

export const publicOffers = {
  list: endpoint({
    summary: "List what visitors may see: public rides and events of the next days",
    method: "GET",
    path: "/public-offers",
    access: "public",
    reply: PublicOffers,
    limits: [{ by: "address", count: 60, perS: 60 }],
  }),
};
