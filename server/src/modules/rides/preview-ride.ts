import { randomUUID } from "node:crypto";
import type { HostedRide } from "@commonlane/contract/hosted-rides";
import type { Ride } from "@commonlane/contract/rides";
import { assertOwnAudience } from "#modules/groups/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { assertDepartureAhead, assertSelf } from "./rules/ride-guards.ts";
import { getOwnVehicle, toRideColumns } from "./ride-terms.ts";
import { calculateHostedRoute } from "./route/public-route.ts";
import { assertRoutable } from "./route/ride-route.ts";
import type { RideRow } from "./rides.store.ts";
import { viewRideAsStranger } from "./rides.view.ts";

/** A ride as strangers will see it once it is hosted. Stores nothing. */
export async function previewRide(ctx: Context, host: Caller, terms: HostedRide): Promise<Ride> {
  assertSelf(host, terms.hostId);
  assertDepartureAhead(ctx, terms.departsAt);
  // Otherwise a preview would name any group whose id is known.
  await assertOwnAudience(ctx, host.uid, terms.membersOf);
  const points = assertRoutable(terms);
  const route = await calculateHostedRoute(ctx, points, new Date(terms.departsAt), {
    hostId: host.uid,
    learned: [],
  });
  const row: RideRow = {
    ...toRideColumns(terms),
    ...route,
    id: randomUUID(),
    host_id: host.uid,
    host_gender: null,
    status: "scheduled",
    vehicle: await getOwnVehicle(ctx, host.uid, terms.vehicleId),
    time_zone: terms.timeZone ?? timeZoneAt(terms.origin),
    origin_lat: terms.origin.lat,
    origin_lng: terms.origin.lng,
    seats_left: route.leg_distance_m.map(() => terms.seatsTotal),
    running_cost_minor: 0,
    promised_minor: 0,
    driven_route: null,
    driven_route_version: 0,
    detached: false,
    series_id: null,
    is_public: false,
    shows_rating: false,
    is_listed: false,
    series_day: null,
    return_of: null,
    return_id: null,
    created_at: ctx.now(),
  };
  return viewRideAsStranger(ctx, row);
}
