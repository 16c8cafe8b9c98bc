import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { freiburgToKoeln, hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

const home = { label: "12 Hidden Street, Freiburg", lat: 48.001234, lng: 7.843217 };

test("the preview of a ride is what strangers see once it is hosted, and stores nothing", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const stranger = await app.createUser();
  const terms = { ...freiburgToKoeln, origin: home, note: "Call me: +49 170 1234567" };
  const preview = await app.call<Ride>("POST", "/rides/preview", { as: host, body: terms });
  expect(preview.status).toBe(200);
  expect(await app.db.selectFrom("ride").select("id").execute()).toEqual([]);
  const { id } = await hostRide(app, host, terms);
  const seen = await app.call<Ride>("GET", `/rides/${id}`, { as: stranger });
  const { createdAt } = seen.body;
  expect({ ...preview.body, id, createdAt }).toEqual(seen.body);
  expect(JSON.stringify(preview.body)).not.toMatch(/Hidden Street|48\.001234|1234567/);
});

test("a preview needs a possible ride of one's own", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const other = await app.createUser();
  const preview = (changes: object) =>
    app.call<{ code: string }>("POST", "/rides/preview", {
      as: host,
      body: { ...freiburgToKoeln, ...changes },
    });
  expect((await preview({ hostId: other.uid })).body.code).toBe("not_yours");
  expect((await preview({ destination: freiburgToKoeln.origin, stops: [] })).body.code).toBe(
    "invalid_input",
  );
  expect((await preview({ departsAt: "2020-01-01T00:00:00.000Z" })).body.code).toBe(
    "invalid_input",
  );
  expect((await preview({ vehicleId: crypto.randomUUID() })).body.code).toBe("invalid_input");
  expect((await preview({ membersOf: crypto.randomUUID() })).body.code).toBe("invalid_input");
});
