import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { expect, test, vi } from "vitest";
import { freiburgToKoeln } from "../../../test/fixtures/rides.ts";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { type InTransaction, transaction } from "#platform/context.ts";
import { upsertTemplate, findTemplatesOfHost } from "./ride-templates.store.ts";

const { departsAt: _, ...ride } = freiburgToKoeln;

test("saves a ride as a private template, and replaces the one of the same name", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const other = await app.createUser();
  const save = (name: string, overrides: object = {}, as = host) =>
    app.call<RideTemplate>("POST", "/rides/templates", {
      as,
      body: { name, ride: { ...ride, ...overrides } },
    });
  const list = async (as: TestUser) =>
    (await app.call<{ items: RideTemplate[] }>("GET", "/rides/templates", { as })).body.items;
  const { status, body } = await save("To my parents");
  expect(status).toBe(201);
  await save("To my parents", { seatsTotal: 2 });
  await save("Choir");
  expect(await list(host)).toMatchObject([
    { name: "Choir", ride: { seatsTotal: 3, approval: "manual" } },
    { name: "To my parents", id: body.id, ride: { seatsTotal: 2, origin: ride.origin } },
  ]);
  expect(await list(other)).toEqual([]);
  const remove = (as: TestUser) => app.call("DELETE", `/rides/templates/${body.id}`, { as });
  expect((await remove(other)).status).toBe(404);
  expect((await remove(host)).body).toEqual({ success: true });
  expect(await list(host)).toHaveLength(1);
});

test("returns the time zones at both ends of a template without storing them", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const lisboa = { label: "Lisboa", lat: 38.72, lng: -9.14 };
  const saved = await app.call<RideTemplate>("POST", "/rides/templates", {
    as: host,
    body: { name: "South", ride: { ...ride, origin: { ...lisboa, timeZone: "Asia/Tokyo" } } },
  });
  expect(saved.body.ride).toMatchObject({
    origin: { ...lisboa, timeZone: "Europe/Lisbon" },
    destination: { timeZone: "Europe/Berlin" },
  });
});

test("limits the number of templates saved at the same time", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  await app.call("POST", "/rides/templates", { as: host, body: { name: "Way 0", ride } });
  const [row] = await findTemplatesOfHost(app.ctx, host.uid);
  if (!row) throw new Error("The template was not saved.");
  const save = (ctx: InTransaction, name: string) => upsertTemplate(ctx, { ...row, name }, 2);
  const other = { saved: undefined as Promise<unknown> | undefined, isOver: false };
  const saved = await transaction(app.ctx, async (ctx) => {
    const first = await save(ctx, "Way 1");
    other.saved = transaction(app.ctx, (ctx) => save(ctx, "Way 2")).finally(
      () => (other.isOver = true),
    );
    await vi.waitUntil(async () => other.isOver || (await isWaitingForLock(app)));
    return first;
  });
  expect([saved?.name, await other.saved]).toEqual(["Way 1", undefined]);
});
