import { rides } from "@commonlane/contract/rides";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { Written } from "#platform/http/written.ts";
import { LastUsed } from "#platform/last-used.ts";
import { mayBeSeenBy } from "./ride-guards.ts";
import { findRideFor, type RideSeen, rideStateFor } from "./ride-seen.store.ts";
import { viewSeen } from "./rides.view.ts";

/** About 4 kB each. */
const MOST_KNOWN = 2_000;
type Answer = Written<typeof rides.one>;

/** A ride as it was read last, and what was answered of it: to those who are close to it, and to others. */
interface Known extends Pick<RideSeen, "row" | "host" | "version"> {
  close?: Answer;
  far?: Answer;
}

/**
 * What a caller may see of a ride; one that is over is shown to those who took part (domain.md, State machines). The
 * database is asked each time whether the ride is still as it was and how far the caller is with it; what was written
 * of it before is given again only then.
 */
export async function readRide(ctx: Context, viewer: Caller, id: string): Promise<Answer> {
  const state = await rideStateFor(ctx, id, viewer.uid);
  const ride = state && (await rideOf(ctx, viewer, id, state.version));
  if (!ride || !(await mayBeSeenBy(ctx, { ...state, row: ride.row }, viewer.uid))) {
    throw new Problem("not_found");
  }
  const close = ride.row.host_id === viewer.uid || state.part === "aboard";
  return (ride[close ? "close" : "far"] ??= new Written(rides.one, viewSeen(ride, close)));
}

const known = new LastUsed<string, Known>(MOST_KNOWN);

async function rideOf(ctx: Context, viewer: Caller, id: string, version: string): Promise<Known | undefined> {
  const before = known.get(id);
  if (before?.version === version) return before;
  const now = await findRideFor(ctx, id, viewer.uid);
  if (now) known.set(id, now);
  return now;
}
