import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import { postRequest } from "./journeys.ts";
import { openWorld, type Person, type World } from "./world.ts";

interface List<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A request that somebody posted, open for offers. */
export async function openRequest(said: object = {}) {
  const world = await openWorld();
  const seeker = await world.person({ firstName: "Amara", lastName: "Lindqvist" });
  return { world, seeker, request: await postRequest(world, seeker, said) };
}

/** What drivers offer on a request, as one person may read it. */
export const offersOf = (world: World, as: Person, { id }: RideRequest, query = {}) =>
  world.call<List<Offer> & { code?: string }>("GET", `/rides/requests/${id}/offers`, { as, query });
export const myOffers = (world: World, as: Person) =>
  world.call<List<Offer & { rideRequest: RideRequest }>>("GET", "/rides/my-offers", { as });
export const rideOf = async (world: World, as: Person, id: string | null) =>
  (await world.call<Ride>("GET", `/rides/${id}`, { as })).body;
/** The seats that somebody asked for or got. */
export const bookings = async (world: World, as: Person) =>
  (await world.call<List<{ status: string; rideId: string }>>("GET", "/rides/my-requests", { as })).body.items;
export const statusOf = async (world: World, as: Person, { id }: RideRequest) =>
  (await world.call<RideRequest>("GET", `/requests/${id}`, { as })).body.status;
