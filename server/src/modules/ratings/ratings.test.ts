import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { RatingDue, RatingOnRide } from "@commonlane/contract/ratings";
import { expect, test } from "vitest";
import { requestSeats, hostRide, sortedStatuses, TOMORROW } from "../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { storeNamedTowns } from "../../../test/fixtures/named-towns.ts";
import {
  estimatedArrivalMs,
  createBookedRide,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { ratingSweeps } from "./index.ts";

const publish = async ({ app }: Awaited<ReturnType<typeof createBookedRide>>) => {
  for (const sweep of ratingSweeps) await runSweep(app.ctx, sweep);
};

test("a rating outside 1 to 5 stars is refused with a readable message", async () => {
  const { host, passenger, ride, rate, setClock } = await createBookedRide();
  setClock(estimatedArrivalMs(ride));
  for (const rating of [0, 6, 4.5])
    expect(await rate(passenger, host, { rating, ride_id: ride.id })).toMatchObject({
      status: 400,
      body: { fields: { rating: "Please give 1 to 5 stars." } },
    });
});

test("[spec/7-ratings:create] [domain/rating:blind] only the rater sees a rating until both have rated", async () => {
  const booking = await createBookedRide();
  const { app, host, passenger, ride, setClock, rate, between, ofPerson } = booking;
  setClock(estimatedArrivalMs(ride));
  const events = app.recordEventsOf(host.uid);
  const given = await rate(passenger, host, {
    rating: 4,
    ride_id: ride.id,
    comment: " A good drive. ",
  });
  expect(given).toMatchObject({
    status: 201,
    body: {
      rater_uid: passenger.uid,
      rated_uid: host.uid,
      rating: 4,
      ride_id: ride.id,
      comment: "A good drive.",
      publishedAt: null,
      reply: null,
    },
  });
  expect((await between(passenger, host)).body).toEqual(given.body);
  for (const as of [host, passenger]) expect((await ofPerson(as, host)).body.items).toEqual([]);
  const onRide = async () =>
    (await app.call<{ items: RatingOnRide[] }>("GET", `/ratings/ride/${ride.id}`, { as: host }))
      .body.items;
  expect(await onRide()).toMatchObject([
    { person: { uid: passenger.uid }, open: true, given: null, received: null },
  ]);
  await app.waitForEvents();
  expect(events.filter(({ type }) => type.startsWith("rating"))).toEqual([]);
  expect((await booking.change(host, given.body.id, { rating: 5 })).body.code).toBe("not_found");

  expect((await rate(host, passenger, { rating: 5 })).body.publishedAt).toBe(
    app.now().toISOString(),
  );
  expect(await onRide()).toMatchObject([
    { given: { rating: 5 }, received: { rating: 4, comment: "A good drive." } },
  ]);
  const stranger = await app.createUser();
  expect((await ofPerson(stranger, host)).body.items).toMatchObject([
    { rating: 4, ride_id: null, rater: { displayName: "Jonas W." } },
  ]);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toContain("rating.published");
  expect(kindsOf(await listNotifications(app, host))).toContain("rating.published");
});

test("[domain/rating:window] accepts ratings for 14 days from departure + 0.8 × duration, then publishes each", async () => {
  const booking = await createBookedRide();
  const { host, passenger, ride, setClock, rate, ofPerson } = booking;
  const input = { ride_id: ride.id };
  setClock(estimatedArrivalMs(ride) - 1000);
  expect((await rate(passenger, host, input)).body.code).toBe("rating_early");
  expect((await rate(passenger, host)).body.code).toBe("not_shared");
  setClock(estimatedArrivalMs(ride) + 14 * DAY_MS - 1000);
  expect((await rate(passenger, host, input)).status).toBe(201);
  await publish(booking);
  expect((await ofPerson(host, host)).body.items).toEqual([]);
  setClock(estimatedArrivalMs(ride) + 14 * DAY_MS);
  expect((await rate(host, passenger, input)).body.code).toBe("rating_closed");
  // A due rating cannot change, even before the sweep publishes it.
  const { id } = (await booking.between(passenger, host)).body;
  expect(
    sortedStatuses([
      await booking.change(passenger, id, { rating: 1 }),
      await booking.remove(passenger, id),
    ]),
  ).toEqual([409, 409]);
  await publish(booking);
  expect((await ofPerson(passenger, host)).body.items).toMatchObject([{ rating: 5 }]);
});

test("[domain/rating:window] accepts ratings at once when the host marks the ride as arrived", async () => {
  const { app, host, passenger, ride, setClock, rate } = await createBookedRide();
  setClock(Date.parse(ride.departsAt) + 60_000);
  expect((await rate(passenger, host, { ride_id: ride.id })).body.code).toBe("rating_early");
  await app.call("POST", `/rides/${ride.id}/complete`, { as: host });
  expect((await rate(passenger, host, { ride_id: ride.id })).status).toBe(201);
});

test("[domain/rating:shared] only a host and an accepted passenger can rate each other, once per ride", async () => {
  const { app, host, passenger, ride, setClock, rate } = await createBookedRide();
  const stranger = await app.createUser();
  const refused = await requestSeats(app, ride, host);
  await refused.reject();
  const other = await requestSeats(app, ride, host);
  await other.accept();
  setClock(estimatedArrivalMs(ride));
  for (const [as, rated, input] of [
    [stranger, host, {}],
    [host, stranger, { ride_id: ride.id }],
    [refused.seeker, host, { ride_id: ride.id }],
    [passenger, other.seeker, { ride_id: ride.id }],
    [passenger, passenger, {}],
    [passenger, host, { ride_id: stranger.uid }],
  ] as const) {
    expect(await rate(as, rated, input)).toMatchObject({
      status: 403,
      body: { code: "not_shared" },
    });
  }
  expect((await rate(passenger, host, { rating: 3 })).status).toBe(201);
  expect(await rate(passenger, host, { ride_id: ride.id })).toMatchObject({
    status: 409,
    body: { code: "already_rated", current: { rating: 3 } },
  });
  expect((await rate(passenger, host)).body.code).toBe("not_shared");
  for (const rating of [0, 6, 2.5, "5", null])
    expect((await rate(host, passenger, { rating })).status).toBe(400);
});

test("[domain/rating:held] an unconfirmed reserved seat allows no rating, however late it ended", async () => {
  const { app, host, passenger, ask, ride, setClock, rate } = await createBookedRide(
    {},
    { approval: "instant", seatsTotal: 1 },
  );
  const waiting = await app.createUser();
  expect(
    (await app.call("POST", `/rides/${ride.id}/standby`, { as: waiting, body: {} })).status,
  ).toBe(201);
  setClock(Date.parse(ride.departsAt) - 5 * HOUR_MS);
  await ask.end();
  setClock(Date.parse(ride.departsAt) - 3 * HOUR_MS);
  for (const sweep of seatRequestSweeps)
    if (sweep.name === "seat-request.lapsed") await runSweep(app.ctx, sweep);
  setClock(estimatedArrivalMs(ride));
  expect((await rate(waiting, host, { ride_id: ride.id })).body.code).toBe("not_shared");
  expect((await rate(host, waiting, { ride_id: ride.id })).body.code).toBe("not_shared");
  expect((await rate(passenger, host, { ride_id: ride.id })).status).toBe(201);
});

test("[domain/rating:newest] [spec/7-ratings:between] without a ride id rates the newest unrated shared ride; between returns the newest rating or 404", async () => {
  const { app, host, passenger, ride, setClock, rate, between } = await createBookedRide();
  const later = await hostRide(app, host, {
    departsAt: new Date(Date.parse(TOMORROW) + DAY_MS).toISOString(),
  });
  await (await requestSeats(app, later, host, {}, passenger)).accept();
  expect((await between(passenger, host)).status).toBe(404);
  setClock(estimatedArrivalMs(later));
  const due = async () =>
    (await app.call<{ items: RatingDue[] }>("GET", "/ratings/due", { as: passenger })).body.items;
  expect((await due()).map(({ ride_id }) => ride_id)).toEqual([later.id, ride.id]);
  expect((await rate(passenger, host, { rating: 2 })).body.ride_id).toBe(later.id);
  expect((await rate(passenger, host, { rating: 3 })).body.ride_id).toBe(ride.id);
  expect((await rate(passenger, host)).body.code).toBe("not_shared");
  expect((await between(passenger, host)).body.rating).toBe(3);
  expect(await due()).toEqual([]);
});

test("[spec/7-ratings:change] [spec/7-ratings:delete] the rater can change and delete a rating until it is public", async () => {
  const { app, host, passenger, ride, setClock, rate, change, remove, between } =
    await createBookedRide();
  setClock(estimatedArrivalMs(ride));
  const first = await rate(passenger, host, { rating: 1, comment: "Late" });
  expect((await change(passenger, first.body.id, { rating: 4 })).body).toMatchObject({
    rating: 4,
    comment: "Late",
  });
  expect((await change(passenger, first.body.id, { comment: "" })).body).toMatchObject({
    rating: 4,
    comment: null,
  });
  expect((await remove(await app.createUser(), first.body.id)).status).toBe(404);
  expect((await remove(passenger, first.body.id)).status).toBe(200);
  expect((await between(passenger, host)).status).toBe(404);
  expect((await remove(passenger, first.body.id)).status).toBe(404);

  const { id } = (await rate(passenger, host, { rating: 2 })).body;
  await rate(host, passenger);
  expect((await change(passenger, id, { rating: 5 })).body.code).toBe("rating_published");
  expect((await remove(passenger, id)).body.code).toBe("rating_published");
  expect((await change(host, id, { rating: 5 })).body.code).toBe("not_yours");
  expect((await between(passenger, host)).body.rating).toBe(2);
});

test("[domain/rating:blind-0] a blind period of 0 publishes at once", async () => {
  const { host, passenger, ride, setClock, rate, ofPerson } = await createBookedRide({
    RATING_BLIND_DAYS: 0,
  });
  setClock(estimatedArrivalMs(ride));
  expect((await rate(passenger, host)).body.publishedAt).not.toBeNull();
  expect((await ofPerson(host, host)).body.items).toHaveLength(1);
});

test("[domain/rating:survives] the right to rate survives late cancellations and deleted rides, but not an early cancellation", async () => {
  const { app, host, ask, passenger, ride, setClock, rate } = await createBookedRide();
  const booked = await requestSeats(app, ride, host);
  await booked.accept();
  const later = await hostRide(app, host, {
    departsAt: new Date(Date.parse(TOMORROW) + 2 * DAY_MS).toISOString(),
  });
  const inTime = await requestSeats(app, later, host);
  await inTime.accept();
  await inTime.end();
  const reserved = await requestSeats(app, later, host);
  await reserved.accept();
  await ask.end();
  expect((await app.call("DELETE", `/rides/${later.id}`, { as: host })).status).toBe(200);
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  setClock(estimatedArrivalMs(ride) - 1000);
  expect((await rate(passenger, host, { ride_id: ride.id })).body.code).toBe("rating_early");
  setClock(estimatedArrivalMs(later));
  for (const [as, id] of [
    [passenger, ride.id],
    [booked.seeker, ride.id],
    [reserved.seeker, later.id],
  ] as const) {
    expect((await rate(as, host, { ride_id: id })).status).toBe(201);
    expect((await rate(host, as, { ride_id: id })).status).toBe(201);
  }
  expect((await rate(inTime.seeker, host, { ride_id: later.id })).body.code).toBe("not_shared");
});

test("[domain/rating:reply] the rated user can reply once and appeal once", async () => {
  const { app, host, passenger, ride, setClock, rate, ofPerson } = await createBookedRide();
  setClock(estimatedArrivalMs(ride));
  const { id } = (await rate(passenger, host, { rating: 2 })).body;
  const say = (what: "reply" | "appeal", as: typeof host) =>
    app.call<{ code?: string }>("POST", `/ratings/${id}/${what}`, {
      as,
      body: { text: "So?", reason: "Untrue" },
    });
  expect(sortedStatuses([await say("reply", host), await say("appeal", host)])).toEqual([404, 404]);
  await rate(host, passenger);
  expect((await say("reply", passenger)).body.code).toBe("not_yours");
  expect((await say("appeal", await app.createUser())).body.code).toBe("not_yours");
  expect((await say("reply", host)).body).toMatchObject({ reply: { text: "So?" } });
  expect((await say("reply", host)).body.code).toBe("already_replied");
  expect((await say("appeal", host)).body).toMatchObject({ appealedAt: app.now().toISOString() });
  expect((await say("appeal", host)).body.code).toBe("already_appealed");
  expect(await app.db.selectFrom("rating_appeal").select("reason").execute()).toEqual([
    { reason: "Untrue" },
  ]);
  expect((await ofPerson(passenger, host)).body.items).toMatchObject([
    { reply: { text: "So?" }, appealedAt: null },
  ]);
  expect(kindsOf(await listNotifications(app, passenger))).toContain("rating.replied");
});

test("[domain/rating:reminder] asks both sides for a rating once a ride has arrived", async () => {
  const { app, host, passenger, ride, setClock } = await createBookedRide();
  await (await requestSeats(app, ride, host)).accept();
  setClock(estimatedArrivalMs(ride) + HOUR_MS);
  await sweepRides(app);
  for (const as of [host, passenger]) {
    const due = (await listNotifications(app, as)).filter(({ kind }) => kind === "rating.due");
    expect(due).toMatchObject([{ path: `/rides/${ride.id}/rate`, title: "How was the ride?" }]);
  }
});

test("rides to rate are named in the reader's language, whichever they were stored in", async () => {
  const { app, passenger, ride, setClock } = await createBookedRide();
  await storeNamedTowns(app);
  setClock(estimatedArrivalMs(ride));
  const routeIn = async (language: string) => {
    const headers = { "accept-language": language };
    const { body } = await app.call<{ items: RatingDue[] }>("GET", "/ratings/due", {
      as: passenger,
      headers,
    });
    return body.items.map(({ from, to }) => [from, to]);
  };
  expect(await routeIn("fr")).toEqual([["Fribourg-en-Brisgau, Allemagne", "Cologne, Allemagne"]]);
  expect(await routeIn("de")).toEqual([["Freiburg im Breisgau, Deutschland", "Köln, Deutschland"]]);
});
