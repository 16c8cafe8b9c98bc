import { sql } from "kysely";
import { expect, test } from "vitest";
import { askForSeats, hostRide, offerOn, seatsLeft, statuses, TOMORROW, towns } from "../../../test/journeys.ts";
import { bookings, myOffers, offersOf, openRequest, rideOf, statusOf } from "../../../test/offers.ts";

test("[spec/7-requests:accept] accepting makes the ride with its passenger aboard, declines the others, and tells everybody", async () => {
  const { world, seeker, request } = await openRequest({ seats: 2, note: "Two of us" });
  const contribution = { amountMinor: 900, currency: "EUR" };
  const [chosen, other] = [
    await offerOn(world, request, seeker, { seats: 3, contribution }),
    await offerOn(world, request, seeker),
  ];
  await world.allTold();
  const heard = [seeker.uid, chosen.driver.uid, other.driver.uid].map((uid) => world.hear(uid));
  const { status, body } = await chosen.accept();
  expect({ status, body }).toMatchObject({ status: 200, body: { status: "accepted" } });
  const ride = await rideOf(world, chosen.driver, body.rideId);
  expect(ride).toMatchObject({
    hostId: chosen.driver.uid,
    origin: towns.karlsruhe,
    destination: towns.bonn,
    departsAt: TOMORROW,
    seatsTotal: 3,
    seatsLeft: 1,
    contribution,
  });
  expect(await bookings(world, seeker)).toMatchObject([
    { id: body.seatRequestId, rideId: ride.id, status: "accepted", seats: 2, message: "Two of us", contribution },
  ]);
  expect(await statusOf(world, seeker, request)).toBe("matched");
  expect((await myOffers(world, other.driver)).body.items).toMatchObject([
    {
      status: "declined",
      reason: "Another offer was accepted.",
      rideRequest: { status: "matched", matchedRideId: null },
    },
  ]);
  await world.allTold();
  const types = heard.map((facts) => new Set(facts.map(({ type }) => type)));
  expect(types[0]).toEqual(
    new Set(["seat-request.accepted", "ride.changed", "offer.declined", "ride-request.matched", "offer.accepted"]),
  );
  expect(types[1]).toEqual(new Set(["ride.hosted", "seat-request.accepted", "offer.accepted"]));
  expect(types[2]).toEqual(new Set(["offer.declined"]));
});

test("[domain/offer:accept-joins] accepting an offer with an existing ride takes its seats on the part alone", async () => {
  const { world, seeker, request } = await openRequest({ origin: towns.mainz, destination: towns.koeln, seats: 2 });
  const driver = await world.person();
  const ride = await hostRide(world, driver);
  const offer = await offerOn(world, request, seeker, { rideId: ride.id }, driver);
  const { body } = await offer.accept();
  expect(body).toMatchObject({ status: "accepted", rideId: ride.id });
  expect(await seatsLeft(world, ride, driver)).toEqual([3, 1]);
  expect(await bookings(world, seeker)).toMatchObject([{ rideId: ride.id, contribution: body.contribution }]);
});

test("[domain/offer:full] when the ride has just become full, an acceptance changes nothing and tells nobody", async () => {
  const { world, seeker, request } = await openRequest({ origin: towns.mainz, destination: towns.koeln });
  const driver = await world.person();
  const ride = await hostRide(world, driver, { seatsTotal: 1 });
  const offer = await offerOn(world, request, seeker, { rideId: ride.id }, driver);
  const other = await offerOn(world, request, seeker);
  const passenger = await askForSeats(world, ride, driver);
  await passenger.accept();
  await world.allTold();
  const heard = [seeker.uid, driver.uid, other.driver.uid].map((uid) => world.hear(uid));
  expect(await offer.accept()).toMatchObject({ status: 409, body: { code: "ride_full" } });
  expect((await offersOf(world, seeker, request)).body.items.map(({ status }) => status)).toEqual([
    "pending",
    "pending",
  ]);
  expect(await statusOf(world, seeker, request)).toBe("open");
  expect(await bookings(world, seeker)).toEqual([]);
  await world.allTold();
  expect(heard).toEqual([[], [], []]);
  await passenger.end();
  expect((await offer.accept()).body.status).toBe("accepted");
});

test("[domain/offer:already-set] a decision that stands is answered with the record as it is", async () => {
  const { world, seeker, request } = await openRequest();
  const offer = await offerOn(world, request, seeker);
  expect((await offer.accept(offer.driver)).body.code).toBe("not_yours");
  await offer.accept();
  for (const again of [await offer.accept(), await offer.decline()]) {
    expect(again).toMatchObject({ status: 409, body: { code: "status_already_set", current: { status: "accepted" } } });
  }
  expect(await bookings(world, seeker)).toHaveLength(1);
});

test("[spec/7-requests:decline] the requester declines with a reason, and the driver may offer anew", async () => {
  const { world, seeker, request } = await openRequest();
  const offer = await offerOn(world, request, seeker);
  expect((await offer.decline(offer.driver)).body.code).toBe("not_yours");
  expect((await offer.decline(seeker, { reason: "Too early for me" })).body).toMatchObject({
    status: "declined",
    reason: "Too early for me",
    endedBy: "seeker",
  });
  expect((await offer.end()).body.code).toBe("status_already_set");
  expect((await offerOn(world, request, seeker, {}, offer.driver)).made.status).toBe(201);
});

test("[spec/7-requests:delete-offer] the driver withdraws what is pending, once", async () => {
  const { world, seeker, request } = await openRequest();
  const offer = await offerOn(world, request, seeker);
  expect((await offer.end(seeker)).body.code).toBe("not_yours");
  expect(statuses(await Promise.all([offer.end(), offer.end()]))).toEqual([200, 409]);
  expect((await offer.accept()).body).toMatchObject({ code: "status_already_set", current: { status: "withdrawn" } });
  expect(await statusOf(world, seeker, request)).toBe("open");
});

test("[domain/offer:cancel] an accepted offer goes the way of its seat request: cancelled by the driver, its seats come back", async () => {
  const { world, seeker, request } = await openRequest();
  const offer = await offerOn(world, request, seeker);
  const { rideId } = (await offer.accept()).body;
  expect((await offer.end(offer.driver, { reason: "The car broke down" })).body.status).toBe("cancelled");
  expect((await rideOf(world, offer.driver, rideId)).seatsLeft).toBe(2);
  expect(await bookings(world, seeker)).toMatchObject([{ status: "cancelled", reason: "The car broke down" }]);
  expect((await offer.end()).body.code).toBe("status_already_set");
  expect((await offersOf(world, seeker, request)).body.items).toMatchObject([
    { status: "cancelled", endedBy: "driver", reason: "The car broke down" },
  ]);
  expect(await statusOf(world, seeker, request)).toBe("matched");
});

test("[domain/apart:agreement] an offer that a block passed over, or of somebody who was suspended or leaves, is not accepted: no ride is made and no seat taken", async () => {
  const { world, seeker, request } = await openRequest({ origin: towns.mainz, destination: towns.koeln });
  const host = await world.person();
  const ride = await hostRide(world, host);
  const [joins, makes] = [
    await offerOn(world, request, seeker, { rideId: ride.id }, host),
    await offerOn(world, request, seeker),
  ];
  // Something else holds the offers, so the blocks leave them to who decides.
  await world.db.transaction().execute(async (db) => {
    await sql`select from offer for update`.execute(db);
    await world.call("PUT", `/blocks/${seeker.uid}`, { as: host });
    await world.call("PUT", `/blocks/${makes.driver.uid}`, { as: seeker });
  });
  const refused = { status: 409, body: { code: "ride_over", error: "This driver cannot take you along any more." } };
  for (const { accept } of [joins, makes]) expect(await accept()).toMatchObject(refused);
  await sql`delete from block`.execute(world.db);
  const at = world.now();
  const account = (uid: string) => world.db.updateTable("account").where("uid", "=", uid);
  await account(makes.driver.uid).set({ suspended_at: at }).execute();
  await account(host.uid).set({ leaving_at: at, leaving_why: "asked", erase_at: at }).execute();
  for (const { accept } of [joins, makes]) expect(await accept()).toMatchObject(refused);
  expect(await bookings(world, seeker)).toEqual([]);
  expect(await world.db.selectFrom("ride").select("id").execute()).toEqual([{ id: ride.id }]);
  await account(makes.driver.uid).set({ suspended_at: null }).execute();
  expect((await makes.accept()).body.status).toBe("accepted");
});
