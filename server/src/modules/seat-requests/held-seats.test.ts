import type { Block } from "@commonlane/contract/blocks";
import type { Conversation } from "@commonlane/contract/chat";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { Passage } from "@commonlane/contract/passages";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideContact } from "@commonlane/contract/ride-contacts";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { allChatted, messagesOf, openChat, send } from "../../../test/chats.ts";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { arrival, sweepRides } from "../../../test/shared-rides.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { suspendFor } from "#modules/moderation/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "./index.ts";

interface List<Item> {
  items: Item[];
}

/** A door near Karlsruhe, by which the ride passes. */
const DOOR = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
const EXACT = /Canary|49\.0194|8\.4144/;
const PHONE = "+4930998877665";

/** A ride that takes whoever asks, with one passenger aboard and a seat that came back to somebody who waited in line. */
async function openHeld() {
  const world = await openWorld();
  const host = await world.person();
  const vehicles = [{ make: "VW", model: "ID.3", colour: "red", plate: "FR CL 1", seats: 5 }];
  const about = { phone: PHONE, phoneShared: true, vehicles };
  const { body } = await world.call<Profile>("POST", "/firebase-auth/update-profile", { as: host, body: about });
  const said = { approval: "instant", seatsTotal: 2, vehicleId: body.vehicles[0]?.id };
  const ride = await hostRide(world, host, said);
  const aboard = [await askForSeats(world, ride, host), await askForSeats(world, ride, host)] as const;
  const seeker = await world.person();
  await world.call("POST", `/rides/${ride.id}/standby`, { as: seeker, body: { pickup: DOOR } });
  await aboard[0].end();
  const held = async (as: Person) =>
    (await world.call<List<SeatRequest>>("GET", "/rides/my-requests", { as })).body.items[0];
  return { world, host, ride, seeker, id: (await held(seeker))?.id ?? "", held, passenger: aboard[1].seeker };
}

/** What an agreed seat gives its seeker. */
async function givenTo({ call }: World, { id }: Ride, host: Person, as: Person, seatId: string) {
  const [seen, chat, way, link, record, tick, phones, mate] = [
    await call<Ride>("GET", `/rides/${id}`, { as }),
    await call<Conversation>("GET", `/rides/${id}/conversation`, { as }),
    await call("GET", `/rides/${id}/on-the-way`, { as }),
    await call("POST", `/rides/${id}/shares`, { as }),
    await call<List<Passage>>("GET", `/rides/${id}/passages`, { as }),
    await call("POST", `/passages/${seatId}/paid`, { as, body: { paid: true } }),
    await call<List<RideContact>>("GET", `/rides/${id}/contacts`, { as }),
    await call<Conversation>("POST", "/chat/conversations", { as, body: { withUid: host.uid } }),
  ];
  return {
    ride: seen.status,
    plate: seen.body.vehicle?.plate ?? null,
    calls: [chat.status, way.status, link.status, tick.status],
    pins: record.body.items.map(({ pin }) => typeof pin),
    phones: phones.body.items.map(({ phone }) => phone),
    contactsShown: mate.body.contactsShown,
  };
}

test("[domain/privacy:held] a seat that is held gives nothing of what an agreed one gives, to neither side, until it is confirmed", async () => {
  const { world, host, ride, seeker, id, held } = await openHeld();
  const heardByHost = world.hear(host.uid);
  await allChatted(world.ctx);
  const nothing = { plate: null, calls: [404, 404, 404, 404], pins: [], phones: [], contactsShown: false };
  expect(await givenTo(world, ride, host, seeker, id)).toEqual({ ride: 200, ...nothing });
  expect(await held(seeker)).toMatchObject({ status: "accepted", held: true, pickup: DOOR });
  const path = `/rides/${ride.id}/requests`;
  const ofHost = async () => (await world.call<List<SeatRequest>>("GET", path, { as: host })).body.items[0];
  const toHost = [await ofHost(), await noticesOf(world, host), heardByHost];
  expect(JSON.stringify(toHost)).not.toMatch(EXACT);

  expect((await world.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} })).status).toBe(200);
  await allChatted(world.ctx);
  const all = { plate: "FR CL 1", calls: [200, 200, 201, 200], pins: ["string"], phones: [PHONE], contactsShown: true };
  expect(await givenTo(world, ride, host, seeker, id)).toEqual({ ride: 200, ...all });
  expect(await ofHost()).toMatchObject({ held: false, pickup: DOOR });
});

test("[issue5/ride-chat:held] for whom a seat is held joins the ride's chat when they confirm it, once; who gives it back was never there", async () => {
  const { world, host, ride, seeker, id, passenger } = await openHeld();
  await allChatted(world.ctx);
  const chat = (await world.call<Conversation>("GET", `/rides/${ride.id}/conversation`, { as: host })).body;
  await send(world, passenger, chat, "Where do we meet?");
  const notes = async () => (await messagesOf(world, host, chat)).map(({ note, text }) => note ?? text);
  const before = await notes();
  expect(before).toEqual(["joined", "joined", "left", "Where do we meet?"]);
  await world.call("DELETE", `/rides/requests/${id}`, { as: seeker });
  await allChatted(world.ctx);
  expect(await notes()).toEqual(before);

  const again = await world.person();
  await world.call("POST", `/rides/${ride.id}/request`, { as: again, body: {} });
  await world.call("POST", `/rides/${ride.id}/standby`, { as: seeker, body: {} });
  const booked = await world.call<List<SeatRequest>>("GET", "/rides/my-requests", { as: again });
  await world.call("DELETE", `/rides/requests/${booked.body.items[0]?.id}`, { as: again });
  const own = (await world.call<List<SeatRequest>>("GET", "/rides/my-requests", { as: seeker })).body.items[0];
  expect(own).toMatchObject({ held: true });
  await world.call("POST", `/rides/requests/${own?.id}/confirm`, { as: seeker, body: {} });
  await allChatted(world.ctx);
  expect(await notes()).toEqual([...before, "joined", "left", "joined"]);
});

test("[domain/privacy:held-words] who waited in line reads the words of the host, and the host theirs, as strangers do until the held seat is confirmed", async () => {
  const { world, host, seeker, id } = await openHeld();
  const chat = await openChat(world, seeker, host);
  await send(world, host, chat, `Call me on ${PHONE}`);
  const read = async () => (await messagesOf(world, seeker, chat)).at(-1)?.text;
  const search = async () => {
    const { body } = await world.call<List<unknown>>("GET", "/chat/search", { as: seeker, query: { words: "998877" } });
    return body.items.length;
  };
  expect([(await read())?.includes(PHONE), await search()]).toEqual([false, 0]);
  await world.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} });
  expect([(await read())?.includes(PHONE), await search()]).toEqual([true, 1]);
});

test("[domain/notices:reminders-held] for whom a seat is only held nobody reminds of the departure; once they confirm it they are aboard like the others", async () => {
  const { world, host, ride, seeker, passenger, id } = await openHeld();
  const leaves = Date.parse(ride.departsAt);
  const remindedAt = async (ms: number) => {
    world.world.now = new Date(ms);
    for (const sweep of seatRequestSweeps.filter(({ name }) => /^ride\.(tomorrow|soon)$/.test(name)))
      await runSweep(world.ctx, sweep);
    const people = await Promise.all([host, passenger, seeker].map((as) => noticesOf(world, as)));
    return people.map((notices) => kindsOf(notices).filter((kind) => kind === "ride.tomorrow" || kind === "ride.soon"));
  };
  expect(await remindedAt(leaves - 20 * HOUR_MS)).toEqual([["ride.tomorrow"], ["ride.tomorrow"], []]);
  await world.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} });
  expect((await remindedAt(leaves - HOUR_MS / 2)).map(([latest]) => latest)).toEqual(Array(3).fill("ride.soon"));
});

test("[issue6/standby:held-left] a seat that was held and not confirmed ends also when the ride has left; who was agreed is aboard", async () => {
  const { world, host, ride, seeker, passenger, held } = await openHeld();
  world.world.now = new Date(Date.parse(ride.departsAt) + 60_000);
  const lapse = async () => {
    for (const sweep of seatRequestSweeps) if (sweep.name === "seat-request.lapsed") await runSweep(world.ctx, sweep);
  };
  await lapse();
  expect(await held(seeker)).toMatchObject({ status: "cancelled", endedBy: "system" });
  expect((await held(passenger))?.status).toBe("accepted");
  expect(kindsOf(await noticesOf(world, seeker))).toContain("seat-request.lapsed");
  expect(kindsOf(await noticesOf(world, host))).toContain("seat-request.unconfirmed");
  // Whom a change of the ride asks was agreed with before, and stands there.
  await world.db
    .updateTable("seat_request")
    .set({ confirm_by: new Date(ride.departsAt) })
    .execute();
  await lapse();
  expect((await held(passenger))?.status).toBe("accepted");
  expect(world.bugs).toEqual([]);
});

test("[issue6/standby:held-over] nor does it count as travelled where nobody looked before the ride was over", async () => {
  const { world, host, ride, seeker, passenger, held } = await openHeld();
  // Whoever is fetched moves the arrival.
  const driven = await world.call<Ride>("GET", `/rides/${ride.id}`, { as: host });
  world.world.now = new Date(arrival(driven.body) + 60_000);
  await sweepRides(world);
  expect(await held(seeker)).toMatchObject({ status: "cancelled", endedBy: "system" });
  expect((await held(passenger))?.status).toBe("completed");
  expect(kindsOf(await noticesOf(world, seeker))).not.toContain("rating.due");
  const body = { rated_uid: host.uid, rating: 5, ride_id: ride.id };
  expect((await world.call("POST", "/ratings", { as: seeker, body })).body).toMatchObject({ code: "not_shared" });
});

const blockPath = ({ uid }: Person) => `/blocks/${uid}`;

test("[domain/privacy:held] who blocks the one for whom a seat is held shares no ride with them, nor is told of one when they are suspended", async () => {
  const { world, host, seeker } = await openHeld();
  expect((await world.call<Block>("PUT", blockPath(seeker), { as: host })).body.shared).toEqual([]);
  await suspendFor(world.ctx, seeker.email, { reason: "Sent threats", fraud: false });
  expect(kindsOf(await noticesOf(world, host))).not.toContain("companion.suspended");
});

test("[domain/apart:agreement] a held seat is not confirmed while one of the two blocks the other; once it was agreed, a changed ride is", async () => {
  const { world, host, ride, seeker, id } = await openHeld();
  const confirm = () => world.call("POST", `/rides/requests/${id}/confirm`, { as: seeker, body: {} });
  await world.call("PUT", blockPath(seeker), { as: host });
  expect(await confirm()).toMatchObject({ status: 409, body: { code: "ride_over" } });
  await world.call("DELETE", blockPath(seeker), { as: host });
  expect((await confirm()).status).toBe(200);
  await world.call("PUT", blockPath(seeker), { as: host });
  const departsAt = new Date(Date.parse(ride.departsAt) + HOUR_MS).toISOString();
  await world.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt } });
  expect((await confirm()).status).toBe(200);
});
