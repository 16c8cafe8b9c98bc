import { emergencyNumbersOf } from "@commonlane/contract/emergency-numbers";
import { SHARE_OPENS_BEFORE_S } from "@commonlane/contract/limits";
import type { OnTheWay } from "@commonlane/contract/on-the-way";
import { countryAt } from "#modules/places/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { tellAllIsWell } from "./arrivals.ts";
import { countConfirmed } from "./contacts.store.ts";
import { noteArrived } from "./journeys.store.ts";
import { viewShare } from "./on-the-way.view.ts";
import { sharesOf } from "./shares.store.ts";
import { tellOf } from "./telling.ts";
import { findTraveller, type Traveller } from "./travellers.store.ts";
import { whereabouts } from "./whereabouts.ts";

/** What the caller has for their safety on this ride. Throws not_found for who is not on it. */
export async function onTheWayOn(ctx: Context, { uid }: Caller, rideId: string): Promise<OnTheWay> {
  const traveller = await mustTravel(ctx, rideId, uid);
  const shares = await sharesOf(ctx, { rideId, uid });
  const country = await countryAt(ctx, whereabouts(traveller, ctx.now()));
  const { opensAt, endsAt } = spanOf(ctx, traveller);
  const { until_at, arrived_at, asked_at, told_at } = traveller;
  return {
    rideId,
    arrivesAt: until_at.toISOString(),
    opensAt: opensAt.toISOString(),
    endsAt: endsAt.toISOString(),
    arrivedAt: arrived_at?.toISOString() ?? null,
    askedAt: asked_at?.toISOString() ?? null,
    toldAt: told_at?.toISOString() ?? null,
    contacts: await countConfirmed(ctx, uid),
    emergency: emergencyNumbersOf(country),
    shares: shares.map(viewShare),
    position: positionOf(traveller),
  };
}

/** The caller has arrived: who follows sees no more than that, and who was told that they had not hears of it. */
export async function sayArrived(ctx: Context, caller: Caller, rideId: string): Promise<OnTheWay> {
  return transaction(ctx, async (ctx) => {
    const traveller = await mustTravel(ctx, rideId, caller.uid);
    if (traveller.from_at > ctx.now()) {
      throw new Problem("too_early", { message: "You can say so when the ride has left." });
    }
    const noted = await noteArrived(ctx, rideId, caller.uid);
    if (noted) {
      if (noted.told_at) await tellAllIsWell(ctx, caller.uid);
      tellOf(ctx, caller.uid, rideId);
    }
    return onTheWayOn(ctx, caller, rideId);
  });
}

/** @throws Problem not_found */
export async function mustTravel(ctx: Context, rideId: string, uid: string): Promise<Traveller> {
  const traveller = await findTraveller(ctx, rideId, uid);
  if (!traveller) throw new Problem("not_found");
  return traveller;
}

/** From when until when a link to this person's part of a ride shows it. */
export function spanOf({ settings }: Context, { departs_at, until_at }: Traveller): { opensAt: Date; endsAt: Date } {
  return {
    opensAt: new Date(departs_at.getTime() - SHARE_OPENS_BEFORE_S * 1000),
    endsAt: new Date(until_at.getTime() + settings.SHARE_ENDS_AFTER_S * 1000),
  };
}

export function positionOf({ lat, lng, position_at }: Traveller): OnTheWay["position"] {
  return lat === null || lng === null || !position_at ? null : { lat, lng, at: position_at.toISOString() };
}
