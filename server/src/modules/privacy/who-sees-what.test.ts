import type { Offer } from "@commonlane/contract/offers";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Place } from "@commonlane/contract/shapes";
import { expect, test } from "vitest";
import {
  createOffer,
  hostRide,
  postRequest,
  requestSeats,
  TOMORROW,
  towns,
} from "../../../test/fixtures/rides.ts";
import { sweepRides } from "../../../test/fixtures/shared-rides.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { whatIsSeen, type Seen, type Stage } from "./who-sees-what.ts";

const HOME = { label: "Canary Lane 7, Karlsruhe", lat: 49.01947, lng: 8.41443 };
const DOOR = { label: "Canary Street 3, Mainz", lat: 49.9941, lng: 8.2712 };
const NUMBER = "0151 23456789";
const TEXT = `Call ${NUMBER}`;
const vehicle = { make: "VW", model: "Golf", colour: "red", plate: "KA CL 42", seats: 5 };

/** What a reply shows, in the words of the policy; the phone is that of `GET /rides/:id/contacts`. */
const shown = (
  place: Place | undefined,
  text: string | null | undefined,
  plate?: string | null,
) => ({
  place: place?.label.startsWith("Canary") ? "exact" : "approximate",
  text: text?.includes(NUMBER) ? "whole" : "masked",
  ...(plate !== undefined && { plate: plate !== null }),
});
const wanted = ({ place, text, plate }: Seen, hasPlate = false) => ({
  place,
  text,
  ...(hasPlate && { plate }),
});

async function driverWithVehicle(app: TestApp) {
  const driver = await app.createUser();
  const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: driver,
    body: { vehicles: [vehicle] },
  });
  return { driver, vehicleId: body.vehicles[0]?.id };
}

const get = async <Body>(app: TestApp, as: TestUser, path: string) =>
  (await app.call<Body>("GET", path, { as })).body;

/** After the trip, by a week. */
async function letTripPass(app: TestApp) {
  app.clock.now = new Date(Date.parse(TOMORROW) + 12 * HOUR_MS);
  await sweepRides(app);
  app.clock.now = new Date(Date.parse(TOMORROW) + 7 * DAY_MS);
}

/** Brings an agreement to a stage. */
async function reach(
  app: TestApp,
  stage: Stage,
  { agree, end }: { agree: () => unknown; end: () => unknown },
) {
  if (stage !== "before") await agree();
  if (stage === "ended") await end();
  if (stage === "past") await letTripPass(app);
}

const STAGES: readonly Stage[] = ["before", "agreed", "past", "ended"];

test.each(STAGES)(
  "[domain/privacy:who-sees-what] host, passenger and strangers see of a ride and a seat request what the policy says, %s",
  async (stage) => {
    const app = await createTestApp();
    const { driver: host, vehicleId } = await driverWithVehicle(app);
    const stranger = await app.createUser();
    const ride = await hostRide(app, host, {
      origin: HOME,
      stops: [towns.mainz],
      note: TEXT,
      vehicleId,
    });
    const booking = await requestSeats(app, ride, host, { dropoff: DOOR, message: TEXT });
    await reach(app, stage, { agree: booking.accept, end: booking.end });

    const rideFor = async (as: TestUser) => {
      const { origin, note, vehicle } = await get<Ride>(app, as, `/rides/${ride.id}`);
      return shown(origin, note, vehicle?.plate);
    };
    expect(await rideFor(host)).toEqual(wanted(whatIsSeen("ride", "host", stage), true));
    expect(await rideFor(booking.seeker)).toEqual(
      wanted(whatIsSeen("ride", "passenger", stage), true),
    );
    // Later nobody else finds the ride.
    const forStranger = stage === "past" ? undefined : await rideFor(stranger);
    const wantedForStranger = wanted(whatIsSeen("ride", "stranger", stage), true);
    expect(forStranger ?? wantedForStranger).toEqual(wantedForStranger);

    const ofHost = (await get<{ items: SeatRequest[] }>(app, host, `/rides/${ride.id}/requests`))
      .items[0];
    expect(shown(ofHost?.dropoff, ofHost?.message)).toEqual(
      wanted(whatIsSeen("seat request", "host", stage)),
    );
    const own = (await get<{ items: SeatRequest[] }>(app, booking.seeker, "/rides/my-requests"))
      .items[0];
    expect(shown(own?.dropoff, own?.message)).toEqual(
      wanted(whatIsSeen("seat request", "seeker", stage)),
    );
    // The pickup is the host's address.
    expect(shown(own?.pickup, "").place).toBe(whatIsSeen("ride", "passenger", stage).place);
  },
);

test.each(STAGES)(
  "[domain/privacy:who-sees-what] seeker, driver and strangers see of a ride request and an offer what the policy says, %s",
  async (stage) => {
    const app = await createTestApp();
    const { driver, vehicleId } = await driverWithVehicle(app);
    const seeker = await app.createUser();
    const stranger = await app.createUser();
    const ride = await hostRide(app, driver, { vehicleId, maxDetourM: 60_000, maxDetourS: 7200 });
    const request = await postRequest(app, seeker, { origin: HOME, note: TEXT });
    const offer = await createOffer(
      app,
      request,
      seeker,
      { rideId: ride.id, message: TEXT },
      driver,
    );
    expect(offer.made.status).toBe(201);
    const giveUp = async () => {
      const { items } = await get<{ items: SeatRequest[] }>(app, seeker, "/rides/my-requests");
      return app.call("DELETE", `/rides/requests/${items[0]?.id}`, { as: seeker });
    };
    await reach(app, stage, { agree: offer.accept, end: giveUp });

    const requestFor = async (as: TestUser) => {
      const { origin, note } = await get<RideRequest>(app, as, `/requests/${request.id}`);
      return shown(origin, note);
    };
    expect(await requestFor(seeker)).toEqual(wanted(whatIsSeen("ride request", "seeker", stage)));
    expect(await requestFor(driver)).toEqual(wanted(whatIsSeen("ride request", "driver", stage)));
    const forStranger = stage === "before" ? await requestFor(stranger) : undefined;
    const wantedForStranger = wanted(whatIsSeen("ride request", "stranger", stage));
    expect(forStranger ?? wantedForStranger).toEqual(wantedForStranger);

    const path = "/rides/my-offers";
    const own = (await get<{ items: (Offer & { rideRequest: RideRequest })[] }>(app, driver, path))
      .items[0];
    const places = whatIsSeen("ride request", "driver", stage);
    expect(shown(own?.pickup, own?.message, own?.vehicle?.plate)).toEqual({
      ...wanted(whatIsSeen("offer", "driver", stage), true),
      place: places.place,
    });
    expect(shown(own?.rideRequest.origin, own?.rideRequest.note)).toEqual(wanted(places));
    const received = (
      await get<{ items: Offer[] }>(app, seeker, `/rides/requests/${request.id}/offers`)
    ).items[0];
    const { plate, text } = whatIsSeen("offer", "seeker", stage);
    expect(shown(received?.pickup, received?.message, received?.vehicle?.plate)).toEqual({
      plate,
      text,
      place: "exact",
    });

    // After a block what is agreed stays, and the rest is gone.
    expect((await app.call("PUT", `/blocks/${driver.uid}`, { as: seeker })).status).toBeLessThan(
      300,
    );
    const { status } = await app.call("GET", `/requests/${request.id}`, { as: driver });
    expect(status).toBe(stage === "agreed" || stage === "past" ? 200 : 404);
  },
);

test("[domain/privacy:made-ride-over] hosts see a seeker's address in the ride made for them until the seat is given up", async () => {
  const app = await createTestApp();
  const driver = await app.createUser();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker, { origin: HOME });
  const { rideId, seatRequestId } = (
    await (await createOffer(app, request, seeker, {}, driver)).accept()
  ).body;
  const readAll = async () =>
    JSON.stringify([
      await get(app, driver, `/rides/${rideId}`),
      await get(app, driver, `/rides/my/${driver.uid}`),
      await get(app, driver, `/rides/${rideId}/requests`),
      await get(app, driver, "/rides/my-offers"),
    ]);
  expect(await readAll()).toContain("Canary");
  expect(
    (await app.call("DELETE", `/rides/requests/${seatRequestId}`, { as: seeker })).status,
  ).toBe(200);
  expect(await readAll()).not.toContain("Canary");
});
