import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { notify } from "#modules/notices/index.ts";
import { genderOf } from "#modules/profiles/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { OfferRow } from "./offers.store.ts";
import type { RideRequestRow } from "./ride-requests.store.ts";
import { suits } from "./guards.ts";
import { viewOffer, viewRideRequest } from "./views.ts";

type RequestHappening =
  | "ride-request.posted"
  | "ride-request.changed"
  | "ride-request.matched"
  | "ride-request.cancelled"
  | "ride-request.expired";
type OfferHappening = "offer.created" | "offer.accepted" | "offer.declined" | "offer.withdrawn" | "offer.expired";

/** Tells the seeker's own screens what happened to a request, and whoever looks for some that the list is another. Its drivers hear of their offers. */
export async function tellOfRideRequest(
  ctx: InTransaction,
  row: RideRequestRow,
  type: RequestHappening,
): Promise<RideRequest> {
  const rideRequest = await viewRideRequest(ctx, row, row.seeker_id);
  ctx.announce(`user:${row.seeker_id}`, { type, rideRequest: { id: row.id } });
  ctx.announce("ride-requests", { type: "ride-requests.changed" });
  return rideRequest;
}

/** Tells the driver who was asked for a ride from here, if one was and may answer. */
export async function tellAsked(ctx: InTransaction, row: RideRequestRow): Promise<void> {
  if (row.driver_uid === null || !suits(row, await genderOf(ctx, row.driver_uid))) return;
  const details = {
    from: row.origin_area.label,
    to: row.destination_area.label,
    at: row.departs_after.toISOString(),
    timeZone: row.time_zone,
    seats: row.seats,
  };
  await notify(ctx, {
    to: row.driver_uid,
    kind: "ride-request.addressed",
    cause: row.id,
    person: row.seeker_id,
    path: `/requests/${row.id}`,
    details,
    lateAt: row.departs_before,
  });
}

/** Tells both sides what happened to an offer, each what it may see; gives back what `for` sees. */
export async function tellOfOffer(
  ctx: InTransaction,
  row: OfferRow,
  { seekerId, type, to }: { seekerId: string; type: OfferHappening; to: "seeker" | "driver" },
): Promise<Offer> {
  const seen = { seeker: await viewOffer(ctx, row, seekerId), driver: await viewOffer(ctx, row, row.driver_id) };
  const offer = { id: row.id, requestId: row.request_id };
  for (const uid of [seekerId, row.driver_id]) ctx.announce(`user:${uid}`, { type, offer });
  return seen[to];
}

/** The same for several offers that ended at once. */
export async function tellOfEnds(
  ctx: InTransaction,
  rows: readonly OfferRow[],
  seekerOf: (requestId: string) => string | undefined,
  type: OfferHappening,
): Promise<void> {
  for (const row of rows) {
    const seekerId = seekerOf(row.request_id);
    if (seekerId !== undefined) await tellOfOffer(ctx, row, { seekerId, type, to: "seeker" });
  }
}
