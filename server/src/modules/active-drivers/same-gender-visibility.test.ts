import { getMapCell } from "@commonlane/contract/driver-cells";
import { expect, test } from "vitest";
import { driverActions, MARKET } from "../../../test/fixtures/drivers.ts";
import { hostRide, karlsruheToBonn } from "../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { collectCellUpdates, filterCellUpdate } from "./map/cell-updates.ts";
import { isForEveryone } from "./visibility.ts";

async function createThreeUsers() {
  const app = await createTestApp();
  const ada = await app.createUser({ firstName: "Ada", gender: "female" });
  const bea = await app.createUser({ firstName: "Bea", gender: "female" });
  const carl = await app.createUser({ firstName: "Carl", gender: "male" });
  const driver = driverActions(app, ada);
  const isVisibleTo = async (as: TestUser) => {
    const actions = driverActions(app, as);
    const lists = [(await actions.nearby()).body.items, (await actions.all()).body.items];
    return lists.map((items) => items.some(({ uid }) => uid === ada.uid));
  };
  const ask = (as: TestUser, overrides: object = {}) =>
    app.call<{ code?: string }>("POST", "/requests", {
      as,
      body: { ...karlsruheToBonn, driverUid: ada.uid, ...overrides },
    });
  return { app, ada, bea, carl, driver, isVisibleTo, ask };
}

test("shows a driver for their own gender to no one else, and accepts ride requests from no one else", async () => {
  const { app, ada, bea, carl, driver, isVisibleTo, ask } = await createThreeUsers();
  expect((await driver.goActive({ audience: "sameGender" })).body).toMatchObject({
    audience: "sameGender",
  });
  expect([await isVisibleTo(bea), await isVisibleTo(carl)]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect((await ask(carl)).body.code).toBe("driver_gone");
  expect((await ask(bea)).status).toBe(201);
  await driver.goActive();
  expect(await isVisibleTo(carl)).toEqual([true, true]);
  expect((await ask(carl, { audience: "sameGender" })).status).toBe(201);
  // Drivers who cannot answer are not notified, and the seeker does not learn their gender.
  const notifications = await listNotifications(app, ada);
  expect(
    notifications
      .filter(({ kind }) => kind === "ride-request.addressed")
      .map(({ person }) => person?.uid),
  ).toEqual([bea.uid]);
  const userWithoutGender = await app.createUser({ gender: "undisclosed" });
  const refused = await driverActions(app, userWithoutGender).goActive({ audience: "sameGender" });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { audience: expect.stringContaining("gender") } },
  });
});

test("sends live updates about them within their gender; others only learn that a formerly visible driver is gone", async () => {
  const { app, ada, driver } = await createThreeUsers();
  const { map } = app.drivers;
  await driver.goActive({ audience: "sameGender" });
  await map.upToDate();
  const latestUpdate = () =>
    collectCellUpdates(
      map.drivers,
      map.drivers.takeChanges(),
      new Set([getMapCell(MARKET)]),
      app.now(),
    ).get(getMapCell(MARKET));
  const countUpdates = () => {
    const update = latestUpdate() ?? { arrived: [], moved: [], gone: [] };
    const uids = ({ arrived, gone }: typeof update) => [arrived.length, gone.length];
    return [
      uids(filterCellUpdate(update, ({ row }) => isForEveryone(row))),
      uids(filterCellUpdate(update, ({ row }) => !isForEveryone(row))),
    ];
  };
  expect(countUpdates()).toEqual([
    [0, 0],
    [1, 0],
  ]);
  await driver.goActive();
  expect(countUpdates()).toEqual([
    [1, 0],
    [0, 0],
  ]);
  await driver.goActive({ audience: "sameGender" });
  expect(countUpdates()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  await driver.goInactive();
  expect(countUpdates()).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(map.drivers.get(ada.uid)).toBeUndefined();
});

test("rejects a gender change while something is active that others share because of it", async () => {
  const { app, ada, carl, driver } = await createThreeUsers();
  const become = (as: TestUser, gender: string) =>
    app.call<{ fields?: Record<string, string> }>("POST", "/firebase-auth/update-profile", {
      as,
      body: { gender },
    });
  await driver.goActive({ audience: "sameGender" });
  expect((await become(ada, "male")).body.fields).toHaveProperty("gender");
  await driver.goInactive();
  expect((await become(ada, "nonbinary")).status).toBe(200);
  const ride = await hostRide(app, carl, { audience: "sameGender" });
  expect((await become(carl, "female")).status).toBe(400);
  expect((await become(carl, "male")).status).toBe(200);
  await app.call("DELETE", `/rides/${ride.id}`, { as: carl });
  expect((await become(carl, "female")).status).toBe(200);
});
