import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { requestSeats, hostRide, TOMORROW } from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "../index.ts";

const departure = Date.parse(TOMORROW);

async function openRide() {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, {
    departsAt: new Date(departure + 24 * HOUR_MS).toISOString(),
  });
  /** Runs the sweeps twice, like two processes. */
  const at = async (ms: number) => {
    app.clock.now = new Date(ms);
    for (const sweep of [...seatRequestSweeps, ...seatRequestSweeps])
      await runSweep(app.ctx, sweep);
  };
  return { app, host, ride, at, leaves: departure + 24 * HOUR_MS };
}

test("[domain/notices:reminders] reminds the host and passengers 24 h and 1 h before departure, once, and again if it moved", async () => {
  const { app, host, ride, at, leaves } = await openRide();
  const { seeker, accept } = await requestSeats(app, ride, host);
  await accept();
  const pending = await requestSeats(app, ride, host);
  const reminders = async (as: typeof host) =>
    kindsOf(await listNotifications(app, as)).filter(
      (kind) => kind === "ride.tomorrow" || kind === "ride.soon",
    );
  await at(leaves - 24 * HOUR_MS - 1000);
  expect(await reminders(seeker)).toEqual([]);
  await at(leaves - 24 * HOUR_MS);
  await at(leaves - 23 * HOUR_MS);
  for (const as of [host, seeker]) expect(await reminders(as)).toEqual(["ride.tomorrow"]);
  await at(leaves - HOUR_MS);
  await at(leaves - HOUR_MS / 2);
  for (const as of [host, seeker])
    expect(await reminders(as)).toEqual(["ride.soon", "ride.tomorrow"]);
  expect(await reminders(pending.seeker)).toEqual([]);
  const later = new Date(leaves + 48 * HOUR_MS).toISOString();
  const moved = await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { departsAt: later },
  });
  expect(moved.status).toBe(200);
  expect(await listNotifications(app, seeker)).toMatchObject([
    { kind: "ride.moved", person: { uid: host.uid } },
    {},
    {},
    {},
  ]);
  const { id } =
    (await app.call<{ items: { id: string }[] }>("GET", "/rides/my-requests", { as: seeker })).body
      .items[0] ?? {};
  await app.call("POST", `/rides/requests/${id}/confirm`, { as: seeker });
  await at(leaves + 24 * HOUR_MS);
  expect(await reminders(seeker)).toEqual(["ride.tomorrow", "ride.soon", "ride.tomorrow"]);
});

test("[domain/notices:unanswered] reminds a host once of an unanswered request after half of the time to answer", async () => {
  const { app, host, ride, at } = await openRide();
  const requestedAtMs = app.now().getTime();
  const { accept } = await requestSeats(app, ride, host);
  const answered = await requestSeats(app, ride, host);
  await answered.reject();
  const reminders = async () =>
    kindsOf(await listNotifications(app, host)).filter((kind) => kind === "seat-request.waiting");
  await at(requestedAtMs + 1.5 * HOUR_MS - 1000);
  expect(await reminders()).toEqual([]);
  await at(requestedAtMs + 1.5 * HOUR_MS);
  await at(requestedAtMs + 2 * HOUR_MS);
  expect(await reminders()).toEqual(["seat-request.waiting"]);
  expect((await accept()).status).toBe(200);
});
