import { DAY_MS } from "@commonlane/contract/durations";
import type { Event } from "@commonlane/contract/events";
import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";

async function openEvent(isPublic: boolean) {
  const app = await createTestApp();
  const creator = await app.createUser();
  const startsAt = new Date(app.now().getTime() + 2 * DAY_MS);
  const { body: event } = await app.call<Event>("POST", "/events", {
    as: creator,
    body: {
      title: "Open day <b>",
      place: towns.koeln,
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + DAY_MS / 4).toISOString(),
      isPublic,
    },
  });
  const visit = (headers = {}) =>
    app.http.inject({ url: `/events/${event.id}`, headers: { accept: "text/html", ...headers } });
  return { app, creator, event, startsAt, visit };
}

test("[domain/event:public] a visitor sees an open event, how many rides go there and from what price, and comes back after the sign-up", async () => {
  const { app, event, startsAt, visit } = await openEvent(true);
  const host = await app.createUser();
  await hostRide(app, host, { departsAt: new Date(startsAt.getTime() - DAY_MS / 3).toISOString() });
  const { statusCode, body, headers } = await visit();
  expect(statusCode).toBe(200);
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(body).toContain("Open day &#60;b&#62;");
  expect(body).toMatch(/1 ride there, from €\d+/);
  expect(body).toContain(`<input type="hidden" name="next" value="/events/${event.id}" />`);
  expect(body).toContain('property="og:image"');
  expect(body).not.toMatch(/<script|Freiburg|Ada/);
});

test("the page of a public event has a map with its place", async () => {
  const { visit } = await openEvent(true);
  const { body } = await visit();
  expect(body).toContain('role="img" aria-label="Map around Köln"');
  expect(body).toContain('<circle class="map-end" cx="200.0" cy="110.0"');
});

test("[domain/event:public] an event that is not open, cancelled, or of a community without public pages looks like one that does not exist", async () => {
  const closed = await openEvent(false);
  const unavailable = await closed.visit();
  expect(unavailable.statusCode).toBe(404);
  expect(unavailable.body).not.toContain("Open day");

  const { app, creator, event, visit } = await openEvent(true);
  await app.call("DELETE", `/events/${event.id}`, { as: creator });
  const cancelled = await visit();
  expect([cancelled.statusCode, cancelled.body]).toEqual([404, unavailable.body]);
});
