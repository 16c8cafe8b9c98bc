import { expect, test } from "vitest";
import { atMap } from "../../../test/drivers.ts";
import { askForSeats, hostRide, karlsruheToBonn, postRequest, statuses } from "../../../test/journeys.ts";
import { advance } from "../../../test/identity.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { sweepContacts } from "./index.ts";

const day = (n: number) => `2026-01-${String(n).padStart(2, "0")}T06:45:00.000Z`;
const open = (most: number) => openWorld({ settings: { NEW_ACCOUNT_DAYS: 7, NEW_ACCOUNT_STRANGERS: most } });
type Coded = { code?: string; error?: string };
const sender = (world: World, as: Person) => (path: string, body: object) =>
  world.call<Coded>("POST", path, { as, body });
const codes = (answers: readonly { body: Coded }[]) => answers.flatMap(({ body }) => body.code ?? []);

/** Six ways to contact six strangers, one after another for who may. */
async function waysToContact(world: World, as: Person) {
  const [host, hostToo, waited, seeker, driver, other] = await Promise.all(
    Array.from({ length: 6 }, () => world.person()),
  );
  if (!host || !hostToo || !waited || !seeker || !driver || !other) throw new Error("Nobody came.");
  const ride = await hostRide(world, host, { departsAt: day(3) });
  const instant = await hostRide(world, hostToo, { departsAt: day(4), approval: "instant" });
  const full = await hostRide(world, waited, { departsAt: day(5), seatsTotal: 1, approval: "instant" });
  await askForSeats(world, full, waited);
  const sought = await postRequest(world, seeker, { departsAfter: day(6), departsBefore: day(6) });
  await atMap(world, driver).goActive();
  const send = sender(world, as);
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

test("[issue6/strangers:every-way] whatever way a new account contacts strangers, it counts, also at once and without a message", async () => {
  const world = await open(3);
  const ada = await world.person();
  const ways = await waysToContact(world, ada);
  const answers = await Promise.all(ways.map((contact) => contact()));
  expect(codes(answers)).toEqual(Array(5).fill("strangers_enough"));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const error =
    "Your account is new, so for now you can contact at most 3 new people a day. Please try again tomorrow.";
  expect(new Set(answers.flatMap(({ body }) => body.error ?? []))).toEqual(new Set([error]));
  // The next day there are three more, and after a week no limit.
  advance(world, 86_400);
  const next = (await waysToContact(world, ada)).slice(2);
  expect(codes(await Promise.all(next.map((contact) => contact())))).toHaveLength(3);
  advance(world, 6 * 86_400);
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()));
  const send = sender(world, ada);
  const opened = await Promise.all(people.map(({ uid }) => send("/chat/conversations", { withUid: uid })));
  expect(codes(opened)).toEqual([]);
});

test("[issue15/strangers:thirteen] of thirteen seat requests of a minute-old account ten reach their hosts", async () => {
  const world = await open(10);
  const eve = await world.person();
  const rides: string[] = [];
  for (let n = 0; n < 13; n++) rides.push((await hostRide(world, await world.person(), { departsAt: day(3 + n) })).id);
  const send = sender(world, eve);
  const answers = await Promise.all(rides.map((id) => send(`/rides/${id}/request`, {})));
  expect(codes(answers)).toEqual(Array(3).fill("strangers_enough"));
  const { rows } = { rows: await world.db.selectFrom("seat_request").select("id").execute() };
  expect(rows).toHaveLength(10);
});

test("[issue15/strangers:removed] trusted contacts that are named and removed again still count, and one who is asked again does not count twice", async () => {
  const world = await open(3);
  const eve = await world.person();
  const name = async (n: number) => {
    const answer = await world.call<Coded & { id: string }>("POST", "/trusted-contacts", {
      as: eve,
      body: { name: "Grace", email: `grace${n}@example.org` },
    });
    if (answer.status === 201) await world.call("DELETE", `/trusted-contacts/${answer.body.id}`, { as: eve });
    return answer;
  };
  const answers = [];
  for (const n of [1, 2, 1, 2, 3, 4, 5, 6]) answers.push(await name(n));
  expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
  expect(new Set(world.mail.map(({ to }) => to)).size).toBe(3);
});

test("[issue15/strangers:known] who has agreed a seat with somebody contacts them freely, and what was refused does not count", async () => {
  const world = await open(2);
  const [ada, host] = [await world.person(), await world.person()];
  const first = await hostRide(world, host, { departsAt: day(3) });
  await (await askForSeats(world, first, host, {}, ada)).accept();
  const send = sender(world, ada);
  for (let n = 0; n < 3; n++) expect((await send(`/rides/${first.id}/request`, { seats: 1 })).status).toBe(409);
  for (const n of [4, 5, 6]) {
    const ride = await hostRide(world, host, { departsAt: day(n) });
    expect((await send(`/rides/${ride.id}/request`, {})).status).toBe(201);
  }
  const [bob, carol] = [await world.person(), await world.person()];
  expect((await send("/chat/conversations", { withUid: bob.uid })).status).toBe(201);
  expect((await send("/chat/conversations", { withUid: carol.uid })).body.code).toBe("strangers_enough");
  // Bob again, whom they have contacted already.
  expect((await send("/chat/conversations", { withUid: bob.uid })).status).toBe(201);
});

test("whom a new account contacted is forgotten after a day, and kept as a hash", async () => {
  const world = await open(2);
  const [ada, bob] = [await world.person(), await world.person()];
  await sender(world, ada)("/chat/conversations", { withUid: bob.uid });
  const kept = () => world.db.selectFrom("stranger_contact").select("contact_hash").execute();
  expect(JSON.stringify(await kept())).not.toContain(bob.uid);
  advance(world, 86_399);
  await sweepContacts(world.ctx);
  expect(await kept()).toHaveLength(1);
  advance(world, 2);
  await sweepContacts(world.ctx);
  expect(await kept()).toEqual([]);
});
