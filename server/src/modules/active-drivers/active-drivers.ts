import type {
  Activation,
  PositionUpdate,
  OwnActiveDriver,
} from "@commonlane/contract/active-drivers";
import type { LatLng } from "@commonlane/contract/shapes";
import { approximateMovingPosition, approximatePlace } from "#modules/privacy/approximate/index.ts";
import { findGender, assertProfileComplete, findPublicPerson } from "#modules/profiles/index.ts";
import { assertSelf, genderForAudience } from "#modules/rides/rules/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { deleteDriver, findDriver, upsertDriver } from "./active-drivers.store.ts";
import { viewOwnDriver } from "./active-drivers.view.ts";
import { gridDistanceM } from "./map/driver-grid.ts";
import { type LiveMap, MAX_UNSAVED_MS } from "./map/live-map.ts";
import { type Driver, DriversOnMap } from "./map/drivers-on-map.ts";
import { isForViewerGender } from "./visibility.ts";

/** Puts the caller on the map, or updates their seats and destination. */
export async function activateDriver(
  ctx: Context,
  map: LiveMap,
  driver: Caller,
  { driverId, ...input }: Activation,
): Promise<OwnActiveDriver> {
  assertSelf(driver, driverId);
  const asOf = map.removals;
  const row = await transaction(ctx, async (ctx) => {
    await assertProfileComplete(ctx, driver.uid);
    const gender = await genderForAudience(ctx, driver.uid, input.audience);
    const row = await upsertDriver(ctx, {
      ...(await toDriverTerms(ctx, driver, input)),
      gender,
    });
    publishDriverEvent(ctx, driver.uid, {
      type: "active-driver.activated",
      uid: driver.uid,
    });
    return row;
  });
  // In a larger transaction, the driver appears on the map after its commit.
  const isCommitted = !("publish" in ctx);
  const onMap = isCommitted ? map.put(row, asOf) : undefined;
  return viewForDriver(ctx, onMap ?? new DriversOnMap(ctx.settings).put(row));
}

async function toDriverTerms(
  ctx: Context,
  { uid, sessionId }: Caller,
  input: Omit<Activation, "driverId">,
) {
  const { lat, lng } = input;
  const existing = await findDriver(ctx.db, uid);
  const last = existing && {
    lat: existing.approximate_lat,
    lng: existing.approximate_lng,
  };
  const approximate = approximateMovingPosition(
    {
      lat,
      lng,
    },
    ctx.settings.DRIVER_ROUNDING_M,
    last,
  );
  const heading_to = input.headingTo ?? null;
  return {
    uid,
    lat,
    lng,
    approximate_lat: approximate.lat,
    approximate_lng: approximate.lng,
    address: input.address || null,
    heading: input.heading ?? null,
    seats: input.seats,
    note: input.note || null,
    audience: input.audience,
    heading_to,
    approximate_heading_to: heading_to && (await approximatePlace(ctx, heading_to)),
    session_id: sessionId,
  };
}

/** Updates the caller's position. Ignores an impossible move, which does not count as activity either. */
export async function updatePosition(
  ctx: Context,
  map: LiveMap,
  { uid }: Caller,
  input: PositionUpdate,
): Promise<OwnActiveDriver> {
  const driver = await applyPosition(ctx, map, uid, input);
  if (!driver) throw new Problem("not_found");
  return viewForDriver(ctx, driver);
}

/** Fastest plausible speed (m/s). Anything faster is an error of the phone, or manipulated. */
const MAX_SPEED_M_PER_S = 55;
/** Largest position error of a phone that is not moving. */
const GPS_ERROR_M = 100;

/** Returns true if a car can have driven this distance in this time. */
const isPlausibleMove = (distanceM: number, seconds: number): boolean =>
  distanceM <= MAX_SPEED_M_PER_S * Math.max(0, seconds) + GPS_ERROR_M;

/** Same without a response; returns undefined for a user who is not on the map. */
export async function applyPosition(
  ctx: Context,
  map: LiveMap,
  uid: string,
  input: PositionUpdate,
): Promise<Driver | undefined> {
  const driver = await map.find(uid);
  if (!driver) return undefined;
  const nowMs = ctx.now().getTime();
  const { position } = driver;
  if (!isPlausibleMove(gridDistanceM(position, input), (nowMs - position.seenAtMs) / 1000))
    return driver;
  const { lat, lng } = input;
  map.move(uid, {
    lat,
    lng,
    heading: input.heading ?? null,
    address: input.address || null,
    seenAtMs: nowMs,
  });
  return driver;
}

export async function getOwnActiveDriver(
  ctx: Context,
  map: LiveMap,
  { uid }: Caller,
): Promise<OwnActiveDriver> {
  const asOf = map.removals;
  const row = await findDriver(ctx.db, uid);
  const driver = row && map.put(row, asOf);
  if (!driver || !map.drivers.isActive(driver, ctx.now())) throw new Problem("not_found");
  return viewForDriver(ctx, driver);
}

/** Removes the caller from the map at once, for everyone. */
export async function deactivateDriver(
  ctx: Context,
  map: LiveMap,
  { uid }: Caller,
): Promise<{ success: boolean }> {
  await transaction(ctx, async (ctx) => {
    if (!(await deleteDriver(ctx, uid))) throw new Problem("not_found");
    publishDriverEvent(ctx, uid, {
      type: "active-driver.ended",
      uid,
      how: "driver",
    });
  });
  map.remove(uid);
  return { success: true };
}

/** Returns true if the driver is on the map for this viewer, according to the database. */
export async function isActiveForViewer(
  ctx: Context,
  uid: string,
  viewerUid: string,
): Promise<boolean> {
  const [row, gender] = await Promise.all([findDriver(ctx.db, uid), findGender(ctx, viewerUid)]);
  if (!row || !isForViewerGender(row, gender)) return false;
  const sinceMs = ctx.now().getTime() - ctx.settings.DRIVER_TIMEOUT_S * 1000 - MAX_UNSAVED_MS;
  return row.last_seen_at.getTime() > sinceMs;
}

/** Notifies the driver's own pages and every process that maintains the map. */
export function publishDriverEvent(
  ctx: InTransaction,
  uid: string,
  event: Extract<Parameters<InTransaction["publish"]>[1], { type: `active-driver.${string}` }>,
): void {
  ctx.publish(`user:${uid}`, event);
  ctx.publish("drivers", event);
}

async function viewForDriver(ctx: Context, driver: Driver): Promise<OwnActiveDriver> {
  const person = await findPublicPerson(ctx, driver.uid);
  if (!person) throw new Problem("not_found");
  return viewOwnDriver(ctx, driver, person);
}

/** Exact position of a driver who is online, for those who may see it. */
export async function findSharedPosition(
  { now }: Context,
  map: LiveMap,
  uid: string,
): Promise<(LatLng & { readonly at: Date }) | undefined> {
  const driver = await map.find(uid);
  if (!driver || !map.drivers.isActive(driver, now())) return undefined;
  const { lat, lng, seenAtMs } = driver.position;
  return {
    lat,
    lng,
    at: new Date(seenAtMs),
  };
}
