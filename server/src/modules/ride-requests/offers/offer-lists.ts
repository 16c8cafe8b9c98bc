import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { requireRideRequest } from "../guards.ts";
import { listOffers } from "./offers.store.ts";
import { findRideRequest, findRideRequests } from "../ride-requests.store.ts";
import { viewOffers, viewRideRequests } from "../ride-requests.view.ts";

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

export async function listOffersOfRequest(
  ctx: Context,
  seeker: Caller,
  requestId: string,
  page: PageQuery,
): Promise<Page<Offer>> {
  await requireRideRequest(ctx, seeker, "offers.ofRequest", findRideRequest(ctx, requestId));
  return readPage(ctx, seeker, { requestId }, page);
}

/** The driver's own offers with the request that each one answers. */
export async function listOwnOffers(
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
    return rideRequest
      ? [
          {
            ...offer,
            rideRequest,
          },
        ]
      : [];
  });
  return { items: withRequests, nextCursor };
}

async function readPage(
  ctx: Context,
  viewer: Caller,
  filter: Parameters<typeof listOffers>[1],
  { limit, cursor }: PageQuery,
): Promise<Page<Offer>> {
  const rows = await listOffers(ctx, filter, {
    limit: limit + 1,
    afterId: decodeCursor(z.uuid(), cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => last.id);
  return {
    items: await viewOffers(ctx, items, viewer.uid),
    nextCursor,
  };
}
