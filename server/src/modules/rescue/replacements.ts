import { HOUR_MS } from "@commonlane/contract/durations";
import type { Replacement } from "@commonlane/contract/rescue";
import { WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { Match } from "@commonlane/matching/rule";
import {
  asTold,
  findRides,
  hasAccess,
  passes,
  type RideIndex,
  type RideRow,
  ridesPassing,
  viewMatch,
  viewRides,
} from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { findStranded, fullRides, type Stranded, visibleTo } from "./rescue.store.ts";

/** Nobody compares more while they stand somewhere with their luggage. */
const REPLACEMENTS_MOST = 3;
const LOOKED_AT = 60;
const FULL_LOOKED_AT = 200;
/** Sooner than it was agreed one is seldom ready; later is better than not at all. */
const EARLIER_MS = 3 * HOUR_MS;
const LATER_MS = 8 * HOUR_MS;

/** Another ride, and how it passes. */
export interface Passing {
  readonly row: RideRow;
  readonly match: Match;
  readonly full: boolean;
}

/** Other rides for who asked for seats and was left without by somebody else. */
export async function replacementsFor(
  ctx: Context,
  index: RideIndex,
  { uid }: Caller,
  requestId: string,
): Promise<{ items: Replacement[] }> {
  const stranded = await findStranded(ctx, requestId);
  if (!stranded) throw new Problem("not_found");
  if (stranded.seeker_id !== uid) throw new Problem("not_yours");
  if (!isStranded(stranded)) return { items: [] };
  const passing = await ridesInstead(ctx, index, stranded);
  const views = await viewRides(
    ctx,
    passing.map(({ row }) => row),
    uid,
  );
  const ends = { from: stranded.pickup, to: stranded.dropoff };
  const items = passing.flatMap(({ row, match, full }, n) => {
    const ride = views[n];
    const view = viewMatch(row, full ? { ...match, seatsLeft: 0 } : match, ends);
    // Under the names they were asked for by.
    const pickup = match.pickupBy === "fetch" ? stranded.pickup : view.pickup;
    const dropoff = match.dropoffBy === "fetch" ? stranded.dropoff : view.dropoff;
    return ride ? [{ ride, match: { ...view, pickup, dropoff }, full }] : [];
  });
  return { items };
}

/** It came to nothing, and not by the seeker. */
const isStranded = ({ status, ended_by }: Stranded): boolean =>
  ended_by !== "seeker" && (status === "cancelled" || status === "rejected" || status === "expired");

/**
 * Up to three rides that this person may see and that pass their way about then, those with seats first, each best first:
 * by the rule of domain.md, with the hour that was agreed as the preferred one.
 */
export async function ridesInstead(ctx: Context, index: RideIndex, stranded: Stranded): Promise<Passing[]> {
  const wantedMs = stranded.pickup_at.getTime();
  const after = new Date(Math.max(ctx.now().getTime(), wantedMs - EARLIER_MS));
  const before = new Date(wantedMs + LATER_MS);
  if (before <= after) return [];
  const { pickup: origin, dropoff: destination, seats } = stranded;
  const wish = { origin, destination, seats, walkM: WALK_DEFAULT_M, window: { after, before }, at: stranded.pickup_at };
  const free = (await ridesPassing(ctx, index, wish, LOOKED_AT)).map((passing) => ({ ...passing, full: false }));
  const chosen = await shown(ctx, stranded, free);
  if (chosen.length >= REPLACEMENTS_MOST) return chosen;
  const around = { after: new Date(after.getTime() - LATER_MS), before, about: stranded.pickup_at, seats };
  const rows = (await findRides(ctx, await fullRides(ctx, around, FULL_LOOKED_AT))).map(asTold);
  const full = rows.flatMap((row) => {
    if (passes(ctx, row, wish)) return [];
    const match = passes(ctx, { ...row, seats_left: row.seats_left.map(() => row.seats_total) }, wish);
    return match ? [{ row, match, full: true }] : [];
  });
  return [...chosen, ...(await shown(ctx, stranded, full))].slice(0, REPLACEMENTS_MOST);
}

async function shown(ctx: Context, stranded: Stranded, found: readonly Passing[]): Promise<Passing[]> {
  const visible = await visibleTo(
    ctx,
    stranded.seeker_id,
    found.map(({ row }) => row.id),
  );
  return found
    .filter(({ row }) => row.id !== stranded.ride_id && visible.has(row.id) && hasAccess(row, stranded.needs))
    .toSorted((a, b) => a.match.order - b.match.order || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, REPLACEMENTS_MOST);
}
