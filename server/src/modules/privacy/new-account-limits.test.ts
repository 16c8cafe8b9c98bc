import { expect, test } from "vitest";
import { driverActions } from "../../../test/fixtures/drivers.ts";
import {
  requestSeats,
  hostRide,
  karlsruheToBonn,
  postRequest,
  sortedStatuses,
} from "../../../test/fixtures/rides.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { sweepFirstContacts } from "./index.ts";

const day = (n: number) => `2026-01-${String(n).padStart(2, "0")}T06:45:00.000Z`;
const open = (most: number) =>
  createTestApp({ settings: { NEW_ACCOUNT_DAYS: 7, NEW_ACCOUNT_CONTACTS_PER_DAY: most } });
type Coded = { code?: string; error?: string };
const sender = (app: TestApp, as: TestUser) => (path: string, body: object) =>
  app.call<Coded>("POST", path, { as, body });
const codes = (answers: readonly { body: Coded }[]) =>
  answers.flatMap(({ body }) => body.code ?? []);

/** Six ways to contact six strangers, one after the other. */
async function waysToContact(app: TestApp, as: TestUser) {
  const [host, hostToo, waited, seeker, driver, other] = await Promise.all(
    Array.from({ length: 6 }, () => app.createUser()),
  );
  if (!host || !hostToo || !waited || !seeker || !driver || !other)
    throw new Error("A user is missing.");
  const ride = await hostRide(app, host, { departsAt: day(3) });
  const instant = await hostRide(app, hostToo, { departsAt: day(4), approval: "instant" });
  const full = await hostRide(app, waited, {
    departsAt: day(5),
    seatsTotal: 1,
    approval: "instant",
  });
  await requestSeats(app, full, waited);
  const sought = await postRequest(app, seeker, { departsAfter: day(6), departsBefore: day(6) });
  await driverActions(app, driver).goActive();
  const send = sender(app, as);
  return [
    () => send(`/rides/${ride.id}/request`, {}),
    () => send(`/rides/${instant.id}/request`, {}),
    () => send(`/rides/${full.id}/standby`, {}),
    () => send(`/rides/requests/${sought.id}/offer`, { departsAt: day(6), seats: 1 }),
    () => send("/requests", { ...karlsruheToBonn, driverUid: driver.uid }),
    () => send("/requests", { ...karlsruheToBonn, departsAfter: day(8), departsBefore: day(8) }),
    () => send("/trusted-contacts", { name: "Grace", email: "grace@example.org" }),
    () => send("/chat/conversations", { withUid: other.uid }),
  ];
}

test("every kind of contact by a new account counts, also concurrently and without a message", async () => {
  const app = await open(3);
  const ada = await app.createUser();
  const ways = await waysToContact(app, ada);
  const answers = await Promise.all(ways.map((contact) => contact()));
  expect(codes(answers)).toEqual(Array(5).fill("strangers_enough"));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const error =
    "Your account is new, so for now you can contact at most 3 new people a day. Please try again tomorrow.";
  expect(new Set(answers.flatMap(({ body }) => body.error ?? []))).toEqual(new Set([error]));
  // The next day there are three more, and after a week no limit.
  advanceClock(app, 86_400);
  const next = (await waysToContact(app, ada)).slice(2);
  expect(codes(await Promise.all(next.map((contact) => contact())))).toHaveLength(3);
  advanceClock(app, 6 * 86_400);
  const people = await Promise.all(Array.from({ length: 6 }, () => app.createUser()));
  const send = sender(app, ada);
  const opened = await Promise.all(
    people.map(({ uid }) => send("/chat/conversations", { withUid: uid })),
  );
  expect(codes(opened)).toEqual([]);
});

test("of thirteen seat requests of a minute-old account, ten reach their hosts", async () => {
  const app = await open(10);
  const eve = await app.createUser();
  const rides: string[] = [];
  for (let n = 0; n < 13; n++)
    rides.push((await hostRide(app, await app.createUser(), { departsAt: day(3 + n) })).id);
  const send = sender(app, eve);
  const answers = await Promise.all(rides.map((id) => send(`/rides/${id}/request`, {})));
  expect(codes(answers)).toEqual(Array(3).fill("strangers_enough"));
  const { rows } = { rows: await app.db.selectFrom("seat_request").select("id").execute() };
  expect(rows).toHaveLength(10);
});

test("trusted contacts that are added and removed still count, and one who is added again does not count twice", async () => {
  const app = await open(3);
  const eve = await app.createUser();
  const name = async (n: number) => {
    const answer = await app.call<Coded & { id: string }>("POST", "/trusted-contacts", {
      as: eve,
      body: { name: "Grace", email: `grace${n}@example.org` },
    });
    if (answer.status === 201)
      await app.call("DELETE", `/trusted-contacts/${answer.body.id}`, { as: eve });
    return answer;
  };
  const answers = [];
  for (const n of [1, 2, 1, 2, 3, 4, 5, 6]) answers.push(await name(n));
  expect(sortedStatuses(answers)).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
  const invited = app.mail.filter(({ to }) => to !== eve.email);
  expect(new Set(invited.map(({ to }) => to)).size).toBe(3);
});

test("users who share a booking contact each other freely, and refused contacts do not count", async () => {
  const app = await open(2);
  const ada = await app.createUser();
  const host = await app.createUser();
  const first = await hostRide(app, host, { departsAt: day(3) });
  await (await requestSeats(app, first, host, {}, ada)).accept();
  const send = sender(app, ada);
  for (let n = 0; n < 3; n++)
    expect((await send(`/rides/${first.id}/request`, { seats: 1 })).status).toBe(409);
  for (const n of [4, 5, 6]) {
    const ride = await hostRide(app, host, { departsAt: day(n) });
    expect((await send(`/rides/${ride.id}/request`, {})).status).toBe(201);
  }
  const bob = await app.createUser();
  const carol = await app.createUser();
  expect((await send("/chat/conversations", { withUid: bob.uid })).status).toBe(201);
  expect((await send("/chat/conversations", { withUid: carol.uid })).body.code).toBe(
    "strangers_enough",
  );
  // Bob again, who was contacted before.
  expect((await send("/chat/conversations", { withUid: bob.uid })).status).toBe(201);
});

test("first contacts of a new account are deleted after a day and stored as a hash", async () => {
  const app = await open(2);
  const ada = await app.createUser();
  const bob = await app.createUser();
  await sender(app, ada)("/chat/conversations", { withUid: bob.uid });
  const storedHashes = () => app.db.selectFrom("stranger_contact").select("contact_hash").execute();
  expect(JSON.stringify(await storedHashes())).not.toContain(bob.uid);
  advanceClock(app, 86_399);
  await sweepFirstContacts(app.ctx);
  expect(await storedHashes()).toHaveLength(1);
  advanceClock(app, 2);
  await sweepFirstContacts(app.ctx);
  expect(await storedHashes()).toEqual([]);
});
