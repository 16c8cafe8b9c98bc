import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { findOwnVehicle } from "./index.ts";
import { own, update } from "../../../test/fixtures/profiles.ts";

const golf = {
  make: "VW",
  model: "Golf",
  colour: "blue",
  plate: "FR-CL 1",
  seats: 4,
  comfort: ["sockets"],
};

const zoe = {
  make: "Renault",
  model: "Zoe",
  colour: "white",
  plate: "FR-CL 2",
  seats: 3,
  comfort: [],
};

test("[domain/profile:vehicles] a list of vehicles replaces the previous one, and those with an id keep it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const [first, second] = (await update(app, ada, { vehicles: [golf, zoe] })).body.vehicles;
  expect([first, second]).toMatchObject([golf, zoe]);
  const { body } = await update(app, ada, {
    vehicles: [
      { ...first, colour: "red" },
      { ...zoe, plate: "FR-CL 3" },
    ],
  });
  expect(body.vehicles).toMatchObject([
    { ...golf, id: first?.id, colour: "red" },
    { ...zoe, plate: "FR-CL 3" },
  ]);
  expect(body.vehicles[1]?.id).not.toBe(second?.id);
  expect((await update(app, ada, { vehicles: [] })).body.vehicles).toEqual([]);
});

test("[domain/profile:vehicles-own] no one takes or sees another user's vehicle, and a refused list changes nothing", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const [adas] = (await update(app, ada, { vehicles: [golf] })).body.vehicles;
  const [bobs] = (await update(app, bob, { vehicles: [zoe] })).body.vehicles;
  const stolen = await update(app, bob, {
    bio: "Changed.",
    vehicles: [{ ...golf, id: adas?.id, plate: "X" }],
  });
  expect(stolen).toMatchObject({
    status: 400,
    body: { fields: { "vehicles.0.id": expect.any(String) } },
  });
  expect((await own(app, ada)).vehicles).toEqual([adas]);
  expect(await own(app, bob)).toMatchObject({ bio: null, vehicles: [bobs] });
  expect(await findOwnVehicle(app.ctx, ada.uid, adas?.id ?? "")).toEqual(golf);
  expect(await findOwnVehicle(app.ctx, bob.uid, adas?.id ?? "")).toBeUndefined();
});
