import { randomUUID } from "node:crypto";
import type { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { getMapCell } from "@commonlane/contract/driver-cells";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { createTransientConsumer } from "#platform/events/event-consumer.ts";
import { NewEventSignal, startPolling } from "#platform/events/polling.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLiveServer } from "#platform/live/live-server.ts";
import {
  driverActions,
  offsetPosition,
  MARKET,
  advanceClock,
} from "../../../../test/fixtures/drivers.ts";
import { requestSeats, hostRide } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { openDriverMapChannel } from "./map-subscriptions.ts";

const PATIENCE = { timeout: 20_000, interval: 10 };
const CELL = getMapCell(MARKET);

/** An app with live updates, like a server. */
async function createLiveApp() {
  const app = await createTestApp();
  const { ctx, http, connection, drivers } = app;
  const hub = new Hub();
  const parts = {
    hub,
    authenticate: createAuthenticator(ctx),
    rateLimits: new RateLimits(undefined, 1000),
  };
  await attachLiveServer(http, ctx, {
    ...parts,
    channels: [openDriverMapChannel(ctx, drivers, hub)],
  });
  const bell = await NewEventSignal.open(connection);
  const stop = startPolling(
    await createTransientConsumer(ctx, (event) => hub.dispatch(event)),
    bell,
    () => {},
  );
  const stopKeeping = drivers.map.start(bell);
  onTestFinished(async () => {
    await http.close();
    await stopKeeping();
    await stop();
    await bell.close();
  });
  const address = await app.listen();
  return { ...app, watch: (person: TestUser, cells = [CELL]) => watch(address, person, cells) };
}

/** A browser that shows a part of the map, with the state it builds from updates. */
async function watch(address: string, { token }: TestUser, cells: string[]) {
  const socket = io(address, {
    path: "/live",
    transports: ["websocket"],
    auth: { token },
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const frames: DriverCellUpdate[] = [];
  const shown = new Map<string, { cell: string; lat: number; lng: number; exact: boolean }>();
  socket.on("drivers.moved", (frame: DriverCellUpdate) => {
    frames.push(frame);
    const { cell } = frame;
    if (frame.complete) for (const [uid, one] of shown) if (one.cell === cell) shown.delete(uid);
    for (const { uid, lat, lng, exact } of [...frame.arrived, ...frame.moved])
      shown.set(uid, { cell, lat, lng, exact });
    for (const uid of frame.gone) if (shown.get(uid)?.cell === cell) shown.delete(uid);
  });
  socket.emit("drivers.watch", { cells });
  await vi.waitUntil(
    () => frames.filter(({ complete: whole }) => whole).length === cells.length,
    PATIENCE,
  );
  return { socket, frames, shown };
}

test("sends subscribed cells in full and then changes once a second, with public data only, and nothing to others", async () => {
  const app = await createLiveApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const driver = driverActions(app, ada);
  await driver.goActive();
  const elsewhere = await app.watch(bob, ["1.1"]);
  const here = await app.watch(bob);
  expect(here.shown.get(ada.uid)).toEqual({
    cell: CELL,
    ...approximatePosition(MARKET, 500),
    exact: false,
  });

  // Several positions in one second are one update with the newest.
  let at = MARKET;
  for (let n = 0; n < 10; n++) {
    advanceClock(app, 20);
    at = offsetPosition(at, 0, 700);
    await driver.move(at);
  }
  const approximate = approximatePosition(at, 500);
  await vi.waitUntil(() => here.shown.get(ada.uid)?.lng === approximate.lng, PATIENCE);
  expect(here.frames.length).toBeLessThan(6);
  expect(JSON.stringify(here.frames)).not.toContain(String(at.lng).slice(0, 9));

  // Out of the cell, into the next.
  const next = await app.watch(bob, [getMapCell(offsetPosition(at, 0, 30_000)), CELL]);
  advanceClock(app, 600 - 1);
  await driver.move(offsetPosition(at, 0, 30_000));
  await vi.waitUntil(() => !here.shown.has(ada.uid), PATIENCE);
  await vi.waitUntil(() => next.shown.get(ada.uid)?.cell !== CELL, PATIENCE);
  expect(next.frames.flatMap(({ arrived }) => arrived).at(-1)).toMatchObject({
    uid: ada.uid,
    displayName: "Ada M.",
  });

  await driver.goInactive();
  await vi.waitUntil(() => !next.shown.has(ada.uid), PATIENCE);
  expect(elsewhere.frames.filter(({ complete: whole }) => !whole)).toEqual([]);
  expect(app.bugs).toEqual([]);
});

test("[domain/privacy:driver-live] live updates show the exact position only to passengers while the driver has accepted their seat", async () => {
  const app = await createLiveApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const eve = await app.createUser();
  const driver = driverActions(app, ada);
  await driver.goActive();
  const request = await requestSeats(app, await hostRide(app, ada), ada, {}, bob);
  const passenger = await app.watch(bob);
  const stranger = await app.watch(eve);
  expect(passenger.shown.get(ada.uid)?.exact).toBe(false);
  await request.accept();
  await vi.waitUntil(() => passenger.shown.get(ada.uid)?.exact, PATIENCE);
  advanceClock(app, 10);
  const at = offsetPosition(MARKET, 70, 0);
  await driver.move(at);
  await vi.waitUntil(() => passenger.shown.get(ada.uid)?.lat === at.lat, PATIENCE);
  await request.end();
  await vi.waitUntil(() => passenger.shown.get(ada.uid)?.exact === false, PATIENCE);
  expect(
    stranger.frames
      .flatMap(({ arrived, moved }) => [...arrived, ...moved])
      .every(({ exact }) => !exact),
  ).toBe(true);
  expect(stranger.shown.get(ada.uid)).toMatchObject(approximatePosition(MARKET, 500));
});

test("moves a driver by live messages; ignores invalid ones and closes the connection on too many", async () => {
  const app = await createLiveApp();
  const ada = await app.createUser();
  const driver = driverActions(app, ada);
  await driver.goActive();
  const { socket, frames } = await app.watch(ada);
  advanceClock(app, 60);
  const at = offsetPosition(MARKET, 900, 0);
  socket.emit("drivers.move", { lat: 91, lng: "x" });
  socket.emit("drivers.move", { ...at, heading: 90 });
  await vi.waitUntil(async () => (await driver.me()).body.lat === at.lat, PATIENCE);
  socket.emit("drivers.watch", { cells: Array.from({ length: 61 }, (_, n) => `1.${n}`) });
  socket.emit("drivers.watch", { cells: ["552.1; drop"] });
  socket.emit("drivers.watch", { cells: [CELL] });
  await vi.waitUntil(() => frames.filter(({ complete: whole }) => whole).length === 2, PATIENCE);
  for (let n = 0; n < 130; n++) socket.emit("drivers.move", { ...at, address: randomUUID() });
  await vi.waitUntil(() => socket.disconnected, PATIENCE);
  expect(app.bugs).toEqual([]);
});
