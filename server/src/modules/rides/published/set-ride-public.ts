import { translatable } from "@commonlane/contract/message";
import type { Ride } from "@commonlane/contract/rides";
import { type Context, transaction } from "#platform/context.ts";
import type { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { invalidInput } from "#platform/http/problem.ts";
import { requireRide, assertScheduled } from "../rules/ride-guards.ts";
import { findRide, type RideRow } from "../rides.store.ts";
import { viewRide } from "../rides.view.ts";
import { updateRidePublic } from "./public-ride.store.ts";

/**
 * Opens a ride to anybody with the link, or closes it again; also, if its host agrees to that too, to journey planners
 * and neighbouring communities. A ride can be closed at any time.
 */
export function setRidePublic(
  ctx: Context,
  host: Pick<Caller, "uid">,
  id: string,
  {
    isPublic,
    isListed,
    showsRating,
  }: {
    readonly isPublic: boolean;
    readonly isListed?: boolean | undefined;
    readonly showsRating?: boolean | undefined;
  },
): Promise<Ride> {
  if (isPublic && isListed) assertListingAllowed(ctx);
  if (isPublic && ctx.community.publicRides === "off") {
    throw invalidInput(
      "isPublic",
      translatable("Public rides are switched off in this community."),
    );
  }
  return transaction(ctx, async (ctx) => {
    const row = await updateRidePublic(ctx, {
      id,
      hostId: host.uid,
      isPublic,
      isListed,
      showsRating,
    });
    if (!row) throw await explainRefusal(ctx, host, id);
    ctx.publish(`user:${row.host_id}`, {
      type: "ride.changed",
      rideId: row.id,
    });
    return viewRide(ctx, row, host.uid);
  });
}

/** True if hosts may have their rides shown by journey planners and neighbouring communities. */
export function isListingAllowed({ community }: Pick<Context, "community">): boolean {
  return community.publicRides !== "off" && community.rideListing !== null;
}

/** @throws Problem invalid_input if the community does not offer rides elsewhere. */
export function assertListingAllowed(ctx: Pick<Context, "community">): void {
  if (isListingAllowed(ctx)) return;
  throw invalidInput(
    "isListed",
    translatable("This community doesn't show rides in journey planners or to neighbours."),
  );
}

async function explainRefusal(
  ctx: Context,
  host: Pick<Caller, "uid">,
  id: string,
): Promise<Problem> {
  const ride: RideRow = await requireRide(ctx, host, "rides.setPublic", findRide(ctx, id));
  assertScheduled(ctx, ride);
  return invalidInput("isPublic", translatable("A ride for your own gender can't be public."));
}
