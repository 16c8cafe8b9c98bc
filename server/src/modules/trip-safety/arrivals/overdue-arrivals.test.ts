import { DAY_MS } from "@commonlane/contract/durations";
import type { TripSafety } from "@commonlane/contract/trip-safety";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { expect, test, vi } from "vitest";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { arrivalMs } from "../../../../test/fixtures/rides.ts";
import { createBookedRide, sweepRides } from "../../../../test/fixtures/shared-rides.ts";
import { isWaitingForLock } from "../../../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { notifyContactsOfOverdue } from "./overdue-arrivals.ts";
import { tripSafetySweeps } from "../index.ts";

const HALF_HOUR_MS = 1_800_000;
type Answer = { owner?: string; status?: string; code?: string };

const emailsTo = (app: TestApp, email: string) => app.mail.filter(({ to }) => to === email);
const tokenOf = (app: TestApp, email: string) =>
  new URL(emailsTo(app, email).at(-1)?.action?.url ?? "https://none.test").hash.slice(1);
const answer = (app: TestApp, token: string, agrees: boolean) =>
  app.call<Answer>("POST", "/trusted-contacts/answer", { body: { token, agrees } });
const name = (app: TestApp, as: TestUser, email: string) =>
  app.call<TrustedContact & { code?: string }>("POST", "/trusted-contacts", {
    as,
    body: { name: "Mo", email },
  });
const list = async (app: TestApp, as: TestUser) =>
  (await app.call<{ items: TrustedContact[] }>("GET", "/trusted-contacts", { as })).body.items;

async function openArrival() {
  const booking = await createBookedRide();
  const { app, ride, passenger } = booking;
  const email = "mo@contact.test";
  await name(app, passenger, email);
  await answer(app, tokenOf(app, email), true);
  app.mail.length = 0;
  /** Advances the clock after the expected arrival and runs the sweeps. */
  const waitUntil = async (afterMs: number) => {
    booking.setClock(arrivalMs(ride) + afterMs);
    await sweepRides(app);
    for (const sweep of tripSafetySweeps) await runSweep(app.ctx, sweep);
  };
  const arrive = (as: TestUser) =>
    app.call<TripSafety & { code?: string }>("POST", `/rides/${ride.id}/arrived`, { as, body: {} });
  return { ...booking, email, waitUntil, arrive };
}

test("asks an overdue user, then notifies their contacts, then gives the all-clear, each once", async () => {
  const { app, ride, host, passenger, email, waitUntil, arrive } = await openArrival();
  expect((await arrive(passenger)).body.code).toBe("too_early");
  await waitUntil(HALF_HOUR_MS - 1000);
  expect(kindsOf(await listNotifications(app, passenger))).not.toContain("arrival.overdue");
  await waitUntil(HALF_HOUR_MS);
  expect(kindsOf(await listNotifications(app, passenger))).toContain("arrival.overdue");
  // Users without contacts are not asked because nothing would follow.
  expect(kindsOf(await listNotifications(app, host))).not.toContain("arrival.overdue");
  await waitUntil(2 * HALF_HOUR_MS - 1000);
  expect(emailsTo(app, email)).toEqual([]);
  await waitUntil(2 * HALF_HOUR_MS);
  await waitUntil(2 * HALF_HOUR_MS + 1000);
  const [firstEmail, ...others] = emailsTo(app, email);
  expect(others).toEqual([]);
  expect(firstEmail?.subject).toBe("Jonas hasn't confirmed their arrival");
  expect(firstEmail?.paragraphs.join(" ")).toContain("Amara O. is driving.");
  expect(
    kindsOf(await listNotifications(app, passenger)).filter((kind) => kind.startsWith("arrival.")),
  ).toEqual(["arrival.contacts-notified", "arrival.overdue"]);
  expect((await arrive(passenger)).body).toMatchObject({
    rideId: ride.id,
    contacts: 1,
    contactsNotifiedAt: expect.any(String),
    arrivedAt: app.now().toISOString(),
  });
  await arrive(passenger);
  expect(emailsTo(app, email).map(({ subject }) => subject)).toEqual([
    "Jonas hasn't confirmed their arrival",
    "Jonas has arrived",
  ]);
  expect(app.bugs).toEqual([]);
});

test("an arrival confirmed while contacts are being notified waits for that and sends them the all-clear", async () => {
  const { app, ride, passenger, email, waitUntil, arrive, setClock } = await openArrival();
  await waitUntil(HALF_HOUR_MS);
  setClock(arrivalMs(ride) + 2 * HALF_HOUR_MS);
  const arriving = { answer: undefined as ReturnType<typeof arrive> | undefined, isOver: false };
  await transaction(app.ctx, async (ctx) => {
    await notifyContactsOfOverdue(ctx);
    arriving.answer = arrive(passenger).finally(() => (arriving.isOver = true));
    await vi.waitUntil(async () => arriving.isOver || (await isWaitingForLock(app)));
  });
  expect((await arriving.answer)?.body).toMatchObject({
    contactsNotifiedAt: expect.any(String),
    arrivedAt: expect.any(String),
  });
  expect(emailsTo(app, email).map(({ subject }) => subject)).toEqual([
    "Jonas hasn't confirmed their arrival",
    "Jonas has arrived",
  ]);
});

test("withdraws the question if the last contact leaves, and notifies no one", async () => {
  const { app, ride, passenger, email, waitUntil, arrive } = await openArrival();
  await waitUntil(HALF_HOUR_MS);
  const read = async () =>
    (await app.call<TripSafety>("GET", `/rides/${ride.id}/trip-safety`, { as: passenger })).body;
  expect(await read()).toMatchObject({
    contacts: 1,
    arrivalAskedAt: expect.any(String),
    contactsNotifiedAt: null,
  });
  const [contact] = await list(app, passenger);
  await app.call("DELETE", `/trusted-contacts/${contact?.id}`, { as: passenger });
  await app.waitForEvents();
  const events = app.recordEventsOf(passenger.uid);
  await waitUntil(2 * HALF_HOUR_MS);
  await app.waitForEvents();
  expect(events).toContainEqual({ type: "trip-safety.changed", rideId: ride.id });
  expect(await read()).toMatchObject({
    contacts: 0,
    arrivalAskedAt: null,
    contactsNotifiedAt: null,
  });
  const kinds = kindsOf(await listNotifications(app, passenger)).filter((kind) =>
    kind.startsWith("arrival."),
  );
  expect(kinds).toEqual(["arrival.overdue"]);
  expect((await arrive(passenger)).body).toMatchObject({
    contactsNotifiedAt: null,
    arrivedAt: app.now().toISOString(),
  });
  expect(emailsTo(app, email)).toEqual([]);
});

test("asks again if a contact comes back after the question was withdrawn, before anyone is notified", async () => {
  const { app, passenger, email, waitUntil } = await openArrival();
  await waitUntil(HALF_HOUR_MS);
  const [contact] = await list(app, passenger);
  await app.call("DELETE", `/trusted-contacts/${contact?.id}`, { as: passenger });
  await waitUntil(2 * HALF_HOUR_MS);
  const other = "other@contact.test";
  await name(app, passenger, other);
  await answer(app, tokenOf(app, other), true);
  await waitUntil(3 * HALF_HOUR_MS);
  await waitUntil(4 * HALF_HOUR_MS);
  const kinds = kindsOf(await listNotifications(app, passenger)).filter((kind) =>
    kind.startsWith("arrival."),
  );
  expect(kinds).toEqual(["arrival.contacts-notified", "arrival.overdue", "arrival.overdue"]);
  expect(emailsTo(app, email)).toEqual([]);
  expect(emailsTo(app, other).at(-1)?.subject).toBe("Jonas hasn't confirmed their arrival");
});

test("does not ask after a confirmed arrival; the host's confirmation counts only for the host", async () => {
  const { app, ride, host, passenger, email, waitUntil, arrive, setClock } = await openArrival();
  setClock(arrivalMs(ride));
  await arrive(host);
  await waitUntil(HALF_HOUR_MS);
  expect(kindsOf(await listNotifications(app, passenger))).toContain("arrival.overdue");
  expect((await arrive(passenger)).status).toBe(200);
  await waitUntil(4 * HALF_HOUR_MS);
  expect(emailsTo(app, email)).toEqual([]);
});

test("a host's no-show report ends neither the passenger's share link nor the arrival check; only the passenger's own statement does", async () => {
  const { app, ride, host, passenger, requestId, email, waitUntil, setClock } = await openArrival();
  const { body: link } = await app.call<{ url: string }>("POST", `/rides/${ride.id}/shares`, {
    as: passenger,
  });
  const follow = async () => {
    const body = { token: new URL(link.url).hash.slice(1) };
    return (await app.call<{ state?: string; code?: string }>("POST", "/followed-rides", { body }))
      .body;
  };
  const read = () => app.call<Answer>("GET", `/rides/${ride.id}/trip-safety`, { as: passenger });
  const deny = (as: TestUser, path: string, fault: string) =>
    app.call("POST", `/trip-outcomes/${requestId}/${path}`, { as, body: { fault } });
  setClock(ride.departsAt);
  await app.call("POST", `/rides/${ride.id}/complete`, { as: host });
  expect((await deny(host, "no-show", "passenger-absent")).status).toBe(200);
  expect((await follow()).state).toBe("open");
  expect((await read()).status).toBe(200);
  await waitUntil(HALF_HOUR_MS);
  expect(kindsOf(await listNotifications(app, passenger))).toContain("arrival.overdue");
  await waitUntil(2 * HALF_HOUR_MS);
  expect(emailsTo(app, email).map(({ subject }) => subject)).toEqual([
    "Jonas hasn't confirmed their arrival",
  ]);
  expect((await deny(passenger, "no-show/answer", "passenger-absent")).status).toBe(200);
  expect((await follow()).code).toBe("link_over");
  expect((await read()).status).toBe(404);
});

test("shows the emergency numbers of the country where the ride is", async () => {
  const { app, ride, passenger } = await createBookedRide();
  const read = async () =>
    (await app.call<TripSafety>("GET", `/rides/${ride.id}/trip-safety`, { as: passenger })).body
      .emergency;
  expect(await read()).toEqual({ police: "112", ambulance: "112", fire: "112" });
  await app.call("POST", `/rides/${ride.id}/shares`, { as: passenger });
  app.clock.now = new Date(ride.departsAt);
  const town = { region: "", kind: "town", town: "", state: "", importance: 690 } as const;
  await app.db
    .insertInto("place")
    .values([
      { id: 1850147, name: "Tokyo", country: "JP", lat: 35.6895, lng: 139.6917, ...town },
      { id: 2925177, name: "Freiburg", country: "DE", lat: 47.9959, lng: 7.8522, ...town },
    ])
    .execute();
  const tokyo = { lat: 35.68, lng: 139.76 };
  await app.call("PUT", `/rides/${ride.id}/shares/position`, { as: passenger, body: tokyo });
  expect(await read()).toEqual({ police: "110", ambulance: "119", fire: "119" });
  app.clock.now = new Date(Date.parse(ride.departsAt) + 16 * 60_000);
  // The position is too old to be used; by schedule the ride is in Germany.
  expect((await read()).police).toBe("112");
});

test("a contact gets one invitation, accepts before anything else is sent, and both sides can end it", async () => {
  const { app, passenger } = await createBookedRide();
  app.mail.length = 0;
  const email = "mo@contact.test";
  expect((await name(app, passenger, "MO@contact.test ")).status).toBe(201);
  expect((await name(app, passenger, email)).body.code).toBe("contact_known");
  expect((await name(app, passenger, passenger.email)).body.code).toBe("own_contact");
  expect(emailsTo(app, email)).toHaveLength(1);
  expect(await list(app, passenger)).toMatchObject([{ name: "Mo", email, status: "invited" }]);
  const token = tokenOf(app, email);
  const invitation = await app.call<Answer>("POST", "/trusted-contacts/invitation", {
    body: { token },
  });
  expect(invitation.body).toEqual({ owner: "Jonas W.", status: "invited" });
  // Opening the link changes nothing, because mail scanners open links.
  expect(await list(app, passenger)).toMatchObject([{ status: "invited" }]);
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  expect((await answer(app, forged, true)).body.code).toBe("link_over");
  expect((await answer(app, token, true)).body.status).toBe("confirmed");
  expect((await answer(app, token, true)).body.status).toBe("confirmed");
  expect((await answer(app, token, false)).body.status).toBe("declined");
  expect(await list(app, passenger)).toMatchObject([{ status: "declined", email: null }]);
  expect((await answer(app, token, true)).body.status).toBe("declined");
  const kinds = kindsOf(await listNotifications(app, passenger)).filter((kind) =>
    kind.startsWith("trusted"),
  );
  expect(kinds).toEqual(["trusted-contact.left", "trusted-contact.confirmed"]);
  expect(emailsTo(app, email)).toHaveLength(1);
});

test("a contact who declined cannot be invited again by the same user, even after removal", async () => {
  const { app, passenger, host } = await createBookedRide();
  const email = "mo@contact.test";
  await name(app, passenger, email);
  await answer(app, tokenOf(app, email), false);
  const [row] = await list(app, passenger);
  const remove = (as: TestUser) => app.call("DELETE", `/trusted-contacts/${row?.id}`, { as });
  expect((await remove(host)).status).toBe(404);
  expect((await remove(passenger)).status).toBe(200);
  expect(await list(app, passenger)).toEqual([]);
  expect((await name(app, passenger, email)).body.code).toBe("contact_declined");
  const stored = await app.db.selectFrom("trusted_contact").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain("contact.test");
  expect((await name(app, host, email)).status).toBe(201);
});

test("allows five contacts even concurrently, and deletes them after two weeks without an answer or on removal", async () => {
  const { app, passenger } = await createBookedRide();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => name(app, passenger, `n${n}@contact.test`)),
  );
  expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(all.filter(({ body }) => body.code === "contacts_enough")).toHaveLength(3);
  const [first, second] = await list(app, passenger);
  const token = tokenOf(app, first?.email ?? "");
  await answer(app, token, true);
  await app.call("DELETE", `/trusted-contacts/${second?.id}`, { as: passenger });
  app.clock.now = new Date(app.now().getTime() + 14 * DAY_MS);
  for (const sweep of tripSafetySweeps) await runSweep(app.ctx, sweep);
  expect(await list(app, passenger)).toMatchObject([{ status: "confirmed" }]);
  await app.call("DELETE", `/trusted-contacts/${first?.id}`, { as: passenger });
  expect(await list(app, passenger)).toEqual([]);
  expect((await answer(app, token, true)).body.code).toBe("link_over");
});

test("sends at most ten invitations a day to one address", async () => {
  const app = await createTestApp();
  const people = await Promise.all(Array.from({ length: 14 }, () => app.createUser()));
  const named = await Promise.all(people.map((person) => name(app, person, "mo@contact.test")));
  expect(new Set(named.map(({ status }) => status))).toEqual(new Set([201]));
  expect(emailsTo(app, "mo@contact.test")).toHaveLength(10);
});
