import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { requireRide } from "#modules/rides/rules/index.ts";
import { findRide, findRides, viewRides } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  listPastSeatRequests,
  listSeatRequests,
  listUpcomingSeatRequests,
  type SeatRequestFilter,
  type SeekerFilter,
} from "./seat-request-lists.store.ts";
import { findSeatRequests, type SeatRequestRow } from "./seat-requests.store.ts";
import { viewSeatRequests } from "./seat-requests.view.ts";
import { findConfirmedSeatIds } from "./reminders/reminders.store.ts";

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}
interface RowPage {
  readonly rows: SeatRequestRow[];
  readonly nextCursor: string | null;
}
type SeatRequestWithRide = SeatRequest & { readonly ride: Ride };

export async function listRequestsOfRide(
  ctx: Context,
  host: Caller,
  rideId: string,
  page: PageQuery & { status?: SeatRequestStatus | undefined },
): Promise<Page<SeatRequest>> {
  await requireRide(ctx, host, "seatRequests.ofRide", findRide(ctx, rideId));
  const { rows, nextCursor } = await readPage(ctx, { rideId }, page);
  return {
    items: await viewSeatRequests(ctx, rows, host.uid),
    nextCursor,
  };
}

/** Requests on all rides of a host. */
export const listIncomingRequests = (
  ctx: Context,
  host: Caller,
  page: PageQuery & { status?: SeatRequestStatus | undefined },
) => withRides(ctx, host, readPage(ctx, { hostId: host.uid }, page));

/** The user's own requests, on all rides or on one. */
export const listOwnRequests = (
  ctx: Context,
  seeker: Caller,
  {
    rideId,
    coming,
    ...page
  }: PageQuery & {
    rideId?: string | undefined;
    coming?: boolean | undefined;
  },
) =>
  withRides(
    ctx,
    seeker,
    coming === undefined
      ? readPage(
          ctx,
          {
            seekerId: seeker.uid,
            rideId,
          },
          page,
        )
      : readPageByPickup(
          ctx,
          coming ? listUpcomingSeatRequests : listPastSeatRequests,
          { seekerId: seeker.uid, rideId },
          page,
        ),
  );

async function withRides(
  ctx: Context,
  viewer: Caller,
  page: Promise<RowPage>,
): Promise<Page<SeatRequestWithRide>> {
  const { rows, nextCursor } = await page;
  const rides = await viewRides(
    ctx,
    await findRides(ctx, [...new Set(rows.map(({ ride_id }) => ride_id))]),
    viewer.uid,
  );
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  const items = (await viewSeatRequests(ctx, rows, viewer.uid)).flatMap((seatRequest) => {
    const ride = byId.get(seatRequest.rideId);
    return ride ? [{ ...seatRequest, ride }] : [];
  });
  return { items, nextCursor };
}

async function readPage(
  ctx: Context,
  filter: SeatRequestFilter,
  { limit, cursor, status }: PageQuery & { status?: SeatRequestStatus | undefined },
): Promise<RowPage> {
  const rows = await listSeatRequests(ctx, filter, {
    limit: limit + 1,
    afterId: decodeCursor(z.uuid(), cursor),
    status,
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => last.id);
  return { rows: items, nextCursor };
}

const AfterPickup = z.object({
  at: Instant,
  id: z.uuid(),
});

async function readPageByPickup(
  ctx: Context,
  list: typeof listUpcomingSeatRequests,
  filter: SeekerFilter,
  { limit, cursor }: PageQuery,
): Promise<RowPage> {
  const after = decodeCursor(AfterPickup, cursor);
  const rows = await list(ctx, filter, {
    limit: limit + 1,
    after,
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.pickup_at.toISOString(),
    id: last.id,
  }));
  return { rows: items, nextCursor };
}

/**
 * The requests as they were visible while pending: later notifications must not reveal the exact pickup, even if the
 * request has been accepted since.
 */
export async function findSeatRequestViewsAsPending(
  ctx: Context,
  uid: string,
  ids: readonly string[],
): Promise<SeatRequest[]> {
  const rows = await findSeatRequests(ctx, ids);
  return viewSeatRequests(
    ctx,
    rows.map((row) => ({
      ...row,
      status: "pending",
      reserved: false,
    })),
    uid,
  );
}

/** The requests that still exist, as this user may see them now. */
export const findSeatRequestViews = async (
  ctx: Context,
  uid: string,
  ids: readonly string[],
): Promise<SeatRequest[]> => viewSeatRequests(ctx, await findSeatRequests(ctx, ids), uid);

/** The confirmed bookings of a ride, as its host may see them, in the order of their pickups. */
export const findConfirmedSeatViews = async (
  ctx: Context,
  hostUid: string,
  rideId: string,
): Promise<SeatRequest[]> =>
  findSeatRequestViews(ctx, hostUid, await findConfirmedSeatIds(ctx, rideId));
