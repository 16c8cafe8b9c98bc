import { sql } from "kysely";
import { expect, test } from "vitest";
import { plantBlock } from "../../../../test/fixtures/blocks.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  seatsLeft,
  sortedStatuses,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";
import {
  listSeatRequests,
  listMyOffers,
  listOffers,
  createOpenRequest,
  getRide,
  getRequestStatus,
} from "../../../../test/fixtures/offers.ts";

test("[spec/7-requests:accept] accepting creates the ride with its passenger, declines the other offers, and notifies everyone involved", async () => {
  const { app, seeker, request } = await createOpenRequest({ seats: 2, note: "Two of us" });
  const contribution = { amountMinor: 900, currency: "EUR" };
  const chosen = await createOffer(app, request, seeker, { seats: 3, contribution });
  const other = await createOffer(app, request, seeker);
  await app.waitForEvents();
  const events = [seeker.uid, chosen.driver.uid, other.driver.uid].map((uid) =>
    app.recordEventsOf(uid),
  );
  const { status, body } = await chosen.accept();
  expect({ status, body }).toMatchObject({ status: 200, body: { status: "accepted" } });
  const ride = await getRide(app, chosen.driver, body.rideId);
  expect(ride).toMatchObject({
    hostId: chosen.driver.uid,
    origin: towns.karlsruhe,
    destination: towns.bonn,
    departsAt: TOMORROW,
    seatsTotal: 3,
    seatsLeft: 1,
    contribution,
  });
  expect(await listSeatRequests(app, seeker)).toMatchObject([
    {
      id: body.seatRequestId,
      rideId: ride.id,
      status: "accepted",
      seats: 2,
      message: "Two of us",
      contribution,
    },
  ]);
  expect(await getRequestStatus(app, seeker, request)).toBe("matched");
  expect((await listMyOffers(app, other.driver)).body.items).toMatchObject([
    {
      status: "declined",
      reason: "Another offer was accepted.",
      rideRequest: { status: "matched", matchedRideId: null },
    },
  ]);
  await app.waitForEvents();
  const types = events.map((payloads) => new Set(payloads.map(({ type }) => type)));
  expect(types[0]).toEqual(
    new Set([
      "seat-request.accepted",
      "ride.changed",
      "offer.declined",
      "ride-request.matched",
      "offer.accepted",
    ]),
  );
  expect(types[1]).toEqual(new Set(["ride.hosted", "seat-request.accepted", "offer.accepted"]));
  expect(types[2]).toEqual(new Set(["offer.declined"]));
});

test("[domain/offer:accept-joins] accepting an offer with an existing ride takes seats only on the segment", async () => {
  const { app, seeker, request } = await createOpenRequest({
    origin: towns.mainz,
    destination: towns.koeln,
    seats: 2,
  });
  const driver = await app.createUser();
  const ride = await hostRide(app, driver);
  const offer = await createOffer(app, request, seeker, { rideId: ride.id }, driver);
  const { body } = await offer.accept();
  expect(body).toMatchObject({ status: "accepted", rideId: ride.id });
  expect(await seatsLeft(app, ride, driver)).toEqual([3, 1]);
  expect(await listSeatRequests(app, seeker)).toMatchObject([
    { rideId: ride.id, contribution: body.contribution },
  ]);
});

test("[domain/offer:full] an acceptance on a ride that became full changes nothing and notifies no one", async () => {
  const { app, seeker, request } = await createOpenRequest({
    origin: towns.mainz,
    destination: towns.koeln,
  });
  const driver = await app.createUser();
  const ride = await hostRide(app, driver, { seatsTotal: 1 });
  const offer = await createOffer(app, request, seeker, { rideId: ride.id }, driver);
  const other = await createOffer(app, request, seeker);
  const passenger = await requestSeats(app, ride, driver);
  await passenger.accept();
  await app.waitForEvents();
  const events = [seeker.uid, driver.uid, other.driver.uid].map((uid) => app.recordEventsOf(uid));
  expect(await offer.accept()).toMatchObject({ status: 409, body: { code: "ride_full" } });
  expect((await listOffers(app, seeker, request)).body.items.map(({ status }) => status)).toEqual([
    "pending",
    "pending",
  ]);
  expect(await getRequestStatus(app, seeker, request)).toBe("open");
  expect(await listSeatRequests(app, seeker)).toEqual([]);
  await app.waitForEvents();
  expect(events).toEqual([[], [], []]);
  await passenger.end();
  expect((await offer.accept()).body.status).toBe("accepted");
});

test("[domain/offer:already-set] a repeated decision returns the current record", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const offer = await createOffer(app, request, seeker);
  expect((await offer.accept(offer.driver)).body.code).toBe("not_yours");
  await offer.accept();
  for (const again of [await offer.accept(), await offer.decline()]) {
    expect(again).toMatchObject({
      status: 409,
      body: { code: "status_already_set", current: { status: "accepted" } },
    });
  }
  expect(await listSeatRequests(app, seeker)).toHaveLength(1);
});

test("[spec/7-requests:decline] the requester declines with a reason, and the driver can make another offer", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const offer = await createOffer(app, request, seeker);
  expect((await offer.decline(offer.driver)).body.code).toBe("not_yours");
  expect((await offer.decline(seeker, { reason: "Too early for me" })).body).toMatchObject({
    status: "declined",
    reason: "Too early for me",
    endedBy: "seeker",
  });
  expect((await offer.end()).body.code).toBe("status_already_set");
  expect((await createOffer(app, request, seeker, {}, offer.driver)).made.status).toBe(201);
});

test("[spec/7-requests:delete-offer] the driver withdraws a pending offer once", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const offer = await createOffer(app, request, seeker);
  expect((await offer.end(seeker)).body.code).toBe("not_yours");
  expect(sortedStatuses(await Promise.all([offer.end(), offer.end()]))).toEqual([200, 409]);
  expect((await offer.accept()).body).toMatchObject({
    code: "status_already_set",
    current: { status: "withdrawn" },
  });
  expect(await getRequestStatus(app, seeker, request)).toBe("open");
});

test("[domain/offer:cancel] an accepted offer follows its seat request: the driver cancels it and its seats are freed", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const offer = await createOffer(app, request, seeker);
  const { rideId } = (await offer.accept()).body;
  expect((await offer.end(offer.driver, { reason: "The car broke down" })).body.status).toBe(
    "cancelled",
  );
  expect((await getRide(app, offer.driver, rideId)).seatsLeft).toBe(2);
  expect(await listSeatRequests(app, seeker)).toMatchObject([
    { status: "cancelled", reason: "The car broke down" },
  ]);
  expect((await offer.end()).body.code).toBe("status_already_set");
  expect((await listOffers(app, seeker, request)).body.items).toMatchObject([
    { status: "cancelled", endedBy: "driver", reason: "The car broke down" },
  ]);
  expect(await getRequestStatus(app, seeker, request)).toBe("matched");
});

test("[domain/apart:agreement] an offer cannot be accepted after a block, suspension or deletion request that missed it: no ride is created and no seat taken", async () => {
  const { app, seeker, request } = await createOpenRequest({
    origin: towns.mainz,
    destination: towns.koeln,
  });
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const joins = await createOffer(app, request, seeker, { rideId: ride.id }, host);
  const makes = await createOffer(app, request, seeker);
  // Without what a block ends: as if the offers had been made while the blocks were stored.
  await plantBlock(app, { blocker: host, blocked: seeker });
  await plantBlock(app, { blocker: seeker, blocked: makes.driver });
  const refused = {
    status: 409,
    body: { code: "ride_over", error: "This driver can't take you anymore." },
  };
  for (const { accept } of [joins, makes]) expect(await accept()).toMatchObject(refused);
  await sql`delete from block`.execute(app.db);
  const at = app.now();
  const account = (uid: string) => app.db.updateTable("account").where("uid", "=", uid);
  await account(makes.driver.uid).set({ suspended_at: at }).execute();
  await account(host.uid)
    .set({ deletion_requested_at: at, deletion_reason: "requested", erase_at: at })
    .execute();
  for (const { accept } of [joins, makes]) expect(await accept()).toMatchObject(refused);
  expect(await listSeatRequests(app, seeker)).toEqual([]);
  expect(await app.db.selectFrom("ride").select("id").execute()).toEqual([{ id: ride.id }]);
  await account(makes.driver.uid).set({ suspended_at: null }).execute();
  expect((await makes.accept()).body.status).toBe("accepted");
});
