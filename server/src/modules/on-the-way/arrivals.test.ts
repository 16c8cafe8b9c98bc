import { DAY_MS } from "@commonlane/contract/durations";
import type { OnTheWay } from "@commonlane/contract/on-the-way";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { expect, test, vi } from "vitest";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { shareRide, sweepRides } from "../../../test/shared-rides.ts";
import { somebodyWaits } from "../../../test/somebody-waits.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { tellContacts } from "./arrivals.ts";
import { onTheWaySweeps } from "./index.ts";

const HALF_HOUR_MS = 1_800_000;
type Answer = { owner?: string; status?: string; code?: string };

const lettersTo = (world: World, email: string) => world.mail.filter(({ to }) => to === email);
const tokenOf = (world: World, email: string) =>
  new URL(lettersTo(world, email).at(-1)?.action?.url ?? "https://none.test").hash.slice(1);
const answer = (world: World, token: string, agrees: boolean) =>
  world.call<Answer>("POST", "/trusted-contacts/answer", { body: { token, agrees } });
const name = (world: World, as: Person, email: string) =>
  world.call<TrustedContact & { code?: string }>("POST", "/trusted-contacts", { as, body: { name: "Mo", email } });
const list = async (world: World, as: Person) =>
  (await world.call<{ items: TrustedContact[] }>("GET", "/trusted-contacts", { as })).body.items;

async function openArrival() {
  const scene = await shareRide();
  const { world, ride, passenger } = scene;
  const email = "mo@contact.test";
  await name(world, passenger, email);
  await answer(world, tokenOf(world, email), true);
  world.mail.length = 0;
  /** So long after the expected arrival, with everything done that time brings about. */
  const waitUntil = async (afterMs: number) => {
    scene.setClock(Date.parse(ride.arrivesAt) + afterMs);
    await sweepRides(world);
    for (const sweep of onTheWaySweeps) await runSweep(world.ctx, sweep);
  };
  const arrive = (as: Person) =>
    world.call<OnTheWay & { code?: string }>("POST", `/rides/${ride.id}/arrived`, { as, body: {} });
  return { ...scene, email, waitUntil, arrive };
}

test("[issue6/on-the-way:overdue] who has not arrived is asked, then their contacts are told, then that all is well; each once", async () => {
  const { world, ride, host, passenger, email, waitUntil, arrive } = await openArrival();
  expect((await arrive(passenger)).body.code).toBe("too_early");
  await waitUntil(HALF_HOUR_MS - 1000);
  expect(kindsOf(await noticesOf(world, passenger))).not.toContain("arrival.overdue");
  await waitUntil(HALF_HOUR_MS);
  expect(kindsOf(await noticesOf(world, passenger))).toContain("arrival.overdue");
  // Who has no contacts is not asked: nothing would follow.
  expect(kindsOf(await noticesOf(world, host))).not.toContain("arrival.overdue");
  await waitUntil(2 * HALF_HOUR_MS - 1000);
  expect(lettersTo(world, email)).toEqual([]);
  await waitUntil(2 * HALF_HOUR_MS);
  await waitUntil(2 * HALF_HOUR_MS + 1000);
  const [letter, ...others] = lettersTo(world, email);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe("Jonas has not said that they arrived");
  expect(letter?.paragraphs.join(" ")).toContain("Amara O. drives.");
  expect(kindsOf(await noticesOf(world, passenger)).filter((kind) => kind.startsWith("arrival."))).toEqual([
    "arrival.told",
    "arrival.overdue",
  ]);
  expect((await arrive(passenger)).body).toMatchObject({
    rideId: ride.id,
    contacts: 1,
    toldAt: expect.any(String),
    arrivedAt: world.now().toISOString(),
  });
  await arrive(passenger);
  expect(lettersTo(world, email).map(({ subject }) => subject)).toEqual([
    "Jonas has not said that they arrived",
    "Jonas has arrived",
  ]);
  expect(world.bugs).toEqual([]);
});

test("[issue6/on-the-way:all-clear] who says that they arrived while their contacts are being told waits for that, and the contacts hear that all is well", async () => {
  const { world, ride, passenger, email, waitUntil, arrive, setClock } = await openArrival();
  await waitUntil(HALF_HOUR_MS);
  setClock(Date.parse(ride.arrivesAt) + 2 * HALF_HOUR_MS);
  const arriving = { answer: undefined as ReturnType<typeof arrive> | undefined, isOver: false };
  await transaction(world.ctx, async (ctx) => {
    await tellContacts(ctx);
    arriving.answer = arrive(passenger).finally(() => (arriving.isOver = true));
    await vi.waitUntil(async () => arriving.isOver || (await somebodyWaits(world)));
  });
  expect((await arriving.answer)?.body).toMatchObject({ toldAt: expect.any(String), arrivedAt: expect.any(String) });
  expect(lettersTo(world, email).map(({ subject }) => subject)).toEqual([
    "Jonas has not said that they arrived",
    "Jonas has arrived",
  ]);
});

test("[issue6/on-the-way:nobody-told] whose last contact leaves after the question is asked no longer, and not told that somebody was told", async () => {
  const { world, ride, passenger, email, waitUntil, arrive } = await openArrival();
  await waitUntil(HALF_HOUR_MS);
  const read = async () => (await world.call<OnTheWay>("GET", `/rides/${ride.id}/on-the-way`, { as: passenger })).body;
  expect(await read()).toMatchObject({ contacts: 1, askedAt: expect.any(String), toldAt: null });
  const [contact] = await list(world, passenger);
  await world.call("DELETE", `/trusted-contacts/${contact?.id}`, { as: passenger });
  await world.allTold();
  const heard = world.hear(passenger.uid);
  await waitUntil(2 * HALF_HOUR_MS);
  await world.allTold();
  expect(heard).toContainEqual({ type: "on-the-way.changed", rideId: ride.id });
  expect(await read()).toMatchObject({ contacts: 0, askedAt: null, toldAt: null });
  const kinds = kindsOf(await noticesOf(world, passenger)).filter((kind) => kind.startsWith("arrival."));
  expect(kinds).toEqual(["arrival.overdue"]);
  expect((await arrive(passenger)).body).toMatchObject({ toldAt: null, arrivedAt: world.now().toISOString() });
  expect(lettersTo(world, email)).toEqual([]);
});

test("[issue6/on-the-way:arrived] who says that they arrived is not asked, and nobody is told of them; the host's word is only the host's", async () => {
  const { world, ride, host, passenger, email, waitUntil, arrive, setClock } = await openArrival();
  setClock(ride.arrivesAt);
  await arrive(host);
  await waitUntil(HALF_HOUR_MS);
  expect(kindsOf(await noticesOf(world, passenger))).toContain("arrival.overdue");
  expect((await arrive(passenger)).status).toBe(200);
  await waitUntil(4 * HALF_HOUR_MS);
  expect(lettersTo(world, email)).toEqual([]);
});

test("[issue6/on-the-way:denied] a host who ends the ride and says that the passenger did not travel ends neither their link nor the alarm; only the passenger's own word does", async () => {
  const { world, ride, host, passenger, requestId, email, waitUntil, setClock } = await openArrival();
  const { body: link } = await world.call<{ url: string }>("POST", `/rides/${ride.id}/shares`, { as: passenger });
  const follow = async () => {
    const body = { token: new URL(link.url).hash.slice(1) };
    return (await world.call<{ state?: string; code?: string }>("POST", "/followed-rides", { body })).body;
  };
  const read = () => world.call<Answer>("GET", `/rides/${ride.id}/on-the-way`, { as: passenger });
  const deny = (as: Person, path: string, fault: string) =>
    world.call("POST", `/passages/${requestId}/${path}`, { as, body: { fault } });
  setClock(ride.departsAt);
  await world.call("POST", `/rides/${ride.id}/complete`, { as: host });
  expect((await deny(host, "not-travelled", "passenger-absent")).status).toBe(200);
  expect((await follow()).state).toBe("open");
  expect((await read()).status).toBe(200);
  await waitUntil(HALF_HOUR_MS);
  expect(kindsOf(await noticesOf(world, passenger))).toContain("arrival.overdue");
  await waitUntil(2 * HALF_HOUR_MS);
  expect(lettersTo(world, email).map(({ subject }) => subject)).toEqual(["Jonas has not said that they arrived"]);
  expect((await deny(passenger, "not-travelled/answer", "passenger-absent")).status).toBe(200);
  expect((await follow()).code).toBe("link_over");
  expect((await read()).status).toBe(404);
});

test("[issue6/on-the-way:emergency-here] whom to call is told for the country where the ride is", async () => {
  const { world, ride, passenger } = await shareRide();
  const read = async () =>
    (await world.call<OnTheWay>("GET", `/rides/${ride.id}/on-the-way`, { as: passenger })).body.emergency;
  expect(await read()).toEqual({ police: "112", ambulance: "112", fire: "112" });
  await world.call("POST", `/rides/${ride.id}/shares`, { as: passenger });
  world.world.now = new Date(ride.departsAt);
  const nearby = { region: "", population: 8_000_000, is_quarter: false };
  await world.db
    .insertInto("place")
    .values([
      { id: 1850147, name: "Tokyo", key: "tokyo", country: "JP", lat: 35.6895, lng: 139.6917, ...nearby },
      { id: 2925177, name: "Freiburg", key: "freiburg", country: "DE", lat: 47.9959, lng: 7.8522, ...nearby },
    ])
    .execute();
  const tokyo = { lat: 35.68, lng: 139.76 };
  await world.call("PUT", `/rides/${ride.id}/shares/position`, { as: passenger, body: tokyo });
  expect(await read()).toEqual({ police: "110", ambulance: "119", fire: "119" });
  world.world.now = new Date(Date.parse(ride.departsAt) + 16 * 60_000);
  // What was told so long ago says nothing any more: by the clock it is Germany.
  expect((await read()).police).toBe("112");
});

test("[issue6/trusted-contacts:asked] a contact is asked by one letter, agrees before anything else is sent, and both can end it", async () => {
  const { world, passenger } = await shareRide();
  world.mail.length = 0;
  const email = "mo@contact.test";
  expect((await name(world, passenger, "MO@contact.test ")).status).toBe(201);
  expect((await name(world, passenger, email)).body.code).toBe("contact_known");
  expect((await name(world, passenger, passenger.email)).body.code).toBe("own_contact");
  expect(lettersTo(world, email)).toHaveLength(1);
  expect(await list(world, passenger)).toMatchObject([{ name: "Mo", email, status: "asked" }]);
  const token = tokenOf(world, email);
  const asked = await world.call<Answer>("POST", "/trusted-contacts/asked", { body: { token } });
  expect(asked.body).toEqual({ owner: "Jonas W.", status: "asked" });
  // Looking changes nothing, as scanners of mail look.
  expect(await list(world, passenger)).toMatchObject([{ status: "asked" }]);
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  expect((await answer(world, forged, true)).body.code).toBe("link_over");
  expect((await answer(world, token, true)).body.status).toBe("confirmed");
  expect((await answer(world, token, true)).body.status).toBe("confirmed");
  expect((await answer(world, token, false)).body.status).toBe("declined");
  expect(await list(world, passenger)).toMatchObject([{ status: "declined", email: null }]);
  expect((await answer(world, token, true)).body.status).toBe("declined");
  const kinds = kindsOf(await noticesOf(world, passenger)).filter((kind) => kind.startsWith("trusted"));
  expect(kinds).toEqual(["trusted-contact.left", "trusted-contact.confirmed"]);
  expect(lettersTo(world, email)).toHaveLength(1);
});

test("[issue6/trusted-contacts:declined] who declined is asked no more by the same person, also when removed from the list", async () => {
  const { world, passenger, host } = await shareRide();
  const email = "mo@contact.test";
  await name(world, passenger, email);
  await answer(world, tokenOf(world, email), false);
  const [row] = await list(world, passenger);
  const remove = (as: Person) => world.call("DELETE", `/trusted-contacts/${row?.id}`, { as });
  expect((await remove(host)).status).toBe(404);
  expect((await remove(passenger)).status).toBe(200);
  expect(await list(world, passenger)).toEqual([]);
  expect((await name(world, passenger, email)).body.code).toBe("contact_declined");
  const kept = await world.db.selectFrom("trusted_contact").selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain("contact.test");
  expect((await name(world, host, email)).status).toBe(201);
});

test("[issue6/trusted-contacts:bounded] five at most also at once, forgotten after two weeks without an answer, and gone when removed", async () => {
  const { world, passenger } = await shareRide();
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => name(world, passenger, `n${n}@contact.test`)));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(all.filter(({ body }) => body.code === "contacts_enough")).toHaveLength(3);
  const [first, second] = await list(world, passenger);
  const token = tokenOf(world, first?.email ?? "");
  await answer(world, token, true);
  await world.call("DELETE", `/trusted-contacts/${second?.id}`, { as: passenger });
  world.world.now = new Date(world.now().getTime() + 14 * DAY_MS);
  for (const sweep of onTheWaySweeps) await runSweep(world.ctx, sweep);
  expect(await list(world, passenger)).toMatchObject([{ status: "confirmed" }]);
  await world.call("DELETE", `/trusted-contacts/${first?.id}`, { as: passenger });
  expect(await list(world, passenger)).toEqual([]);
  expect((await answer(world, token, true)).body.code).toBe("link_over");
});

test("[issue5/limits:ceilings] however many name an address at once, ten letters a day ask it", async () => {
  const world = await openWorld();
  const people = await Promise.all(Array.from({ length: 14 }, () => world.person()));
  const named = await Promise.all(people.map((person) => name(world, person, "mo@contact.test")));
  expect(new Set(named.map(({ status }) => status))).toEqual(new Set([201]));
  expect(lettersTo(world, "mo@contact.test")).toHaveLength(10);
});
