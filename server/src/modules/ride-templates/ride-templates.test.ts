import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { expect, test } from "vitest";
import { freiburgToKoeln } from "../../../test/journeys.ts";
import { openWorld, type Person } from "../../../test/world.ts";

const { departsAt: _, ...ride } = freiburgToKoeln;

test("[issue4/template:keep] what a ride is like is kept under a name, written over by the same name, and one's own", async () => {
  const world = await openWorld();
  const [host, other] = [await world.person(), await world.person()];
  const keep = (name: string, said: object = {}, as = host) =>
    world.call<RideTemplate>("POST", "/rides/templates", { as, body: { name, ride: { ...ride, ...said } } });
  const list = async (as: Person) =>
    (await world.call<{ items: RideTemplate[] }>("GET", "/rides/templates", { as })).body.items;
  const { status, body } = await keep("To my parents");
  expect(status).toBe(201);
  await keep("To my parents", { seatsTotal: 2 });
  await keep("Choir");
  expect(await list(host)).toMatchObject([
    { name: "Choir", ride: { seatsTotal: 3, approval: "manual" } },
    { name: "To my parents", id: body.id, ride: { seatsTotal: 2, origin: ride.origin } },
  ]);
  expect(await list(other)).toEqual([]);
  const remove = (as: Person) => world.call("DELETE", `/rides/templates/${body.id}`, { as });
  expect((await remove(other)).status).toBe(404);
  expect((await remove(host)).body).toEqual({ success: true });
  expect(await list(host)).toHaveLength(1);
});
