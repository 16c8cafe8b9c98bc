import { VehicleAccess } from "@commonlane/contract/profiles";
import type { HostedRide, Ride, RideChange } from "@commonlane/contract/rides";
import { mustBeComplete, vehicleOf } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { mustBeFair } from "./cost-share.ts";
import {
  mustBeAhead,
  mustBeFree,
  mustBeScheduled,
  mustBeSelf,
  mustHaveGender,
  mustHost,
  wrong,
} from "./ride-guards.ts";
import { saidOf, termsOf } from "./ride-terms.ts";
import { leavingAt, mustLead, sameWay } from "./ride-way.ts";
import { insertRide, linkReturn, lockRide, type NewRide, type RideRow, updateRide } from "./rides.store.ts";
import { viewRide } from "./rides.view.ts";
import { asTold, hostedWay, type Learned, learnedIn } from "./told-way.ts";

/** What other modules do, in the same transaction, when something happens to a ride. */
export interface RideFollowUp {
  /** Asks for the roads that `changed` will need, before its transaction. */
  readonly foreseen: (ctx: Context, before: RideRow, ride: RideRow) => Promise<void>;
  /** Gives the ride with the seats that are left on it as it goes now. Throws the Problem that keeps it from going so. */
  readonly changed: (ctx: InTransaction, before: RideRow, ride: RideRow) => Promise<RideRow>;
  readonly cancelled: (ctx: InTransaction, ride: RideRow, reason: string | null) => Promise<void>;
  readonly completed: (ctx: InTransaction, rides: readonly RideRow[]) => Promise<void>;
}

export function hostRide(ctx: Context, host: Caller, said: HostedRide): Promise<Ride> {
  mustBeSelf(host, said.hostId);
  return transaction(ctx, async (ctx) => {
    const { gender } = await mustBeComplete(ctx, host.uid);
    const vehicle = await mustOwnVehicle(ctx, host.uid, said.vehicleId);
    const hosting = { uid: host.uid, gender, vehicle };
    const there = await openRide(ctx, hosting, said);
    return viewRide(ctx, said.returnWay ? await openReturn(ctx, hosting, there, said) : there, host.uid);
  });
}

interface Hosting {
  readonly uid: string;
  readonly gender: string | null;
  readonly vehicle: RideRow["vehicle"];
}

/** Hosts the way back of a ride; gives the way there, linked. */
async function openReturn(ctx: InTransaction, host: Hosting, there: RideRow, said: HostedRide): Promise<RideRow> {
  const { returnWay } = said;
  if (!returnWay) return there;
  if (returnWay.departsAt <= said.departsAt) {
    throw wrong("returnWay.departsAt", "The way back must leave after the way there.");
  }
  const { departsAt, contribution = said.contribution } = returnWay;
  const back = await openRide(ctx, host, {
    ...said,
    ...reversed(said),
    timeZone: null,
    departsAt,
    contribution,
  });
  return linkReturn(ctx, there, back);
}

export type Points = Pick<HostedRide, "origin" | "stops" | "destination">;

/** The same points the other way round. */
export const reversed = ({ origin, stops, destination }: Points): Points => ({
  origin: destination,
  stops: stops.toReversed(),
  destination: origin,
});

/** Makes a ride of somebody who may host one, in the vehicle given here, and tells of it. */
export async function openRide(
  ctx: InTransaction,
  host: Hosting,
  said: Omit<HostedRide, "hostId" | "vehicleId" | "returnWay">,
  { learned = [], ...occurrence }: Pick<NewRide, "series_id" | "series_day"> & { learned?: readonly Learned[] } = {},
): Promise<RideRow> {
  mustBeAhead(ctx, said.departsAt);
  mustHaveGender(said.audience, host.gender);
  const way = await hostedWay(ctx, mustLead(said), new Date(said.departsAt), { hostId: host.uid, learned });
  const running_cost_minor = mustBeFair(ctx, asTold(way), said);
  await mustBeFree(ctx, host.uid, way);
  const row = await insertRide(ctx, {
    ...termsOf(said),
    ...way,
    ...occurrence,
    running_cost_minor,
    host_id: host.uid,
    host_gender: host.gender,
    time_zone: said.timeZone ?? timeZoneAt(said.origin),
    vehicle: host.vehicle,
    created_at: ctx.now(),
  });
  announceRide(ctx, row, "ride.hosted");
  return row;
}

/** Changes what is named and leaves the rest. */
export function changeRide(
  ctx: Context,
  host: Caller,
  id: string,
  { hostId, ...change }: RideChange,
  followUp: Pick<RideFollowUp, "changed">,
): Promise<Ride> {
  mustBeSelf(host, hostId);
  return transaction(ctx, async (ctx) => {
    const before = await mustHost(lockRide(ctx, id), host);
    const row = await reviseRide(ctx, before, change, followUp, { apart: before.series_id !== null });
    return viewRide(ctx, row, row.host_id);
  });
}

/** The same for a ride that the transaction has locked. `apart` says that it goes its own way from the rest of its series. */
export async function reviseRide(
  ctx: InTransaction,
  before: RideRow,
  change: Omit<RideChange, "hostId">,
  followUp: Pick<RideFollowUp, "changed">,
  { apart }: { readonly apart: boolean },
): Promise<RideRow> {
  mustBeScheduled(ctx, before);
  const said = { ...saidOf(before), ...change };
  if (change.departsAt) mustBeAhead(ctx, change.departsAt);
  if (change.audience) mustHaveGender(change.audience, before.host_gender);
  const points = mustLead(said);
  const departsAt = new Date(said.departsAt);
  const goesElsewhere = !sameWay(before.points, points);
  const known = { hostId: before.host_id, learned: learnedIn(before) };
  const way = goesElsewhere ? await hostedWay(ctx, points, departsAt, known) : leavingAt(before, departsAt);
  const whole = { ...before, ...way, ...(goesElsewhere && { driven_way: null }) };
  const asksOtherwise = goesElsewhere || change.contribution !== undefined || change.seatsTotal !== undefined;
  const running_cost_minor = asksOtherwise ? mustBeFair(ctx, asTold(whole), said) : undefined;
  if (before.promised_minor > 0 && said.contribution && said.contribution.currency !== before.currency) {
    throw wrong("contribution.currency", "Passengers have promised theirs in other money.");
  }
  if (change.departsAt || goesElsewhere) await mustBeFree(ctx, before.host_id, whole, before.id);
  const row = await updateRide(ctx, before, {
    ...termsOf(said),
    ...way,
    apart,
    ...costsOf(before, { running_cost_minor, goesElsewhere, free: said.contribution === null }),
    time_zone: change.timeZone ?? (change.origin ? timeZoneAt(said.origin) : before.time_zone),
    ...(change.vehicleId !== undefined && { vehicle: await mustOwnVehicle(ctx, before.host_id, change.vehicleId) }),
  });
  if (!row) throw new Problem(said.seatsTotal < before.seats_total ? "seats_taken" : "ride_over");
  const seated = await followUp.changed(ctx, before, row);
  announceRide(ctx, seated, "ride.changed");
  return seated;
}

/**
 * What the way costs now, as columns. It is settled while people have promised to share it, unless the way is another one.
 * @throws Problem cost_covered where they have promised more than a shorter way costs
 */
function costsOf(
  { promised_minor }: RideRow,
  {
    running_cost_minor,
    goesElsewhere,
    free,
  }: { running_cost_minor?: number | undefined; goesElsewhere: boolean; free: boolean },
): { running_cost_minor?: number } {
  if (running_cost_minor === undefined) return {};
  // In which money was promised what is free now is not known here, so the costs stay what they were.
  if (promised_minor > 0 && (!goesElsewhere || free)) return {};
  if (promised_minor > running_cost_minor) {
    throw new Problem("cost_covered", { message: "Your passengers have promised more than this shorter way costs." });
  }
  return { running_cost_minor };
}

/** Tells the host's own screens and everything that is derived from rides. */
export function tellOfRide(
  ctx: InTransaction,
  row: RideRow,
  type: "ride.hosted" | "ride.changed" | "ride.cancelled",
): Promise<Ride> {
  announceRide(ctx, row, type);
  return viewRide(ctx, row, row.host_id);
}

function announceRide(ctx: InTransaction, row: RideRow, type: Parameters<typeof tellOfRide>[2]): void {
  ctx.announce("rides", { type, rideId: row.id });
  ctx.announce(`user:${row.host_id}`, { type, rideId: row.id });
}

/** The vehicle as a ride keeps it. */
export async function mustOwnVehicle(ctx: Context, uid: string, vehicleId: string | null) {
  if (vehicleId === null) return null;
  const vehicle = await vehicleOf(ctx, uid, vehicleId);
  if (!vehicle) throw new Problem("invalid_input", { fields: { vehicleId: "This is not one of your vehicles." } });
  const { make, model, colour, plate, comfort } = vehicle;
  return { make, model, colour, plate, access: VehicleAccess.options.filter((each) => comfort.includes(each)) };
}
