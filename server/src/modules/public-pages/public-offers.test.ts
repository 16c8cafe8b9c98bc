import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { PublicOffers } from "@commonlane/contract/public-offers";
import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";

const isoIn = (nowMs: number, ms: number) => new Date(nowMs + ms).toISOString();

test("[domain/privacy:public-offers] visitors see public rides and events by town and day, and how many rides there are only from five on", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const nowMs = app.now().getTime();
  const read = async () => (await app.call<PublicOffers>("GET", "/public-offers")).body;
  const hostIn = (days: number) => hostRide(app, host, { departsAt: isoIn(nowMs, days * DAY_MS) });
  const opened = await hostIn(1);
  await app.call("PUT", `/rides/${opened.id}/public`, { as: host, body: { isPublic: true } });
  for (const days of [2, 3, 4]) await hostIn(days);
  const event = {
    title: "Open day",
    place: towns.koeln,
    startsAt: isoIn(nowMs, DAY_MS),
    endsAt: isoIn(nowMs, DAY_MS + HOUR_MS),
  };
  for (const isPublic of [true, false])
    await app.call("POST", "/events", { as: host, body: { ...event, isPublic } });

  const few = await read();
  expect(few).toMatchObject({
    ridesThisWeek: null,
    rides: [{ id: opened.id, departsAt: opened.departsAt }],
    events: [{ title: "Open day", place: towns.koeln.label }],
  });
  expect([few.rides.length, few.events.length]).toEqual([1, 1]);
  expect(JSON.stringify(few)).not.toMatch(/lat|host|Ada/);

  await hostIn(5);
  await hostIn(9);
  expect((await read()).ridesThisWeek).toBe(5);
});

test("[domain/privacy:public-offers] a community without public pages shows visitors nothing", async () => {
  const app = await createTestApp({ community: { publicRides: "off" } });
  const { body } = await app.call<PublicOffers>("GET", "/public-offers");
  expect(body).toEqual({ ridesThisWeek: null, rides: [], events: [] });
});
