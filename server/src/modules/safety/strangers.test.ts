import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { atMap } from "../../../test/drivers.ts";
import { askForSeats, hostRide, karlsruheToBonn, postRequest, statuses } from "../../../test/journeys.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";

const day = (n: number) => `2026-01-0${n}T06:45:00.000Z`;

/** Four ways to say something to four people, by the words that go with it. */
async function waysToWrite(world: World, as: Person) {
  const [host, hostToo, seeker, driver] = [
    await world.person(),
    await world.person(),
    await world.person(),
    await world.person(),
  ];
  const rides = [
    await hostRide(world, host, { departsAt: day(3) }),
    await hostRide(world, hostToo, { departsAt: day(4) }),
  ];
  const sought = await postRequest(world, seeker, { departsAfter: day(5), departsBefore: day(5) });
  await atMap(world, driver).goActive();
  const send = (path: string, body: object) => world.call<{ code?: string }>("POST", path, { as, body });
  const ways = [
    ...rides.map(
      ({ id }) =>
        (message?: string) =>
          send(`/rides/${id}/request`, { message }),
    ),
    (message?: string) => send(`/rides/requests/${sought.id}/offer`, { departsAt: day(5), seats: 1, message }),
    (note?: string) => send("/requests", { ...karlsruheToBonn, driverUid: driver.uid, note }),
  ];
  return { ways, people: [host, hostToo, seeker, driver] };
}

test("[issue6/strangers:every-way] seat requests, offers and requests to a driver count with a message as chats do, also at once; without one they are free", async () => {
  const world = await openWorld({ settings: { NEW_ACCOUNT_STRANGERS: 2 } });
  const ada = await world.person();
  const { ways, people } = await waysToWrite(world, ada);
  const answers = await Promise.all(ways.map((write) => write("Hello")));
  expect(statuses(answers)).toEqual([201, 201, 409, 409]);
  const chats: unknown[] = [];
  for (const { uid: withUid } of people) {
    const { status, body } = await world.call<{ code?: string }>("POST", "/chat/conversations", {
      as: ada,
      body: { withUid },
    });
    chats.push(status === 201 ? status : body.code);
  }
  // Whom they have written to already they may write to again.
  expect(chats).toEqual(answers.map(({ status }) => (status === 201 ? 201 : "strangers_enough")));
  const refused = ways.filter((_, n) => answers[n]?.body.code === "strangers_enough");
  expect(statuses(await Promise.all(refused.map((write) => write())))).toEqual([201, 201]);
});

test("[issue6/strangers:note-later] the note that a request to a driver is given later counts as well", async () => {
  const world = await openWorld({ settings: { NEW_ACCOUNT_STRANGERS: 1 } });
  const [ada, driver, other] = [await world.person(), await world.person(), await world.person()];
  await atMap(world, driver).goActive();
  const { id } = await postRequest(world, ada, { driverUid: driver.uid });
  await world.call("POST", "/chat/conversations", { as: ada, body: { withUid: other.uid } });
  const change = (body: object) => world.call<{ code?: string }>("PUT", `/requests/${id}`, { as: ada, body });
  expect((await change({ note: "Hello" })).body.code).toBe("strangers_enough");
  expect((await change({ seats: 2 })).status).toBe(200);
});

test("[issue6/strangers:instant] a message with a seat that is given at once counts when the seat is given back", async () => {
  const world = await openWorld({ settings: { NEW_ACCOUNT_STRANGERS: 2 } });
  const ada = await world.person();
  const book = async (n: number, message?: string) => {
    const host = await world.person();
    const ride = await hostRide(world, host, { departsAt: day(n), approval: "instant" });
    return askForSeats(world, ride, host, { message }, ada);
  };
  const booked = [await book(3, "Hello"), await book(4, "Hello"), await book(5, "Hello")];
  expect(statuses(booked.map(({ asked }) => asked))).toEqual([201, 201, 201]);
  for (const { end } of booked.slice(0, 2)) await end();
  expect((await book(6, "Hello")).asked.body.code).toBe("strangers_enough");
  expect((await book(7)).asked.body.status).toBe("accepted");
  world.world.now = new Date(Date.parse(day(9)));
  const later = new Date(Date.parse(day(9)) + DAY_MS).toISOString();
  const host = await world.person();
  const ride = await hostRide(world, host, { departsAt: later, approval: "instant" });
  expect((await askForSeats(world, ride, host, { message: "Hello" }, ada)).asked.status).toBe(201);
});
