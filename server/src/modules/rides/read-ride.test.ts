import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

test("a cached ride is read as it is now, no matter which process changed it", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  const reader = await app.createUser();
  const ride = await hostRide(app, host, { note: "One suitcase each." });
  const read = async (as = reader) =>
    (await app.call<Ride>("GET", `/rides/${ride.id}`, { as })).body;
  expect(await read()).toMatchObject({
    note: "One suitcase each.",
    host: { displayName: "Amara L." },
  });
  expect(await read()).toEqual(await read());

  // Writes as another process would: without notifying this one.
  await app.db
    .updateTable("ride")
    .set({ note: "None at all." })
    .where("id", "=", ride.id)
    .execute();
  expect(await read()).toMatchObject({ note: "None at all." });
  await app.db
    .updateTable("profile")
    .set({ first_name: "Amina" })
    .where("uid", "=", host.uid)
    .execute();
  expect(await read()).toMatchObject({ host: { displayName: "Amina L." } });

  const { seeker, accept } = await requestSeats(app, ride, host);
  await accept();
  expect(await read()).toMatchObject({ seatsLeft: 2 });
  await app.call("DELETE", `/rides/${ride.id}`, { as: host, body: {} });
  expect(await read()).toMatchObject({ code: "not_found" });
  expect(await read(seeker)).toMatchObject({ status: "cancelled" });
  expect(await read(host)).toMatchObject({ status: "cancelled" });
});
