import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { openWorld } from "../../../test/world.ts";

test("[ours/ride:read-as-it-is] a ride read before is read as it is now, whoever changed it and wherever", async () => {
  const world = await openWorld();
  const host = await world.person({ firstName: "Amara", lastName: "Lindqvist" });
  const reader = await world.person();
  const ride = await hostRide(world, host, { note: "One suitcase each." });
  const read = async (as = reader) => (await world.call<Ride>("GET", `/rides/${ride.id}`, { as })).body;
  expect(await read()).toMatchObject({ note: "One suitcase each.", host: { displayName: "Amara L." } });
  expect(await read()).toEqual(await read());

  // As another process would: not a word of it reaches this one.
  await world.db.updateTable("ride").set({ note: "None at all." }).where("id", "=", ride.id).execute();
  expect(await read()).toMatchObject({ note: "None at all." });
  await world.db.updateTable("profile").set({ first_name: "Amina" }).where("uid", "=", host.uid).execute();
  expect(await read()).toMatchObject({ host: { displayName: "Amina L." } });

  const { seeker, accept } = await askForSeats(world, ride, host);
  await accept();
  expect(await read()).toMatchObject({ seatsLeft: 2 });
  await world.call("DELETE", `/rides/${ride.id}`, { as: host, body: {} });
  expect(await read()).toMatchObject({ code: "not_found" });
  expect(await read(seeker)).toMatchObject({ status: "cancelled" });
  expect(await read(host)).toMatchObject({ status: "cancelled" });
});
