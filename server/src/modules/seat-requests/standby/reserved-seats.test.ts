import type { Block } from "@commonlane/contract/blocks";
import type { Conversation } from "@commonlane/contract/chat";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideContact } from "@commonlane/contract/ride-contacts";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import {
  waitForChats,
  listMessages,
  openChat,
  sendMessage,
} from "../../../../test/fixtures/chats.ts";
import { requestSeats, hostRide } from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { estimatedArrivalMs, sweepRides } from "../../../../test/fixtures/shared-rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { suspendByOperator } from "#modules/moderation/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "../index.ts";

interface List<Item> {
  items: Item[];
}

/** An address near Karlsruhe, close to the route. */
const DOOR = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
const EXACT = /Canary|49\.0194|8\.4144/;
const PHONE = "+4930998877665";

/** An instant ride with one passenger, and a freed seat reserved for a standby entry. */
async function openReservedSeat() {
  const app = await createTestApp();
  const host = await app.createUser();
  const vehicles = [{ make: "VW", model: "ID.3", colour: "red", plate: "FR CL 1", seats: 5 }];
  const profile = { phone: PHONE, phoneShared: true, vehicles };
  const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: host,
    body: profile,
  });
  const rideInput = { approval: "instant", seatsTotal: 2, vehicleId: body.vehicles[0]?.id };
  const ride = await hostRide(app, host, rideInput);
  const passengers = [
    await requestSeats(app, ride, host),
    await requestSeats(app, ride, host),
  ] as const;
  const seeker = await app.createUser();
  await app.call("POST", `/rides/${ride.id}/standby`, { as: seeker, body: { pickup: DOOR } });
  await passengers[0].end();
  const reserved = async (as: TestUser) =>
    (await app.call<List<SeatRequest>>("GET", "/rides/my-requests", { as })).body.items[0];
  return {
    app,
    host,
    ride,
    seeker,
    id: (await reserved(seeker))?.id ?? "",
    held: reserved,
    passenger: passengers[1].seeker,
  };
}

/** Everything that a confirmed seat shows its seeker. */
async function givenTo(
  { call }: TestApp,
  { id }: Ride,
  host: TestUser,
  as: TestUser,
  seatId: string,
) {
  const seen = await call<Ride>("GET", `/rides/${id}`, { as });
  const chat = await call<Conversation>("GET", `/rides/${id}/conversation`, { as });
  const way = await call("GET", `/rides/${id}/trip-safety`, { as });
  const link = await call("POST", `/rides/${id}/shares`, { as });
  const record = await call<List<TripOutcome>>("GET", `/rides/${id}/trip-outcomes`, { as });
  const tick = await call("POST", `/trip-outcomes/${seatId}/paid`, { as, body: { paid: true } });
  const phones = await call<List<RideContact>>("GET", `/rides/${id}/contacts`, { as });
  const mate = await call<Conversation>("POST", "/chat/conversations", {
    as,
    body: { withUid: host.uid },
  });
  return {
    ride: seen.status,
    plate: seen.body.vehicle?.plate ?? null,
    calls: [chat.status, way.status, link.status, tick.status],
    pins: record.body.items.map(({ pin }) => typeof pin),
    phones: phones.body.items.map(({ phone }) => phone),
    contactsShown: mate.body.contactsShown,
  };
}

test("[domain/privacy:held] a reserved seat reveals nothing that a confirmed one does, to either side, until confirmed", async () => {
  const { app, host, ride, seeker, id, held: reserved } = await openReservedSeat();
  const hostEvents = app.recordEventsOf(host.uid);
  await waitForChats(app.ctx);
  const nothing = {
    plate: null,
    calls: [404, 404, 404, 404],
    pins: [],
    phones: [],
    contactsShown: false,
  };
  expect(await givenTo(app, ride, host, seeker, id)).toEqual({ ride: 200, ...nothing });
  expect(await reserved(seeker)).toMatchObject({
    status: "accepted",
    reserved: true,
    pickup: DOOR,
  });
  const path = `/rides/${ride.id}/requests`;
  const ofHost = async () =>
    (await app.call<List<SeatRequest>>("GET", path, { as: host })).body.items[0];
  const toHost = [await ofHost(), await listNotifications(app, host), hostEvents];
  expect(JSON.stringify(toHost)).not.toMatch(EXACT);

  expect(
    (await app.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} })).status,
  ).toBe(200);
  await waitForChats(app.ctx);
  const all = {
    plate: "FR CL 1",
    calls: [200, 200, 201, 200],
    pins: ["string"],
    phones: [PHONE],
    contactsShown: true,
  };
  expect(await givenTo(app, ride, host, seeker, id)).toEqual({ ride: 200, ...all });
  expect(await ofHost()).toMatchObject({ reserved: false, pickup: DOOR });
});

test("other passengers hear that the ride changed when a reserved seat is confirmed with its exact stop", async () => {
  const { app, seeker, passenger, id } = await openReservedSeat();
  await app.waitForEvents();
  const events = app.recordEventsOf(passenger.uid);
  const confirmed = await app.call("POST", `/rides/requests/${id}/confirm`, { as: seeker });
  expect(confirmed.status).toBe(200);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toContain("ride.changed");
});

test("a change of the ride doesn't hold a reserved seat for longer", async () => {
  const { app, host, ride, seeker, held } = await openReservedSeat();
  const { confirmBy } = (await held(seeker)) ?? {};
  expect(confirmBy).toEqual(expect.any(String));
  const departsAt = new Date(Date.parse(ride.departsAt) + 5 * 60_000).toISOString();
  expect(
    (await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt } })).status,
  ).toBe(200);
  expect(await held(seeker)).toMatchObject({ status: "accepted", reserved: true, confirmBy });
});

test("a passenger joins the ride's chat once on confirming a reserved seat, and never by declining it", async () => {
  const { app, host, ride, seeker, id, passenger } = await openReservedSeat();
  await waitForChats(app.ctx);
  const chat = (await app.call<Conversation>("GET", `/rides/${ride.id}/conversation`, { as: host }))
    .body;
  await sendMessage(app, passenger, chat, "Where do we meet?");
  const notes = async () =>
    (await listMessages(app, host, chat)).map(({ note, text }) => note ?? text);
  const before = await notes();
  expect(before).toEqual(["joined", "joined", "left", "Where do we meet?"]);
  await app.call("DELETE", `/rides/requests/${id}`, { as: seeker });
  await waitForChats(app.ctx);
  expect(await notes()).toEqual(before);

  const again = await app.createUser();
  await app.call("POST", `/rides/${ride.id}/request`, { as: again, body: {} });
  await app.call("POST", `/rides/${ride.id}/standby`, { as: seeker, body: {} });
  const booked = await app.call<List<SeatRequest>>("GET", "/rides/my-requests", { as: again });
  await app.call("DELETE", `/rides/requests/${booked.body.items[0]?.id}`, { as: again });
  const own = (await app.call<List<SeatRequest>>("GET", "/rides/my-requests", { as: seeker })).body
    .items[0];
  expect(own).toMatchObject({ reserved: true });
  await app.call("POST", `/rides/requests/${own?.id}/confirm`, { as: seeker, body: {} });
  await waitForChats(app.ctx);
  expect(await notes()).toEqual([...before, "joined", "left", "joined"]);
});

test("[domain/privacy:held-words] host and seeker see each other's texts masked like strangers until a reserved seat is confirmed", async () => {
  const { app, host, seeker, id } = await openReservedSeat();
  const chat = await openChat(app, seeker, host);
  await sendMessage(app, host, chat, `Call me on ${PHONE}`);
  const read = async () => (await listMessages(app, seeker, chat)).at(-1)?.text;
  const search = async () => {
    const { body } = await app.call<List<unknown>>("GET", "/chat/search", {
      as: seeker,
      query: { words: "998877" },
    });
    return body.items.length;
  };
  expect([(await read())?.includes(PHONE), await search()]).toEqual([false, 0]);
  await app.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} });
  expect([(await read())?.includes(PHONE), await search()]).toEqual([true, 1]);
});

test("[domain/notices:reminders-held] reserved seats get no departure reminder until they are confirmed", async () => {
  const { app, host, ride, seeker, passenger, id, held } = await openReservedSeat();
  const leaves = Date.parse(ride.departsAt);
  const remindedAt = async (ms: number) => {
    app.clock.now = new Date(ms);
    for (const sweep of seatRequestSweeps.filter(({ name }) =>
      /^ride\.(tomorrow|soon)$/.test(name),
    ))
      await runSweep(app.ctx, sweep);
    const people = await Promise.all(
      [host, passenger, seeker].map((as) => listNotifications(app, as)),
    );
    return people.map((notices) =>
      kindsOf(notices).filter((kind) => kind === "ride.tomorrow" || kind === "ride.soon"),
    );
  };
  expect(await remindedAt(leaves - 20 * HOUR_MS)).toEqual([
    ["ride.tomorrow"],
    ["ride.tomorrow"],
    [],
  ]);
  await app.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} });
  await remindedAt(leaves - HOUR_MS / 2);
  // A passenger is reminded of their own pickup.
  const pickupMs = Date.parse((await held(seeker))?.pickupAt ?? "");
  expect((await remindedAt(pickupMs - HOUR_MS / 2)).map(([latest]) => latest)).toEqual(
    Array(3).fill("ride.soon"),
  );
});

test("an unconfirmed reserved seat also ends after departure, and confirmed passengers stay", async () => {
  const { app, host, ride, seeker, passenger, held: reserved } = await openReservedSeat();
  app.clock.now = new Date(Date.parse(ride.departsAt) + 60_000);
  const lapse = async () => {
    for (const sweep of seatRequestSweeps)
      if (sweep.name === "seat-request.lapsed") await runSweep(app.ctx, sweep);
  };
  await lapse();
  expect(await reserved(seeker)).toMatchObject({ status: "cancelled", endedBy: "system" });
  expect((await reserved(passenger))?.status).toBe("accepted");
  expect(kindsOf(await listNotifications(app, seeker))).toContain("seat-request.lapsed");
  expect(kindsOf(await listNotifications(app, host))).toContain("seat-request.unconfirmed");
  // A passenger asked to confirm a change had a confirmed booking before and keeps it.
  await app.db
    .updateTable("seat_request")
    .set({ confirm_by: new Date(ride.departsAt) })
    .execute();
  await lapse();
  expect((await reserved(passenger))?.status).toBe("accepted");
  expect(app.bugs).toEqual([]);
});

test("an unconfirmed reserved seat does not count as travelled, even without a sweep before the ride ends", async () => {
  const { app, host, ride, seeker, passenger, held: reserved } = await openReservedSeat();
  // A passenger off the route delays the arrival.
  const driven = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host });
  app.clock.now = new Date(estimatedArrivalMs(driven.body) + 60_000);
  await sweepRides(app);
  expect(await reserved(seeker)).toMatchObject({ status: "cancelled", endedBy: "system" });
  expect((await reserved(passenger))?.status).toBe("completed");
  expect(kindsOf(await listNotifications(app, seeker))).not.toContain("rating.due");
  const body = { rated_uid: host.uid, rating: 5, ride_id: ride.id };
  expect((await app.call("POST", "/ratings", { as: seeker, body })).body).toMatchObject({
    code: "not_shared",
  });
});

const blockPath = ({ uid }: TestUser) => `/blocks/${uid}`;

test("[domain/privacy:held] a block between host and a reserved seat's seeker lists no shared ride, nor does a suspension", async () => {
  const { app, host, seeker } = await openReservedSeat();
  expect((await app.call<Block>("PUT", blockPath(seeker), { as: host })).body.shared).toEqual([]);
  await suspendByOperator(app.ctx, seeker.email, { reason: "Sent threats", fraud: false });
  expect(kindsOf(await listNotifications(app, host))).not.toContain("companion.suspended");
});

test("[domain/apart:agreement] a reserved seat cannot be confirmed after a block, but a changed booking can", async () => {
  const { app, host, ride, seeker, id } = await openReservedSeat();
  const confirm = () => app.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} });
  await app.call("PUT", blockPath(seeker), { as: host });
  expect(await confirm()).toMatchObject({ status: 409, body: { code: "ride_over" } });
  await app.call("DELETE", blockPath(seeker), { as: host });
  expect((await confirm()).status).toBe(200);
  await app.call("PUT", blockPath(seeker), { as: host });
  const departsAt = new Date(Date.parse(ride.departsAt) + HOUR_MS).toISOString();
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt } });
  expect((await confirm()).status).toBe(200);
});
