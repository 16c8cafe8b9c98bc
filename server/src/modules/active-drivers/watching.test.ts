import { randomUUID } from "node:crypto";
import type { DriversMoved } from "@commonlane/contract/active-drivers";
import { cellOf } from "@commonlane/contract/driver-cells";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { authenticate } from "#modules/accounts/index.ts";
import { rounded } from "#modules/places/index.ts";
import { Bell, keepReading, passingFollower } from "#platform/events.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLive } from "#platform/live/live.ts";
import { atMap, beside, MARKET, pass } from "../../../test/drivers.ts";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { openWorld, type Person } from "../../../test/world.ts";
import { driverChannel } from "./watching.ts";

const PATIENCE = { timeout: 20_000, interval: 10 };
const CELL = cellOf(MARKET);

/** A world with the live line on, as a server has it. */
async function openLiveWorld() {
  const world = await openWorld();
  const { ctx, app, connection, drivers } = world;
  const hub = new Hub();
  const parts = { hub, authenticate: authenticate(ctx), rateLimits: new RateLimits(undefined, 1000) };
  await attachLive(app, ctx, { ...parts, channels: [driverChannel(ctx, drivers, hub)] });
  const bell = await Bell.open(connection);
  const stop = keepReading(await passingFollower(ctx, (event) => hub.tell(event)), bell, () => {});
  const stopKeeping = drivers.map.keep(bell);
  onTestFinished(async () => {
    await app.close();
    await stopKeeping();
    await stop();
    await bell.close();
  });
  const address = await world.listen();
  return { ...world, watch: (person: Person, cells = [CELL]) => watch(address, person, cells) };
}

/** A browser that shows a part of the map, and what it makes of what it is told. */
async function watch(address: string, { token }: Person, cells: string[]) {
  const socket = io(address, { path: "/live", transports: ["websocket"], auth: { token }, forceNew: true });
  onTestFinished(() => void socket.disconnect());
  const frames: DriversMoved[] = [];
  const shown = new Map<string, { cell: string; lat: number; lng: number; exact: boolean }>();
  socket.on("drivers.moved", (frame: DriversMoved) => {
    frames.push(frame);
    const { cell } = frame;
    if (frame.whole) for (const [uid, one] of shown) if (one.cell === cell) shown.delete(uid);
    for (const { uid, lat, lng, exact } of [...frame.arrived, ...frame.moved])
      shown.set(uid, { cell, lat, lng, exact });
    for (const uid of frame.gone) if (shown.get(uid)?.cell === cell) shown.delete(uid);
  });
  socket.emit("drivers.watch", { cells });
  await vi.waitUntil(() => frames.filter(({ whole }) => whole).length === cells.length, PATIENCE);
  return { socket, frames, shown };
}

test("[house/positions:frames] watched cells are told whole and then once a second what moved, with what strangers may know; others are told nothing", async () => {
  const world = await openLiveWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const driver = atMap(world, ada);
  await driver.goActive();
  const elsewhere = await world.watch(bob, ["1.1"]);
  const here = await world.watch(bob);
  expect(here.shown.get(ada.uid)).toEqual({ cell: CELL, ...rounded(MARKET, 500), exact: false });

  // Several positions in one second are one frame, of the newest.
  let at = MARKET;
  for (let n = 0; n < 10; n++) {
    pass(world, 20);
    at = beside(at, 0, 700);
    await driver.move(at);
  }
  const about = rounded(at, 500);
  await vi.waitUntil(() => here.shown.get(ada.uid)?.lng === about.lng, PATIENCE);
  expect(here.frames.length).toBeLessThan(6);
  expect(JSON.stringify(here.frames)).not.toContain(String(at.lng).slice(0, 9));

  // Out of the cell, into the next.
  const next = await world.watch(bob, [cellOf(beside(at, 0, 30_000)), CELL]);
  pass(world, 600 - 1);
  await driver.move(beside(at, 0, 30_000));
  await vi.waitUntil(() => !here.shown.has(ada.uid), PATIENCE);
  await vi.waitUntil(() => next.shown.get(ada.uid)?.cell !== CELL, PATIENCE);
  expect(next.frames.flatMap(({ arrived }) => arrived).at(-1)).toMatchObject({ uid: ada.uid, displayName: "Ada M." });

  await driver.goInactive();
  await vi.waitUntil(() => !next.shown.has(ada.uid), PATIENCE);
  expect(elsewhere.frames.filter(({ whole }) => !whole)).toEqual([]);
  expect(world.bugs).toEqual([]);
});

test("[domain/privacy:driver-live] on the live line, too, exactly sees only who has a seat accepted, from then on and no longer", async () => {
  const world = await openLiveWorld();
  const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
  const driver = atMap(world, ada);
  await driver.goActive();
  const request = await askForSeats(world, await hostRide(world, ada), ada, {}, bob);
  const [passenger, stranger] = [await world.watch(bob), await world.watch(eve)];
  expect(passenger.shown.get(ada.uid)?.exact).toBe(false);
  await request.accept();
  await vi.waitUntil(() => passenger.shown.get(ada.uid)?.exact, PATIENCE);
  pass(world, 10);
  const at = beside(MARKET, 70, 0);
  await driver.move(at);
  await vi.waitUntil(() => passenger.shown.get(ada.uid)?.lat === at.lat, PATIENCE);
  await request.end();
  await vi.waitUntil(() => passenger.shown.get(ada.uid)?.exact === false, PATIENCE);
  expect(stranger.frames.flatMap(({ arrived, moved }) => [...arrived, ...moved]).every(({ exact }) => !exact)).toBe(
    true,
  );
  expect(stranger.shown.get(ada.uid)).toMatchObject(rounded(MARKET, 500));
});

test("[house/positions:line] a driver moves on the live line too; nonsense changes nothing, and whoever says too much is shown out", async () => {
  const world = await openLiveWorld();
  const ada = await world.person();
  const driver = atMap(world, ada);
  await driver.goActive();
  const { socket, frames } = await world.watch(ada);
  pass(world, 60);
  const at = beside(MARKET, 900, 0);
  socket.emit("drivers.move", { lat: 91, lng: "x" });
  socket.emit("drivers.move", { ...at, heading: 90 });
  await vi.waitUntil(async () => (await driver.me()).body.lat === at.lat, PATIENCE);
  socket.emit("drivers.watch", { cells: Array.from({ length: 61 }, (_, n) => `1.${n}`) });
  socket.emit("drivers.watch", { cells: ["552.1; drop"] });
  socket.emit("drivers.watch", { cells: [CELL] });
  await vi.waitUntil(() => frames.filter(({ whole }) => whole).length === 2, PATIENCE);
  for (let n = 0; n < 130; n++) socket.emit("drivers.move", { ...at, address: randomUUID() });
  await vi.waitUntil(() => socket.disconnected, PATIENCE);
  expect(world.bugs).toEqual([]);
});
