import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { findRide, findRides, mustHost, viewRides } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import type { Caller } from "#platform/http/route.ts";
import {
  comingSeatRequests,
  listSeatRequests,
  type OfSeeker,
  type SeatRequestRow,
  type Whose,
} from "./seat-requests.store.ts";
import { viewSeatRequests } from "./seat-requests.view.ts";

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}
interface RowsOfPage {
  readonly rows: SeatRequestRow[];
  readonly nextCursor: string | null;
}
type WithRide = SeatRequest & { readonly ride: Ride };

export async function requestsOfRide(
  ctx: Context,
  host: Caller,
  rideId: string,
  page: PageQuery,
): Promise<Page<SeatRequest>> {
  await mustHost(findRide(ctx, rideId), host);
  const { rows, nextCursor } = await readPage(ctx, { rideId }, page);
  return { items: await viewSeatRequests(ctx, rows, host.uid), nextCursor };
}

/** What was asked of all rides of a host. */
export const incomingRequests = (
  ctx: Context,
  host: Caller,
  page: PageQuery & { status?: SeatRequestStatus | undefined },
) => withRides(ctx, host, readPage(ctx, { hostId: host.uid }, page));

/** What this person asked for, of all rides or of one. */
export const ownRequests = (
  ctx: Context,
  seeker: Caller,
  { rideId, coming, ...page }: PageQuery & { rideId?: string | undefined; coming?: boolean | undefined },
) =>
  coming
    ? withRides(ctx, seeker, readComing(ctx, { seekerId: seeker.uid, rideId }, page))
    : withRides(ctx, seeker, readPage(ctx, { seekerId: seeker.uid, rideId }, page));

async function withRides(ctx: Context, viewer: Caller, page: Promise<RowsOfPage>): Promise<Page<WithRide>> {
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
  whose: Whose,
  { limit, cursor, status }: PageQuery & { status?: SeatRequestStatus | undefined },
): Promise<RowsOfPage> {
  const rows = await listSeatRequests(ctx, whose, { limit: limit + 1, afterId: readCursor(z.uuid(), cursor), status });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => last.id);
  return { rows: shown, nextCursor };
}

const AfterPickup = z.object({ at: Instant, id: z.uuid() });

async function readComing(ctx: Context, whose: OfSeeker, { limit, cursor }: PageQuery): Promise<RowsOfPage> {
  const after = readCursor(AfterPickup, cursor);
  const rows = await comingSeatRequests(ctx, whose, { limit: limit + 1, after });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ at: last.pickup_at.toISOString(), id: last.id }));
  return { rows: shown, nextCursor };
}
