import type { ActiveDriver, NearbyDriversQuery } from "@commonlane/contract/active-drivers";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import type { Caller } from "#platform/http/route.ts";
import { Assembled } from "#platform/http/written.ts";
import { newestDrivers } from "./active-drivers.store.ts";
import { type Faces, viewDriver, writeDriver } from "./active-drivers.view.ts";
import { type AfterNear, type Around, metresBetween, type Near } from "./driver-grid.ts";
import { type LiveMap, SAVED_WITHIN_MS } from "./live-map.ts";
import type { Driver } from "./on-map.ts";
import { sees, type Sight, sightOf } from "./sight.ts";

interface Page {
  readonly items: ActiveDriver[];
  readonly nextCursor: string | null;
}
export interface Maps {
  readonly map: LiveMap;
  readonly faces: Faces;
}
const AfterDistance = z.object({ at: z.number(), uid: z.uuid() });
const AfterInstant = z.object({ at: Instant, uid: z.uuid() });

/**
 * Who is active around a point. For strangers everything, also who is in the circle and who comes first, follows from the
 * squares that they are told, so that asking from other points tells no more.
 */
export async function driversNearby(
  ctx: Context,
  { map, faces }: Maps,
  { uid }: Caller,
  { lat, lng, radius, limit, cursor }: NearbyDriversQuery,
): Promise<Assembled> {
  const after = readCursor(AfterDistance, cursor);
  const [sight] = await Promise.all([sightOf(ctx, uid), map.upToDate()]);
  const around = { at: { lat, lng }, radiusM: radius * 1000, limit: limit + 1, after };
  const found = [...nearestOfStrangers(ctx, map, sight, around), ...drivingThem(ctx, map, sight, around)]
    .toSorted((a, b) => a.distanceM - b.distanceM || (a.item.uid < b.item.uid ? -1 : 1))
    .slice(0, limit + 1);
  const { shown, nextCursor } = pageOf(found, limit, (last) => ({ at: last.distanceM, uid: last.item.uid }));
  const people = await faces.of(shown.map(({ item }) => item.uid));
  const items = shown.flatMap(({ item, distanceM }) => {
    const person = people.get(item.uid);
    return person ? [writeDriver(item, person, { exact: sight.exact.has(item.uid), distanceM })] : [];
  });
  return new Assembled(`{"items":[${items.join(",")}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

function nearestOfStrangers(ctx: Context, { drivers }: LiveMap, sight: Sight, around: Around): Near<Driver>[] {
  const now = ctx.now();
  const isStranger = ({ uid }: Driver) => uid !== sight.own && !sight.exact.has(uid);
  const counts = (driver: Driver) => isStranger(driver) && sees(sight, driver) && drivers.isThere(driver, now);
  return drivers.nearest(around, counts);
}

/** Those who drive this person are found where they are. */
function drivingThem(ctx: Context, { drivers }: LiveMap, sight: Sight, { at, radiusM, after }: Around): Near<Driver>[] {
  const now = ctx.now();
  return [...sight.exact].flatMap((uid) => {
    const item = drivers.get(uid);
    if (!item || !sees(sight, item) || !drivers.isThere(item, now)) return [];
    const distanceM = metresBetween(at, item.position);
    return distanceM <= radiusM && comesAfter(distanceM, uid, after) ? [{ item, distanceM }] : [];
  });
}

const comesAfter = (distanceM: number, uid: string, after: AfterNear) =>
  !after || distanceM > after.at || (distanceM === after.at && uid > after.uid);

/** Everybody who is active, who went active last first. */
export async function allActiveDrivers(
  ctx: Context,
  { map, faces }: Maps,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<Page> {
  const after = readCursor(AfterInstant, cursor);
  const since = new Date(ctx.now().getTime() - ctx.settings.DRIVER_SILENT_S * 1000 - SAVED_WITHIN_MS);
  const asOf = map.removals;
  const [sight, rows] = await Promise.all([
    sightOf(ctx, uid),
    newestDrivers(ctx, { since, limit: limit + 1, after }),
    map.upToDate(),
  ]);
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ at: last.activated_at.toISOString(), uid: last.uid }));
  const seen = shown
    .flatMap((row) => map.drivers.get(row.uid) ?? map.put(row, asOf) ?? [])
    .filter((driver) => map.drivers.isThere(driver, ctx.now()) && driver.uid !== uid && sees(sight, driver));
  const people = await faces.of(seen.map((driver) => driver.uid));
  return {
    items: seen.flatMap((driver) => {
      const person = people.get(driver.uid);
      return person ? [viewDriver(driver, person, { exact: sight.exact.has(driver.uid) })] : [];
    }),
    nextCursor,
  };
}
