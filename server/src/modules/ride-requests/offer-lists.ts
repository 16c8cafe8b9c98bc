import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import type { Caller } from "#platform/http/route.ts";
import { mustBeSeekers } from "./guards.ts";
import { listOffers } from "./offers.store.ts";
import { findRideRequest, findRideRequests } from "./ride-requests.store.ts";
import { viewOffers, viewRideRequests } from "./views.ts";

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

export async function offersOfRequest(
  ctx: Context,
  seeker: Caller,
  requestId: string,
  page: PageQuery,
): Promise<Page<Offer>> {
  await mustBeSeekers(findRideRequest(ctx, requestId), seeker);
  return readPage(ctx, seeker, { requestId }, page);
}

/** What a driver offered, each with the request that it answers. */
export async function ownOffers(
  ctx: Context,
  driver: Caller,
  page: PageQuery,
): Promise<Page<Offer & { readonly rideRequest: RideRequest }>> {
  const { items, nextCursor } = await readPage(ctx, driver, { driverId: driver.uid }, page);
  const ids = [...new Set(items.map(({ requestId }) => requestId))];
  const requests = await viewRideRequests(ctx, await findRideRequests(ctx, ids), driver.uid);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const withRequests = items.flatMap((offer) => {
    const rideRequest = byId.get(offer.requestId);
    return rideRequest ? [{ ...offer, rideRequest }] : [];
  });
  return { items: withRequests, nextCursor };
}

async function readPage(
  ctx: Context,
  viewer: Caller,
  whose: Parameters<typeof listOffers>[1],
  { limit, cursor }: PageQuery,
): Promise<Page<Offer>> {
  const rows = await listOffers(ctx, whose, { limit: limit + 1, afterId: readCursor(z.uuid(), cursor) });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => last.id);
  return { items: await viewOffers(ctx, shown, viewer.uid), nextCursor };
}
