import { translatable } from "@commonlane/contract/message";
import type { HostedRide, RideChange } from "@commonlane/contract/hosted-rides";
import type { Ride } from "@commonlane/contract/rides";
import { assertOwnAudience } from "#modules/groups/index.ts";
import { assertProfileComplete } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { assertFairContribution } from "./rules/cost-share.ts";
import {
  assertDepartureAhead,
  assertNotDoubleBooked,
  assertScheduled,
  assertSelf,
  genderForAudience,
  requireRide,
} from "./rules/ride-guards.ts";
import { assertListingAllowed } from "./published/set-ride-public.ts";
import { asReturnWay, getOwnVehicle, toRideColumns, toRideTerms } from "./ride-terms.ts";
import { hasSeekersOutside } from "./ride-visibility.store.ts";
import { shiftDeparture, assertRoutable, isSameRoute } from "./route/ride-route.ts";
import {
  insertRide,
  linkReturnRide,
  lockRide,
  type NewRide,
  type RideRow,
  updateRide,
} from "./rides.store.ts";
import { viewRide } from "./rides.view.ts";
import {
  calculateHostedRoute,
  type LearnedPlace,
  findLearnedPlaces,
  toHostedRoute,
} from "./route/public-route.ts";
import { toPublicRide } from "./route/ride-forms.ts";

/** Callbacks of other modules, run in the same transaction when a ride changes. */
export interface RideHooks {
  /** Returns the ride with the seats left on its new route. Throws the Problem that prevents the change. */
  readonly changed: (ctx: InTransaction, before: RideRow, ride: RideRow) => Promise<RideRow>;
  readonly cancelled: (ctx: InTransaction, ride: RideRow, reason: string | null) => Promise<void>;
  readonly completed: (ctx: InTransaction, rides: readonly RideRow[]) => Promise<void>;
}

export function hostRide(ctx: Context, host: Caller, terms: HostedRide): Promise<Ride> {
  assertSelf(host, terms.hostId);
  if (terms.isListed) assertListingAllowed(ctx);
  return transaction(ctx, async (ctx) => {
    await assertProfileComplete(ctx, host.uid);
    const vehicle = await getOwnVehicle(ctx, host.uid, terms.vehicleId);
    const rideHost = { uid: host.uid, vehicle };
    const outward = await createRide(ctx, rideHost, terms);
    return viewRide(
      ctx,
      terms.returnWay ? await createReturnRide(ctx, rideHost, outward, terms) : outward,
      host.uid,
    );
  });
}

interface RideHost {
  readonly uid: string;
  readonly vehicle: RideRow["vehicle"];
}

/** Hosts the return ride of a ride. Returns the outward ride, linked. */
async function createReturnRide(
  ctx: InTransaction,
  host: RideHost,
  outward: RideRow,
  terms: HostedRide,
): Promise<RideRow> {
  const { returnWay } = terms;
  if (!returnWay) return outward;
  if (returnWay.departsAt <= terms.departsAt) {
    throw invalidInput(
      "returnWay.departsAt",
      translatable("The return ride must depart after the outward ride."),
    );
  }
  const { departsAt, contribution = terms.contribution } = returnWay;
  const returnTerms = {
    ...terms,
    ...reverseRoute(terms),
    timeZone: null,
    departsAt,
    contribution,
  };
  const returnRide = await asReturnWay(createRide(ctx, host, returnTerms), "departsAt");
  return linkReturnRide(ctx, outward, returnRide);
}

export type RoutePoints = Pick<HostedRide, "origin" | "stops" | "destination">;

/** The same points in reverse order. */
export function reverseRoute({ origin, stops, destination }: RoutePoints): RoutePoints {
  return {
    origin: destination,
    stops: stops.toReversed(),
    destination: origin,
  };
}

/**
 * Creates a ride for a host who has passed all checks, in the given vehicle, and publishes it. `sameRouteAs` is a ride of
 * the host between the same points, whose route is taken over.
 */
export async function createRide(
  ctx: InTransaction,
  host: RideHost,
  terms: Omit<HostedRide, "hostId" | "vehicleId" | "returnWay">,
  {
    learned = [],
    sameRouteAs,
    ...occurrence
  }: Pick<NewRide, "series_id" | "series_day"> & {
    readonly learned?: readonly LearnedPlace[];
    readonly sameRouteAs?: RideRow | undefined;
  } = {},
): Promise<RideRow> {
  assertDepartureAhead(ctx, terms.departsAt);
  const host_gender = await genderForAudience(ctx, host.uid, terms.audience);
  await assertOwnAudience(ctx, host.uid, terms.membersOf);
  const departsAt = new Date(terms.departsAt);
  const route = sameRouteAs
    ? toHostedRoute(sameRouteAs, departsAt)
    : await calculateHostedRoute(ctx, assertRoutable(terms), departsAt, {
        hostId: host.uid,
        learned,
      });
  const running_cost_minor = assertFairContribution(ctx, toPublicRide(route), terms);
  await assertNotDoubleBooked(ctx, host.uid, route);
  const row = await insertRide(ctx, {
    ...toRideColumns(terms),
    ...route,
    ...occurrence,
    running_cost_minor,
    host_id: host.uid,
    host_gender,
    time_zone: terms.timeZone ?? timeZoneAt(terms.origin),
    vehicle: host.vehicle,
    created_at: ctx.now(),
  });
  publishRideEvent(ctx, row, "ride.hosted");
  return row;
}

/** Changes the given fields and leaves the others. */
export function changeRide(
  ctx: Context,
  host: Caller,
  id: string,
  { hostId, ...change }: RideChange,
  hooks: Pick<RideHooks, "changed">,
): Promise<Ride> {
  assertSelf(host, hostId);
  if (change.isListed) assertListingAllowed(ctx);
  return transaction(ctx, async (ctx) => {
    const before = await requireRide(ctx, host, "rides.change", lockRide(ctx, id));
    const row = await applyRideChange(ctx, before, change, hooks, {
      isSeparate: before.series_id !== null,
    });
    return viewRide(ctx, row, row.host_id);
  });
}

/** Same for a ride that the transaction has locked. `apart` marks it as changed separately from its series. */
export async function applyRideChange(
  ctx: InTransaction,
  before: RideRow,
  change: Omit<RideChange, "hostId">,
  hooks: Pick<RideHooks, "changed">,
  { isSeparate }: { readonly isSeparate: boolean },
): Promise<RideRow> {
  assertScheduled(ctx, before);
  const terms = { ...toRideTerms(before), ...change };
  if (change.departsAt) assertDepartureAhead(ctx, change.departsAt);
  const host_gender = await genderForAudience(ctx, before.host_id, terms.audience);
  await assertCanNarrow(ctx, before, {
    audience: terms.audience,
    host_gender,
    members_of: terms.membersOf ?? null,
  });
  const points = assertRoutable(terms);
  const departsAt = new Date(terms.departsAt);
  const isRerouted = !isSameRoute(before.points, points);
  const routeContext = {
    hostId: before.host_id,
    learned: findLearnedPlaces(before),
  };
  const route = isRerouted
    ? await calculateHostedRoute(ctx, points, departsAt, routeContext)
    : shiftDeparture(before, departsAt);
  const revised = {
    ...before,
    ...route,
    ...(isRerouted && { driven_route: null }),
  };
  const isPriceAffected =
    isRerouted || change.contribution !== undefined || change.seatsTotal !== undefined;
  const running_cost_minor = isPriceAffected
    ? assertFairContribution(ctx, toPublicRide(revised), terms)
    : undefined;
  if (change.departsAt || isRerouted)
    await assertNotDoubleBooked(ctx, before.host_id, revised, before.id);
  const row = await updateRide(ctx, before, {
    ...toRideColumns(terms),
    ...route,
    host_gender,
    detached: isSeparate,
    ...runningCostColumns(before, {
      running_cost_minor,
      isRerouted,
      isFree: terms.contribution === null,
    }),
    time_zone: change.timeZone ?? (change.origin ? timeZoneAt(terms.origin) : before.time_zone),
    ...(change.vehicleId !== undefined && {
      vehicle: await getOwnVehicle(ctx, before.host_id, change.vehicleId),
    }),
  });
  if (!row) throw new Problem(terms.seatsTotal < before.seats_total ? "seats_taken" : "ride_over");
  const seated = await hooks.changed(ctx, before, row);
  publishRideEvent(ctx, seated, "ride.changed");
  return seated;
}

/** @throws Problem invalid_input for a group of others, ride_has_passengers if someone excluded has asked or booked */
async function assertCanNarrow(
  ctx: InTransaction,
  before: RideRow,
  after: Pick<RideRow, "audience" | "host_gender" | "members_of">,
): Promise<void> {
  const isForOtherMembers = after.members_of !== null && after.members_of !== before.members_of;
  if (isForOtherMembers) await assertOwnAudience(ctx, before.host_id, after.members_of);
  const isForOneGender = after.audience === "sameGender" && before.audience === "everyone";
  if (!isForOtherMembers && !isForOneGender) return;
  if (await hasSeekersOutside(ctx, before.id, after))
    throw new Problem("ride_has_passengers", {
      message: translatable(
        "People who would be excluded have seats on this ride, or have asked for some.",
      ),
    });
}

/**
 * Running cost of the route, as columns. It stays fixed while passengers have promised to share it, unless the route
 * changes.
 * @throws Problem cost_covered if they have promised more than a shorter route costs
 */
function runningCostColumns(
  { promised_minor }: RideRow,
  {
    running_cost_minor,
    isRerouted,
    isFree,
  }: {
    running_cost_minor?: number | undefined;
    isRerouted: boolean;
    isFree: boolean;
  },
): { running_cost_minor?: number } {
  if (running_cost_minor === undefined) return {};
  // The currency of the promises is unknown once the ride is free, so the cost stays as it was.
  if (promised_minor > 0 && (!isRerouted || isFree)) return {};
  if (promised_minor > running_cost_minor) {
    throw new Problem("cost_covered", {
      message: translatable(
        "Your passengers have agreed to pay more than this shorter route costs.",
      ),
    });
  }
  return { running_cost_minor };
}

/** Updates the host's own screens and everything derived from rides. */
export function publishRideEventAndView(
  ctx: InTransaction,
  row: RideRow,
  type: "ride.hosted" | "ride.changed" | "ride.cancelled",
): Promise<Ride> {
  publishRideEvent(ctx, row, type);
  return viewRide(ctx, row, row.host_id);
}

export function publishRideEvent(
  ctx: InTransaction,
  row: RideRow,
  type: Parameters<typeof publishRideEventAndView>[2],
): void {
  ctx.publish("rides", { type, rideId: row.id });
  ctx.publish(`user:${row.host_id}`, {
    type,
    rideId: row.id,
  });
}
