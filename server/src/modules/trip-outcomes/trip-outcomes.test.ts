import { HOUR_MS } from "@commonlane/contract/durations";
import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { requestSeats, sortedStatuses } from "../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import {
  estimatedArrivalMs,
  createBookedRide,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import type { TestUser } from "../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { tripOutcomeSweeps } from "./index.ts";

type Answer = TripOutcome & { code?: string; current?: TripOutcome };

async function openTripOutcome() {
  const booking = await createBookedRide();
  const { app, ride, requestId } = booking;
  const post = (as: TestUser, path: string, body: object) =>
    app.call<Answer>("POST", `/trip-outcomes/${requestId}/${path}`, { as, body });
  const read = async (as: TestUser) =>
    (await app.call<{ items: TripOutcome[] }>("GET", `/rides/${ride.id}/trip-outcomes`, { as }))
      .body.items;
  /** Lets the ride arrive automatically. */
  const arrive = async () => {
    booking.setClock(estimatedArrivalMs(ride) + 60_000);
    await sweepRides(app);
  };
  const settle = async () => {
    for (const sweep of tripOutcomeSweeps) await runSweep(app.ctx, sweep);
  };
  const statusOf = async () => {
    const mine = await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", {
      as: booking.passenger,
    });
    return mine.body.items[0]?.status;
  };
  return { ...booking, post, read, arrive, settle, statusOf };
}

test("[domain/passage:pin] the passenger sees a PIN that the host enters at pickup; five wrong attempts lock it", async () => {
  const { app, host, passenger, ride, post, read, setClock, ask } = await openTripOutcome();
  const pin = (await read(passenger))[0]?.pin ?? "";
  expect(pin).toMatch(/^\d{4}$/);
  expect((await read(passenger))[0]?.pin).toBe(pin);
  expect(await read(host)).toMatchObject([
    { id: ask.response.body.id, pin: null, pinTriesLeft: 5 },
  ]);
  expect(await read(await app.createUser())).toEqual([]);
  expect((await post(host, "pickup", { pin })).body.code).toBe("too_early");
  setClock(Date.parse(ride.departsAt) - HOUR_MS);
  expect((await post(passenger, "pickup", { pin })).body.code).toBe("not_yours");
  const wrong = pin === "0000" ? "1111" : "0000";
  for (let n = 0; n < 4; n++)
    expect((await post(host, "pickup", { pin: wrong })).body.code).toBe("pin_wrong");
  expect(await read(host)).toMatchObject([{ pinTriesLeft: 1, pickedUpAt: null }]);
  const right = await post(host, "pickup", { pin });
  expect(right.body.pickedUpAt).toBe(app.now().toISOString());
  expect((await post(host, "pickup", { pin: wrong })).body).toEqual(right.body);
  expect(await read(passenger)).toMatchObject([{ pin: null, pickedUpAt: right.body.pickedUpAt }]);
});

test("[domain/passage:pin-tries] of twenty concurrent guesses only five are checked", async () => {
  const { host, passenger, ride, post, read, setClock } = await openTripOutcome();
  const pin = (await read(passenger))[0]?.pin ?? "";
  setClock(Date.parse(ride.departsAt) - HOUR_MS);
  const guesses = Array.from({ length: 20 }, (_, n) =>
    String((Number(pin) + 1 + n) % 10_000).padStart(4, "0"),
  );
  const answers = await Promise.all(guesses.map((guess) => post(host, "pickup", { pin: guess })));
  expect(answers.filter(({ body }) => body.code === "pin_wrong")).toHaveLength(5);
  expect((await post(host, "pickup", { pin })).body.code).toBe("pin_locked");
});

test("[domain/passage:paid] each side marks the contribution as paid and can undo it", async () => {
  const { app, host, passenger, post, read, ride } = await openTripOutcome();
  expect((await post(passenger, "paid", { paid: true })).body).toMatchObject({
    paidAt: app.now().toISOString(),
    receivedAt: null,
  });
  expect((await post(host, "paid", { paid: true })).body.receivedAt).toBe(app.now().toISOString());
  await post(passenger, "paid", { paid: false });
  expect(await read(host)).toMatchObject([{ paidAt: null, receivedAt: app.now().toISOString() }]);
  const stranger = await requestSeats(app, ride, host);
  expect((await post(stranger.seeker, "paid", { paid: true })).body.code).toBe("not_found");
});

test("[domain/seat-request:disputed] either side can report a no-show once within 24 hours of arrival", async () => {
  const { app, host, passenger, post, read, arrive, setClock, statusOf } = await openTripOutcome();
  const say = (as: TestUser) => post(as, "no-show", { fault: "host-absent", note: "Nobody came" });
  expect((await say(passenger)).body.code).toBe("too_early");
  await arrive();
  const arrivedAt = app.now().getTime();
  expect((await read(host))[0]?.disputeUntil).toBe(
    new Date(arrivedAt + 24 * HOUR_MS).toISOString(),
  );
  setClock(arrivedAt + 24 * HOUR_MS);
  expect((await say(passenger)).body.code).toBe("dispute_closed");
  expect(await statusOf()).toBe("completed");
  setClock(arrivedAt + 24 * HOUR_MS - 1000);
  const answers = await Promise.all([passenger, host, passenger, host].map(say));
  expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409]);
  expect(await statusOf()).toBe("disputed");
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "status_already_set",
    current: { dispute: { claim: { fault: "host-absent", note: "Nobody came" }, outcome: null } },
  });
  const by = (await read(host))[0]?.dispute?.claim.by;
  const other = by === "host" ? passenger : host;
  expect(kindsOf(await listNotifications(app, other))).toContain("trip-outcome.disputed");
  expect(app.bugs).toEqual([]);
});

test.each([
  ["passenger-absent", "passenger-absent"],
  ["host-absent", "nobody"],
  ["nobody", "nobody"],
] as const)(
  "[domain/passage:outcome] reported no-show of the passenger, answered %s, gives %s",
  async (answered, outcome) => {
    const { host, passenger, post, arrive, settle, read } = await openTripOutcome();
    await arrive();
    await post(host, "no-show", { fault: "passenger-absent" });
    expect((await post(host, "no-show/answer", { fault: "nobody" })).body.code).toBe(
      "status_already_set",
    );
    expect(
      (await post(passenger, "no-show/answer", { fault: answered })).body.dispute,
    ).toMatchObject({
      claim: { by: "host" },
      answer: { by: "seeker", fault: answered },
      outcome,
    });
    expect((await post(passenger, "no-show/answer", { fault: "nobody" })).body.code).toBe(
      "status_already_set",
    );
    await settle();
    expect((await read(host))[0]?.dispute?.outcome).toBe(outcome);
  },
);

test("[domain/passage:silence] an unanswered report becomes the outcome after 24 hours, and both sides are notified", async () => {
  const { app, host, passenger, post, arrive, settle, read, setClock } = await openTripOutcome();
  await arrive();
  await post(passenger, "no-show", { fault: "host-absent" });
  const saidAt = app.now().getTime();
  setClock(saidAt + 24 * HOUR_MS - 1000);
  await settle();
  expect((await read(host))[0]?.dispute?.outcome).toBeNull();
  setClock(saidAt + 24 * HOUR_MS);
  expect((await post(host, "no-show/answer", { fault: "nobody" })).body.code).toBe(
    "dispute_closed",
  );
  await settle();
  expect((await read(host))[0]?.dispute).toMatchObject({ outcome: "host-absent", answer: null });
  for (const as of [host, passenger])
    expect(kindsOf(await listNotifications(app, as))).toContain("trip-outcome.settled");
});

test("[domain/passage:proved] a pickup confirmed by PIN counts as travelled, and after a no-show both can still rate", async () => {
  const { host, passenger, ride, post, read, arrive, setClock, rate } = await openTripOutcome();
  const pin = (await read(passenger))[0]?.pin ?? "";
  setClock(ride.departsAt);
  await post(host, "pickup", { pin });
  await arrive();
  expect((await read(host))[0]?.disputeUntil).toBeNull();
  expect((await post(host, "no-show", { fault: "passenger-absent" })).body.code).toBe("picked_up");
  const other = await openTripOutcome();
  await other.arrive();
  await other.post(other.host, "no-show", { fault: "passenger-absent" });
  expect((await other.rate(other.passenger, other.host)).status).toBe(201);
  expect((await rate(host, passenger)).status).toBe(201);
});
