import type { ActiveDriver, NearbyDriversQuery } from "@commonlane/contract/active-drivers";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { PrebuiltPage } from "#platform/http/endpoints/serialized-reply.ts";
import { findNewestDrivers } from "./active-drivers.store.ts";
import { type DriverCards, viewDriver, writeDriverJson } from "./active-drivers.view.ts";
import {
  type NearbyCursor,
  type NearbyQuery,
  gridDistanceM,
  type NearbyItem,
} from "./map/driver-grid.ts";
import { type LiveMap, MAX_UNSAVED_MS } from "./map/live-map.ts";
import type { Driver } from "./map/drivers-on-map.ts";
import { canSee, type Visibility, findVisibility } from "./visibility.ts";

interface Page {
  readonly items: ActiveDriver[];
  readonly nextCursor: string | null;
}
export interface DriverMap {
  readonly map: LiveMap;
  readonly cards: DriverCards;
}
const AfterDistance = z.object({
  at: z.number(),
  uid: z.uuid(),
});
const AfterInstant = z.object({
  at: Instant,
  uid: z.uuid(),
});

/**
 * Lists active drivers around a point. For strangers everything, including membership in the circle and the order, is
 * derived from the approximate positions, so queries from other points reveal no more.
 */
export async function listDriversNearby(
  ctx: Context,
  { map, cards }: DriverMap,
  { uid }: Caller,
  { lat, lng, radius, limit, cursor }: NearbyDriversQuery,
): Promise<PrebuiltPage> {
  const after = decodeCursor(AfterDistance, cursor);
  const [visibility] = await Promise.all([findVisibility(ctx, uid), map.upToDate()]);
  const nearbyQuery = {
    at: { lat, lng },
    radiusM: radius * 1000,
    limit: limit + 1,
    after,
  };
  const found = [
    ...findNearestUnrelated(ctx, map, visibility, nearbyQuery),
    ...findDriversOfViewer(ctx, map, visibility, nearbyQuery),
  ]
    .toSorted((a, b) => a.distanceM - b.distanceM || (a.item.uid < b.item.uid ? -1 : 1))
    .slice(0, limit + 1);
  const page = paginate(found, limit, (last) => ({
    at: last.distanceM,
    uid: last.item.uid,
  }));
  const people = await cards.findCards(page.items.map(({ item }) => item.uid));
  const items = page.items.flatMap(({ item, distanceM }) => {
    const person = people.get(item.uid);
    return person
      ? [
          writeDriverJson(item, person, {
            exact: visibility.exactUids.has(item.uid),
            distanceM,
          }),
        ]
      : [];
  });
  return new PrebuiltPage(items, page.nextCursor);
}

function findNearestUnrelated(
  ctx: Context,
  { drivers }: LiveMap,
  visibility: Visibility,
  nearbyQuery: NearbyQuery,
): NearbyItem<Driver>[] {
  const now = ctx.now();
  const isStranger = ({ uid }: Driver) =>
    uid !== visibility.viewerUid && !visibility.exactUids.has(uid);
  const isIncluded = (driver: Driver) =>
    isStranger(driver) && canSee(visibility, driver) && drivers.isActive(driver, now);
  return drivers.nearest(nearbyQuery, isIncluded);
}

/** Drivers of the viewer's own rides, found by their exact position. */
function findDriversOfViewer(
  ctx: Context,
  { drivers }: LiveMap,
  visibility: Visibility,
  { at, radiusM, after }: NearbyQuery,
): NearbyItem<Driver>[] {
  const now = ctx.now();
  return [...visibility.exactUids].flatMap((uid) => {
    const item = drivers.get(uid);
    if (!item || !canSee(visibility, item) || !drivers.isActive(item, now)) return [];
    const distanceM = gridDistanceM(at, item.position);
    return distanceM <= radiusM && isAfterCursor(distanceM, uid, after)
      ? [{ item, distanceM }]
      : [];
  });
}

const isAfterCursor = (distanceM: number, uid: string, after: NearbyCursor) =>
  !after || distanceM > after.at || (distanceM === after.at && uid > after.uid);

/** All active drivers, latest activation first. */
export async function listAllActiveDrivers(
  ctx: Context,
  { map, cards }: DriverMap,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<Page> {
  const after = decodeCursor(AfterInstant, cursor);
  const since = new Date(
    ctx.now().getTime() - ctx.settings.DRIVER_TIMEOUT_S * 1000 - MAX_UNSAVED_MS,
  );
  const asOf = map.removals;
  const [visibility, rows] = await Promise.all([
    findVisibility(ctx, uid),
    findNewestDrivers(ctx, {
      since,
      limit: limit + 1,
      after,
    }),
    map.upToDate(),
  ]);
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.activated_at.toISOString(),
    uid: last.uid,
  }));
  const visibleDrivers = items
    .flatMap((row) => map.drivers.get(row.uid) ?? map.put(row, asOf) ?? [])
    .filter(
      (driver) =>
        map.drivers.isActive(driver, ctx.now()) && driver.uid !== uid && canSee(visibility, driver),
    );
  const people = await cards.findCards(visibleDrivers.map((driver) => driver.uid));
  return {
    items: visibleDrivers.flatMap((driver) => {
      const person = people.get(driver.uid);
      return person
        ? [viewDriver(driver, person, { exact: visibility.exactUids.has(driver.uid) })]
        : [];
    }),
    nextCursor,
  };
}
