import { sql } from "kysely";
import { expect, test } from "vitest";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

interface List {
  readonly items: { readonly id: string; readonly status: string }[];
  readonly nextCursor: string | null;
}

const ids = ({ items }: List) => items.map(({ id }) => id);

test("lists upcoming requests soonest first in pages, without those that are over or that the seeker ended", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const requestRide = async (departsAt: string) =>
    requestSeats(app, await hostRide(app, host, { departsAt }), host, {}, seeker);
  const last = await requestRide("2026-01-09T06:45:00.000Z");
  const soon = await requestRide("2026-01-03T06:45:00.000Z");
  const refused = await requestRide("2026-01-05T06:45:00.000Z");
  await refused.reject();
  const withdrawn = await requestRide("2026-01-04T06:45:00.000Z");
  await withdrawn.end();
  // A commuter's many past requests.
  await sql`
    insert into seat_request (ride_id, seeker_id, seats, pickup, dropoff, pickup_at, dropoff_at, first_leg, last_leg, detour_m,
      detour_s, status, reason, ended_by, expires_at, created_at, ended_at)
    select ride_id, seeker_id, seats, pickup, dropoff, pickup_at - interval '30 days', dropoff_at - interval '30 days', first_leg,
      last_leg, detour_m, detour_s, status, reason, ended_by, expires_at, created_at, ended_at
    from seat_request, generate_series(1, 120) where id = ${refused.response.body.id}`.execute(
    app.db,
  );
  const read = async (query: Record<string, string | number>) =>
    (await app.call<List>("GET", "/rides/my-requests", { as: seeker, query })).body;
  const [first, second, third] = [soon, refused, last].map((one) => one.response.body.id);
  const coming = await read({ coming: "true", limit: 100 });
  expect(ids(coming)).toEqual([first, second, third]);
  expect(coming.items.map(({ status }) => status)).toEqual(["pending", "rejected", "pending"]);
  const page = await read({ coming: "true", limit: 2 });
  const rest = await read({ coming: "true", limit: 2, cursor: page.nextCursor ?? "" });
  expect([ids(page), ids(rest), rest.nextCursor]).toEqual([[first, second], [third], null]);
  const forged = Buffer.from(JSON.stringify({ at: "0000-01-01T00:00:00Z", id: first })).toString(
    "base64url",
  );
  expect(await read({ coming: "true", cursor: forged })).toMatchObject({ code: "invalid_input" });
  expect((await read({ limit: 100 })).items).toHaveLength(100);
  app.clock.now = new Date("2026-01-04T08:00:00Z");
  expect(ids(await read({ coming: "true" }))).toEqual([second, third]);
});

test("lists past trips latest first in pages: only with a seat that was theirs, also if it was cancelled", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const requestRide = async (departsAt: string) =>
    requestSeats(app, await hostRide(app, host, { departsAt }), host, {}, seeker);
  const early = await requestRide("2026-01-03T06:45:00.000Z");
  const late = await requestRide("2026-01-09T06:45:00.000Z");
  const refused = await requestRide("2026-01-05T06:45:00.000Z");
  const cancelled = await requestRide("2026-01-07T06:45:00.000Z");
  const ahead = await requestRide("2026-01-20T06:45:00.000Z");
  for (const one of [early, late, cancelled, ahead]) await one.accept();
  await refused.reject();
  await cancelled.end();
  const read = async (query: Record<string, string | number>) =>
    (
      await app.call<List>("GET", "/rides/my-requests", {
        as: seeker,
        query: { coming: "false", ...query },
      })
    ).body;
  expect(ids(await read({}))).toEqual([]);
  app.clock.now = new Date("2026-01-12T08:00:00Z");
  const expected = [late, cancelled, early].map((one) => one.response.body.id);
  expect(ids(await read({}))).toEqual(expected);
  const page = await read({ limit: 2 });
  const rest = await read({ limit: 2, cursor: page.nextCursor ?? "" });
  expect([...ids(page), ...ids(rest)]).toEqual(expected);
  expect(rest.nextCursor).toBeNull();
});
