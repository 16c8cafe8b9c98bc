import { cellOf } from "@commonlane/contract/driver-cells";
import { expect, test } from "vitest";
import { atMap, MARKET } from "../../../test/drivers.ts";
import { hostRide, karlsruheToBonn } from "../../../test/journeys.ts";
import { noticesOf } from "../../../test/notices.ts";
import { openWorld, type Person } from "../../../test/world.ts";
import { newsByCell, newsFor } from "./frames.ts";
import { isForAll } from "./sight.ts";

async function threePeople() {
  const world = await openWorld();
  const [ada, bea, carl] = [
    await world.person({ firstName: "Ada", gender: "female" }),
    await world.person({ firstName: "Bea", gender: "female" }),
    await world.person({ firstName: "Carl", gender: "male" }),
  ];
  const driver = atMap(world, ada);
  const seen = async (as: Person) => {
    const there = atMap(world, as);
    const lists = [(await there.nearby()).body.items, (await there.all()).body.items];
    return lists.map((items) => items.some(({ uid }) => uid === ada.uid));
  };
  const ask = (as: Person, said: object = {}) =>
    world.call<{ code?: string }>("POST", "/requests", {
      as,
      body: { ...karlsruheToBonn, driverUid: ada.uid, ...said },
    });
  return { world, ada, bea, carl, driver, seen, ask };
}

test("[issue6/own-gender:drivers] a driver who is there for their own gender is shown to nobody else, and asked by nobody else", async () => {
  const { world, ada, bea, carl, driver, seen, ask } = await threePeople();
  expect((await driver.goActive({ audience: "sameGender" })).body).toMatchObject({ audience: "sameGender" });
  expect([await seen(bea), await seen(carl)]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect((await ask(carl)).body.code).toBe("driver_gone");
  expect((await ask(bea)).status).toBe(201);
  await driver.goActive();
  expect(await seen(carl)).toEqual([true, true]);
  expect((await ask(carl, { audience: "sameGender" })).status).toBe(201);
  // Who may not answer is not told, and the seeker not of what gender they are.
  const asked = await noticesOf(world, ada);
  expect(asked.filter(({ kind }) => kind === "ride-request.addressed").map(({ person }) => person?.uid)).toEqual([
    bea.uid,
  ]);
  const nobody = await world.person({ gender: "undisclosed" });
  const refused = await atMap(world, nobody).goActive({ audience: "sameGender" });
  expect(refused).toMatchObject({ status: 400, body: { fields: { audience: expect.stringContaining("gender") } } });
});

test("[issue6/own-gender:frames] the live line tells of them among themselves, and to others only that who was there for all is not any more", async () => {
  const { world, ada, driver } = await threePeople();
  const { map } = world.drivers;
  await driver.goActive({ audience: "sameGender" });
  await map.upToDate();
  const news = () =>
    newsByCell(map.drivers, map.drivers.takeChanges(), new Set([cellOf(MARKET)]), world.now()).get(cellOf(MARKET));
  const parts = () => {
    const all = news() ?? { arrived: [], moved: [], gone: [] };
    const uids = ({ arrived, gone }: typeof all) => [arrived.length, gone.length];
    return [uids(newsFor(all, ({ row }) => isForAll(row))), uids(newsFor(all, ({ row }) => !isForAll(row)))];
  };
  expect(parts()).toEqual([
    [0, 0],
    [1, 0],
  ]);
  await driver.goActive();
  expect(parts()).toEqual([
    [1, 0],
    [0, 0],
  ]);
  await driver.goActive({ audience: "sameGender" });
  expect(parts()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  await driver.goInactive();
  expect(parts()).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(map.drivers.get(ada.uid)).toBeUndefined();
});

test("[issue6/own-gender:word] nobody says another gender while something goes on that others share for it", async () => {
  const { world, ada, carl, driver } = await threePeople();
  const become = (as: Person, gender: string) =>
    world.call<{ fields?: Record<string, string> }>("POST", "/firebase-auth/update-profile", { as, body: { gender } });
  await driver.goActive({ audience: "sameGender" });
  expect((await become(ada, "male")).body.fields).toHaveProperty("gender");
  await driver.goInactive();
  expect((await become(ada, "nonbinary")).status).toBe(200);
  const ride = await hostRide(world, carl, { audience: "sameGender" });
  expect((await become(carl, "female")).status).toBe(400);
  expect((await become(carl, "male")).status).toBe(200);
  await world.call("DELETE", `/rides/${ride.id}`, { as: carl });
  expect((await become(carl, "female")).status).toBe(200);
});
