import { type PartEnd, withPassenger } from "@commonlane/matching/agreed-stops";
import { distanceM, nearestOnLeg } from "@commonlane/matching/geo";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { rounded } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import type { DrivenWay, RideStop } from "#platform/db/ride-tables.ts";
import { asDriven, costOf, etaOf } from "./driven-way.ts";
import { driveThrough } from "./drives.ts";
import { linesOf } from "./ride-line.ts";
import type { RideRow } from "./rides.store.ts";
import { endsOf } from "./rides.view.ts";
import { asTold } from "./told-way.ts";

/** Where one end of a part lies on the driven way, and whether somebody walks there. */
export interface MetAt extends PartEnd {
  readonly by: "walk" | "fetch";
}
export interface Insertion {
  readonly in: MetAt;
  readonly out: MetAt;
}

/** A ride as it is to be driven from now on, made from the `driven_n`-th version of it. */
export interface NewDrive {
  readonly way: DrivenWay | null;
  readonly arrivesAt: Date;
  readonly from: number;
  /** All detours together, and what they are more than before. */
  readonly metres: number;
  readonly seconds: number;
  readonly addedM: number;
  readonly addedS: number;
  /** Beyond what was agreed before. */
  readonly isLonger: boolean;
}

/** Half a metre and half a second are rounding. */
const ROUNDING = 0.5;

/** A part of a ride that was measured, exactly or by areas. */
export interface Measured {
  readonly met: Insertion | null;
  readonly pickup: Place;
  readonly dropoff: Place;
}

/** The ride with the stops of one more, from door to door, or nothing where they need none. */
export async function drivenWith(
  ctx: Pick<Context, "router" | "settings">,
  ride: RideRow,
  id: string,
  part: Measured,
): Promise<NewDrive | undefined> {
  const stops = ride.driven_way?.stops ?? [];
  const met = insertionOf(ride, part);
  if (!met) return undefined;
  const exact = metOn(ride, met);
  const told = metOn(asTold(ride), aboutOf(ctx, met));
  const known = new Map(stops.map((stop) => [keyOf(stop), stop]));
  const all = withPassenger(ride.points, stops, id, exact).map((stop): RideStop => {
    const { lat, lng } = stop.at;
    return known.get(keyOf(stop)) ?? { ...stop, at: { lat, lng }, about: told[stop.end].at };
  });
  return all.length === stops.length ? undefined : drive(ctx, ride, all);
}

/** The ride without the stops of somebody, or nothing where they had none. */
export async function drivenWithout(
  ctx: Pick<Context, "router" | "settings">,
  ride: RideRow,
  id: string,
): Promise<NewDrive | undefined> {
  const stops = ride.driven_way?.stops ?? [];
  const others = stops.filter((stop) => stop.id !== id);
  return others.length === stops.length ? undefined : drive(ctx, ride, others);
}

const keyOf = ({ id, end }: Pick<RideStop, "id" | "end">) => `${id} ${end}`;

async function drive(
  ctx: Pick<Context, "router" | "settings">,
  ride: RideRow,
  stops: readonly RideStop[],
): Promise<NewDrive> {
  const planned = { ...ride, driven_way: null };
  const exact = await driveThrough(ctx, planned, stops);
  const isToldExactly = !ride.told_way && stops.every(({ at, about }) => at.lat === about.lat && at.lng === about.lng);
  const told = isToldExactly
    ? exact
    : await driveThrough(
        ctx,
        asTold(planned),
        stops.map((stop) => ({ ...stop, at: stop.about })),
      );
  const way = stops.length > 0 ? { stops, exact, told } : null;
  const [before, after] = [costOf(ride.driven_way?.exact), costOf(way?.exact)];
  return {
    way,
    arrivesAt: etaOf({ ...ride, driven_way: way }).at(-1) ?? ride.arrives_at,
    from: ride.driven_n,
    ...after,
    addedM: Math.max(0, after.metres - before.metres),
    addedS: Math.max(0, after.seconds - before.seconds),
    isLonger: after.metres > before.metres + ROUNDING || after.seconds > before.seconds + ROUNDING,
  };
}

/** Whether the host agreed to drive so far; who needs no detour comes along however low the limit is by now. */
export const isWithinLimit = (
  { max_detour_m, max_detour_s }: Pick<RideRow, "max_detour_m" | "max_detour_s">,
  { metres, seconds, isLonger }: NewDrive,
): boolean => !isLonger || (metres <= max_detour_m + ROUNDING && seconds <= max_detour_s + ROUNDING);

function insertionOf(ride: RideRow, { met, pickup, dropoff }: Measured): Insertion | null {
  const { origin, destination } = endsOf(ride.points);
  return met && { in: fromDoor(met.in, pickup, origin), out: fromDoor(met.out, dropoff, destination) };
}

function fromDoor(measured: MetAt, place: Place, own: Place): MetAt {
  // Strangers may be told another end of the ride, on which it was measured.
  if (distanceM(place, own) < SAME_PLACE_M) return { ...measured, by: "fetch", at: own };
  return measured.by === "walk" ? measured : { ...measured, at: place };
}

const SAME_PLACE_M = 1;

/** Whoever walks is met on the way itself, so that they cost no detour; whoever is fetched where they are. */
function metOn(ride: RideRow, met: Insertion): Insertion {
  const lineOf = (leg: number): readonly LatLng[] => {
    const driven = asDriven(ride);
    return linesOf(driven)?.[leg] ?? driven.points.slice(leg, leg + 2);
  };
  const line = lineOf(met.in.leg);
  const on = met.in.by === "walk" ? nearestOn(line, met.in.at) : { at: met.in.at, rest: line };
  const rest = met.out.leg === met.in.leg ? on.rest : lineOf(met.out.leg);
  const off = met.out.by === "walk" ? nearestOn(rest, met.out.at).at : met.out.at;
  return { in: { ...met.in, at: on.at }, out: { ...met.out, at: off } };
}

/** About where, as strangers are told of a place. */
const aboutOf = ({ settings }: Pick<Context, "settings">, met: Insertion): Insertion => ({
  in: { ...met.in, at: rounded(met.in.at, settings.PLACE_ROUNDED_TO_M) },
  out: { ...met.out, at: rounded(met.out.at, settings.PLACE_ROUNDED_TO_M) },
});

/** The nearest point of a line, and the line from there on. */
function nearestOn(line: readonly LatLng[], place: LatLng): { at: LatLng; rest: readonly LatLng[] } {
  let best: { at: LatLng; rest: readonly LatLng[]; farM: number } | undefined;
  for (const [n, to] of line.slice(1).entries()) {
    const { point, distanceM: farM } = nearestOnLeg(line[n] ?? to, to, place);
    if (!best || farM < best.farM) best = { at: point, rest: [point, ...line.slice(n + 1)], farM };
  }
  return best ?? { at: place, rest: line };
}
