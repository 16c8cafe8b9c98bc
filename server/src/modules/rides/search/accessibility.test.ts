import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { waitForAlerts, saveSearch } from "../../../../test/fixtures/alerts.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  searchWholeDay,
  TOMORROW,
} from "../../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

const BOTH = ["step-free", "wheelchair"];
/** A driver with a vehicle that has these features. */
async function driver(app: TestApp, comfort: readonly string[]) {
  const person = await app.createUser();
  const vehicles = [
    { make: "VW", model: "Caddy", colour: "white", plate: "FR A 1", seats: 5, comfort },
  ];
  const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: person,
    body: { vehicles },
  });
  return { person, vehicleId: body.vehicles[0]?.id };
}

async function rideWith(app: TestApp, comfort: readonly string[], fields: object = {}) {
  const { person, vehicleId } = await driver(app, comfort);
  return {
    host: person,
    ride: await hostRide(app, person, { vehicleId, note: comfort.join(), ...fields }),
  };
}

const soon = ({ clock }: TestApp) => void (clock.now = new Date(clock.now.getTime() + 1000));
const alerted = async (app: TestApp, as: TestUser) =>
  (await listNotifications(app, as)).filter(({ kind }) => kind.endsWith(".alerted")).length;

test("finds rides with step-free entry or wheelchair space for those who need it; a pets rule never excludes an assistance animal", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  await rideWith(app, ["sockets"], { preferences: { pets: "no" } });
  await rideWith(app, ["step-free", "sockets"]);
  await rideWith(app, BOTH, { preferences: { pets: "no" } });
  await hostRide(app, await app.createUser(), { note: "no vehicle" });
  const shown = async (query: Record<string, string>) => {
    const { body } = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as: seeker,
      query: { ...searchWholeDay, ...query },
    });
    return body.items;
  };
  const notes = async (query: Record<string, string>) =>
    (await shown(query)).map(({ ride }) => ride.note ?? "").toSorted();
  expect(await shown({})).toHaveLength(4);
  expect(await notes({ stepFree: "true" })).toEqual(["step-free,sockets", "step-free,wheelchair"]);
  expect(await notes({ wheelchair: "true" })).toEqual(["step-free,wheelchair"]);
  expect(await notes({ wheelchair: "false" })).toHaveLength(4);
  expect(await notes({ pets: "small" })).toEqual([]);
  expect(await notes({ pets: "small", assistanceAnimal: "true" })).toHaveLength(4);
  expect(await notes({ assistanceAnimal: "true", wheelchair: "true" })).toEqual([
    "step-free,wheelchair",
  ]);
  const [found] = await shown({ wheelchair: "true" });
  expect(found?.ride.vehicle).toMatchObject({ access: BOTH, plate: null });
});

test("shows the host a seeker's needs, and allows no instant booking if the vehicle is not known to meet them", async () => {
  const app = await createTestApp();
  const { host, ride } = await rideWith(app, []);
  const { seeker, response: booking } = await requestSeats(app, ride, host, {
    needs: ["wheelchair", "assistance-animal"],
  });
  expect(booking).toMatchObject({ status: 201, body: { status: "pending" } });
  const { body } = await app.call<{ items: SeatRequest[] }>("GET", `/rides/${ride.id}/requests`, {
    as: host,
  });
  expect(body.items[0]).toMatchObject({
    seekerId: seeker.uid,
    needs: ["wheelchair", "assistance-animal"],
  });

  const instant = {
    approval: "instant",
    departsAt: "2026-01-03T06:45:00.000Z",
    preferences: { pets: "no" },
  };
  const bare = await rideWith(app, ["step-free"], instant);
  const refused = await requestSeats(app, bare.ride, bare.host, { needs: BOTH });
  expect(refused.response.body.code).toBe("access_missing");
  const fitting = await rideWith(app, BOTH, instant);
  const booked = await requestSeats(app, fitting.ride, fitting.host, {
    needs: [...BOTH, "assistance-animal"],
  });
  expect(booked.response.body).toMatchObject({
    status: "accepted",
    needs: [...BOTH, "assistance-animal"],
  });
  expect(app.bugs).toEqual([]);
});

test("only a driver with a suitable vehicle can answer a request with needs, and the booking keeps the needs", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker, { needs: ["step-free", "assistance-animal"] });
  expect(request.needs).toEqual(["step-free", "assistance-animal"]);
  const bare = await driver(app, ["wheelchair"]);
  const fit = await driver(app, ["step-free"]);
  const fields = { departsAt: TOMORROW, seats: 2 };
  const refused = await createOffer(
    app,
    request,
    seeker,
    { ...fields, vehicleId: bare.vehicleId },
    bare.person,
  );
  expect(refused.made.body.code).toBe("access_missing");
  const offer = await createOffer(
    app,
    request,
    seeker,
    { ...fields, vehicleId: fit.vehicleId },
    fit.person,
  );
  expect(offer.made.status).toBe(201);
  await offer.accept();
  const { body } = await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", {
    as: seeker,
  });
  expect(body.items[0]).toMatchObject({
    status: "accepted",
    needs: ["step-free", "assistance-animal"],
  });
});

test("alerts and requests along a ride never suggest a vehicle in which the passenger cannot travel", async () => {
  const app = await createTestApp();
  const saver = await app.createUser();
  const seeker = await app.createUser();
  await saveSearch(app, saver, { filters: { wheelchair: true } });
  const request = await postRequest(app, seeker, { needs: ["wheelchair"] });
  soon(app);
  const bare = await rideWith(app, ["step-free"]);
  await waitForAlerts(app.ctx);
  expect([await alerted(app, saver), await alerted(app, seeker)]).toEqual([0, 0]);
  const fitting = await rideWith(app, ["wheelchair"]);
  await waitForAlerts(app.ctx);
  expect([await alerted(app, saver), await alerted(app, seeker)]).toEqual([1, 1]);
  const along = async ({ host, ride }: typeof bare) =>
    (
      await app.call<{ items: RideRequest[] }>("GET", "/requests/nearby", {
        as: host,
        query: { rideId: ride.id },
      })
    ).body.items.map(({ id }) => id);
  expect(await along(bare)).toEqual([]);
  expect(await along(fitting)).toEqual([request.id]);
  soon(app);
  await postRequest(app, await app.createUser(), { needs: ["wheelchair"] });
  await waitForAlerts(app.ctx);
  expect([await alerted(app, bare.host), await alerted(app, fitting.host)]).toEqual([0, 1]);
});

test("shows a user's needs in their own profile only", async () => {
  const app = await createTestApp();
  const person = await app.createUser();
  const other = await app.createUser();
  const needs = ["wheelchair", "assistance-animal"];
  const change = (fields: object) =>
    app.call<Profile & { code?: string }>("POST", "/firebase-auth/update-profile", {
      as: person,
      body: fields,
    });
  expect((await change({ needs })).body.needs).toEqual(needs);
  expect((await change({ bio: "hello" })).body.needs).toEqual(needs);
  expect((await change({ needs: ["a lift"] })).body.code).toBe("invalid_input");
  const otherView = await app.call("GET", `/profiles/${person.uid}`, { as: other });
  expect(JSON.stringify(otherView.body)).not.toContain("assistance");
  expect((await change({ needs: [] })).body.needs).toEqual([]);
});
