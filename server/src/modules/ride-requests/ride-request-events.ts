import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { notify } from "#modules/notifications/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import type { OfferRow } from "./offers/offers.store.ts";
import { findRideRequests, type RideRequestRow } from "./ride-requests.store.ts";
import { isForDriver } from "./guards.ts";
import { findRequestViewers } from "./request-lists.store.ts";
import { viewOffer, viewRideRequest } from "./ride-requests.view.ts";

type RideRequestEventType =
  | "ride-request.posted"
  | "ride-request.changed"
  | "ride-request.matched"
  | "ride-request.cancelled"
  | "ride-request.expired";
type OfferEventType =
  "offer.created" | "offer.accepted" | "offer.declined" | "offer.withdrawn" | "offer.expired";

/**
 * Publishes a change of a request to the seeker, and that lists of requests changed. Drivers get events for their
 * offers.
 */
export async function publishRideRequestEvent(
  ctx: InTransaction,
  row: RideRequestRow,
  type: RideRequestEventType,
): Promise<RideRequest> {
  const rideRequest = await viewRideRequest(ctx, row, row.seeker_id);
  ctx.publish(`user:${row.seeker_id}`, {
    type,
    rideRequest: { id: row.id },
  });
  ctx.publish("ride-requests", {
    type: "ride-requests.changed",
    rideRequestId: row.id,
  });
  return rideRequest;
}

/** Notifies the drivers who were asked directly, as far as they match the request's audience. */
export async function notifyAskedDrivers(
  ctx: InTransaction,
  row: RideRequestRow,
  driverUids: readonly string[],
): Promise<void> {
  const details = {
    from: row.approximate_origin.label,
    to: row.approximate_destination.label,
    at: row.departs_after.toISOString(),
    timeZone: row.time_zone,
    seats: row.seats,
  };
  const notification = {
    kind: "ride-request.addressed",
    cause: row.id,
    person: row.seeker_id,
    path: `/requests/${row.id}`,
    details,
    lateAt: row.departs_before,
  } as const;
  for (const to of driverUids)
    if (await isForDriver(ctx, row, to))
      await notify(ctx, {
        to,
        ...notification,
      });
}

/** Publishes a change of an offer to both sides. Returns the view for `viewer`. */
export async function publishOfferEvent(
  ctx: InTransaction,
  row: OfferRow,
  {
    seekerId,
    type,
    viewer,
  }: {
    seekerId: string;
    type: OfferEventType;
    viewer: "seeker" | "driver";
  },
): Promise<Offer> {
  const views = {
    seeker: await viewOffer(ctx, row, seekerId),
    driver: await viewOffer(ctx, row, row.driver_id),
  };
  const offer = {
    id: row.id,
    requestId: row.request_id,
  };
  for (const uid of [seekerId, row.driver_id])
    ctx.publish(`user:${uid}`, {
      type,
      offer,
    });
  return views[viewer];
}

/** Like `publishOfferEvent`, for several offers that ended together. */
export async function publishOfferEnds(
  ctx: InTransaction,
  rows: readonly OfferRow[],
  type: OfferEventType,
): Promise<void> {
  const requests = await findRideRequests(ctx, [
    ...new Set(rows.map(({ request_id }) => request_id)),
  ]);
  const seekers = new Map(requests.map(({ id, seeker_id }) => [id, seeker_id]));
  for (const row of rows) {
    const seekerId = seekers.get(row.request_id);
    if (seekerId !== undefined)
      await publishOfferEvent(ctx, row, {
        seekerId,
        type,
        viewer: "seeker",
      });
  }
}

/** Those of the users whose lists of requests the events change. */
export function findConcernedByRequests(
  ctx: Pick<Context, "db" | "now">,
  events: readonly StoredEvent[],
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const requestIds = events.flatMap(({ payload }) =>
    payload.type === "ride-requests.changed" && payload.rideRequestId !== undefined
      ? [payload.rideRequestId]
      : [],
  );
  return findRequestViewers(ctx, requestIds, uids);
}
