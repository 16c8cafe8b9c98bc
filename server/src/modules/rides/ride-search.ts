import type { RideFound, RideMatch, RideSearch } from "@commonlane/contract/rides";
import type { Money, Place } from "@commonlane/contract/shapes";
import { cursorOf, type MatchCursor } from "@commonlane/matching/corridor-index";
import { distanceM } from "@commonlane/matching/geo";
import { type Match, matchRide, type Search } from "@commonlane/matching/rule";
import { z } from "zod";
import { genderOf } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { asMatchRide, type RideIndex } from "./ride-index.ts";
import { matchSettings } from "./ride-way.ts";
import { findRides, type RideRow } from "./rides.store.ts";
import { moneyOf, viewRides } from "./rides.view.ts";

const WINDOW_MAX_MS = 31 * 86_400_000;
const SAME_POINT_M = 25;
const After = z.object({ order: z.number(), pickupAtMs: z.number(), id: z.uuid() });

interface Found {
  readonly row: RideRow;
  readonly match: Match;
}

/** Rides that pass from A to B, best first, under the rule of domain.md; each was looked at in the database just now. */
export async function searchRides(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  asked: RideSearch,
): Promise<{ items: RideFound[]; nextCursor: string | null }> {
  const search = searchOf(asked);
  const [rides, gender] = await Promise.all([index.upToDate(), genderOf(ctx, seeker.uid)]);
  const allowed = ({ host_id, audience, host_gender, status, departs_at }: RideRow) =>
    host_id !== seeker.uid &&
    status === "scheduled" &&
    departs_at > ctx.now() &&
    (audience === "everyone" || host_gender === gender);

  const found: Found[] = [];
  let after: MatchCursor | undefined = readCursor(After, asked.cursor);
  for (let more = true; more && found.length <= asked.limit;) {
    const batch = rides.find(search, { limit: asked.limit + 1, after });
    const last = batch.at(-1);
    more = batch.length > asked.limit;
    if (last) after = cursorOf(last);
    found.push(...(await checked(ctx, search, batch)).filter(({ row }) => allowed(row)));
  }
  return pageOf(ctx, seeker, asked, found);
}

function searchOf({
  fromLat,
  fromLng,
  toLat,
  toLng,
  departsAfter,
  departsBefore,
  at,
  seats,
  walkM,
}: RideSearch): Search {
  const [departsAfterMs, departsBeforeMs] = [Date.parse(departsAfter), Date.parse(departsBefore)];
  if (departsBeforeMs < departsAfterMs) throw wrong("departsBefore", "This lies before the start of the window.");
  if (departsBeforeMs - departsAfterMs > WINDOW_MAX_MS)
    throw wrong("departsBefore", "At most 31 days can be searched at once.");
  return {
    from: { lat: fromLat, lng: fromLng },
    to: { lat: toLat, lng: toLng },
    departsAfterMs,
    departsBeforeMs,
    atMs: at === undefined ? undefined : Date.parse(at),
    seats,
    walkM,
  };
}

const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });

/** The database's word on what the index found: matched again with the seats and the hour of this moment. */
async function checked(ctx: Context, search: Search, matches: readonly Match[]): Promise<Found[]> {
  const rows = new Map(
    (
      await findRides(
        ctx,
        matches.map(({ rideId }) => rideId),
      )
    ).map((row) => [row.id, row]),
  );
  return matches.flatMap(({ rideId }) => {
    const row = rows.get(rideId);
    const match = row && matchRide(asMatchRide(row), search, matchSettings(ctx.settings));
    return row && match ? [{ row, match }] : [];
  });
}

async function pageOf(ctx: Context, seeker: Caller, asked: RideSearch, found: Found[]) {
  const inOrder = found.toSorted((a, b) => a.match.order - b.match.order || a.match.pickupAtMs - b.match.pickupAtMs);
  const shown = inOrder.slice(0, asked.limit);
  const rides = await viewRides(
    ctx,
    shown.map(({ row }) => row),
    seeker.uid,
  );
  const items = shown.flatMap(({ row, match }, n) => {
    const ride = rides[n];
    return ride ? [{ ride, match: viewMatch(row, match, asked) }] : [];
  });
  const last = inOrder.length > asked.limit ? shown.at(-1) : undefined;
  return { items, nextCursor: last ? writeCursor(cursorOf(last.match)) : null };
}

function viewMatch(row: RideRow, match: Match, asked: RideSearch): RideMatch {
  return {
    pickup: placeAt(row, match.pickup, { lat: asked.fromLat, lng: asked.fromLng }, "On the way"),
    dropoff: placeAt(row, match.dropoff, { lat: asked.toLat, lng: asked.toLng }, "On the way"),
    pickupAt: new Date(match.pickupAtMs).toISOString(),
    dropoffAt: new Date(match.dropoffAtMs).toISOString(),
    walkFromM: Math.round(match.walkFromM),
    walkToM: Math.round(match.walkToM),
    walkFromS: Math.round(match.walkFromS),
    walkToS: Math.round(match.walkToS),
    detourM: Math.round(match.detourM),
    detourS: Math.round(match.detourS),
    distanceM: Math.round(match.distanceM),
    seatsLeft: match.seatsLeft,
    contribution: partOf(moneyOf(row), match.shareOfWay),
    score: match.score,
    partial: match.partial,
  };
}

/** A point of the way by the name of the stop it is, or of what the seeker asked for. */
function placeAt(
  { points }: RideRow,
  at: { lat: number; lng: number },
  asked: { lat: number; lng: number },
  label: string,
): Place {
  const stop = points.find((point) => distanceM(point, at) < SAME_POINT_M);
  if (stop) return stop;
  return { label: distanceM(at, asked) < SAME_POINT_M ? "Where you asked for" : label, lat: at.lat, lng: at.lng };
}

/** Nobody counts out cents at the kerb. */
const ROUND_MINOR = 50;

/** The contribution for a part of the way, in proportion to what is driven, as round as the host's own amount. */
export function partOf(whole: Money | null, share: number): Money | null {
  if (!whole) return null;
  const step = whole.amountMinor % ROUND_MINOR === 0 ? ROUND_MINOR : 1;
  return { ...whole, amountMinor: Math.round((whole.amountMinor * share) / step) * step };
}
