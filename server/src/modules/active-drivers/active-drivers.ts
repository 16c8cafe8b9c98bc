import type { Activation, Move, OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { areaOf } from "#modules/places/index.ts";
import { genderOf, mustBeComplete, personByUid } from "#modules/profiles/index.ts";
import { mustBeSelf, mustHaveGender } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { aboutOf, canHaveDriven } from "./about.ts";
import { deleteDriver, findDriver, upsertDriver } from "./active-drivers.store.ts";
import { viewOwn } from "./active-drivers.view.ts";
import { metresBetween } from "./driver-grid.ts";
import { type LiveMap, SAVED_WITHIN_MS } from "./live-map.ts";
import { type Driver, DriversOnMap } from "./on-map.ts";
import { isForGender } from "./sight.ts";

/** Puts the caller on the map, or says anew with how many seats and where to. */
export async function goActive(
  ctx: Context,
  map: LiveMap,
  driver: Caller,
  { driverId, ...said }: Activation,
): Promise<OwnActiveDriver> {
  mustBeSelf(driver, driverId);
  const asOf = map.removals;
  const row = await transaction(ctx, async (ctx) => {
    const { gender } = await mustBeComplete(ctx, driver.uid);
    mustHaveGender(said.audience, gender);
    const row = await upsertDriver(ctx, { ...(await termsOf(ctx, driver, said)), gender });
    tell(ctx, driver.uid, { type: "active-driver.activated", uid: driver.uid });
    return row;
  });
  // What a larger transaction has not committed yet is on the map when it has.
  const isCommitted = !("announce" in ctx);
  const onMap = isCommitted ? map.put(row, asOf) : undefined;
  return own(ctx, onMap ?? new DriversOnMap(ctx.settings).put(row));
}

async function termsOf(ctx: Context, { uid, sessionId }: Caller, said: Omit<Activation, "driverId">) {
  const { lat, lng } = said;
  const known = await findDriver(ctx.db, uid);
  const last = known && { lat: known.about_lat, lng: known.about_lng };
  const about = aboutOf({ lat, lng }, ctx.settings.DRIVER_ROUNDED_TO_M, last);
  const heading_to = said.headingTo ?? null;
  return {
    uid,
    lat,
    lng,
    about_lat: about.lat,
    about_lng: about.lng,
    address: said.address || null,
    heading: said.heading ?? null,
    seats: said.seats,
    note: said.note || null,
    audience: said.audience,
    heading_to,
    heading_to_area: heading_to && (await areaOf(ctx, heading_to)),
    session_id: sessionId,
  };
}

/** Says where the caller is. What no car can have driven changes nothing, and counts for no sign of life either. */
export async function moveDriver(ctx: Context, map: LiveMap, { uid }: Caller, said: Move): Promise<OwnActiveDriver> {
  const driver = await moved(ctx, map, uid, said);
  if (!driver) throw new Problem("not_found");
  return own(ctx, driver);
}

/** The same without an answer; nothing comes back for who is not on the map. */
export async function moved(ctx: Context, map: LiveMap, uid: string, said: Move): Promise<Driver | undefined> {
  const driver = await map.find(uid);
  if (!driver) return undefined;
  const nowMs = ctx.now().getTime();
  const { position } = driver;
  if (!canHaveDriven(metresBetween(position, said), (nowMs - position.seenAtMs) / 1000)) return driver;
  const { lat, lng } = said;
  map.move(uid, { lat, lng, heading: said.heading ?? null, address: said.address || null, seenAtMs: nowMs });
  return driver;
}

export async function ownActiveDriver(ctx: Context, map: LiveMap, { uid }: Caller): Promise<OwnActiveDriver> {
  const asOf = map.removals;
  const row = await findDriver(ctx.db, uid);
  if (!row) map.remove(uid);
  const driver = row && map.put(row, asOf);
  if (!driver || !map.drivers.isThere(driver, ctx.now())) throw new Problem("not_found");
  return own(ctx, driver);
}

/** Off the map at once, for everybody. */
export async function goInactive(ctx: Context, map: LiveMap, { uid }: Caller): Promise<{ success: boolean }> {
  await transaction(ctx, async (ctx) => {
    if (!(await deleteDriver(ctx, uid))) throw new Problem("not_found");
    tell(ctx, uid, { type: "active-driver.ended", uid, how: "driver" });
  });
  map.remove(uid);
  return { success: true };
}

/** Whether they are on the map for this person, as far as the database knows. */
export async function isActiveFor(ctx: Context, uid: string, viewerUid: string): Promise<boolean> {
  const [row, gender] = await Promise.all([findDriver(ctx.db, uid), genderOf(ctx, viewerUid)]);
  if (!row || !isForGender(row, gender)) return false;
  const sinceMs = ctx.now().getTime() - ctx.settings.DRIVER_SILENT_S * 1000 - SAVED_WITHIN_MS;
  return row.last_seen_at.getTime() > sinceMs;
}

/** Their own pages hear of it, and every process that keeps the map. */
export function tell(
  ctx: InTransaction,
  uid: string,
  fact: Extract<Parameters<InTransaction["announce"]>[1], { type: `active-driver.${string}` }>,
): void {
  ctx.announce(`user:${uid}`, fact);
  ctx.announce("drivers", fact);
}

async function own(ctx: Context, driver: Driver): Promise<OwnActiveDriver> {
  const person = await personByUid(ctx, driver.uid);
  if (!person) throw new Problem("not_found");
  return viewOwn(ctx, driver, person);
}
