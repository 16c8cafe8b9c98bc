import type { GroupWeek } from "@commonlane/contract/group-management";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import type { TestUser } from "../../../test/app/test-app.ts";
import { createGroup, createGroupApp } from "../../../test/fixtures/groups.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";

test("[domain/groups:statistics] the last 26 whole weeks for managers, without numbers of fewer than five people", async () => {
  const { app, ada, bob, cleo, dan, eve, fay, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  for (const as of [bob, cleo, dan]) await groups.join(as, id);
  // A Monday, one moment before and one after the week ends.
  app.clock.now = new Date("2026-01-04T23:59:59.999Z");
  await groups.join(eve, id);
  app.clock.now = new Date("2026-01-05T00:00:00Z");
  await groups.join(fay, id);
  const weeks = async () =>
    (await app.call<{ weeks: GroupWeek[] }>("GET", `/groups/${id}/statistics`, { as: ada })).body
      .weeks;
  const first = await weeks();
  expect(first).toHaveLength(26);
  expect(first.at(0)).toEqual({
    weekOf: "2025-07-07",
    members: null,
    ridesOffered: null,
    seatsBooked: null,
  });
  expect(first.slice(-2).map(({ weekOf, members }) => [weekOf, members])).toEqual([
    ["2025-12-22", null],
    ["2025-12-29", 5],
  ]);
  app.clock.now = new Date("2026-01-12T00:00:00Z");
  expect((await weeks()).slice(-2).map(({ members }) => members)).toEqual([5, 6]);
  await groups.leave(fay, id);
  await groups.leave(eve, id);
  // Four are as few as none.
  expect(new Set((await weeks()).map(({ members }) => members))).toEqual(new Set([null]));
  expect((await groups.statistics(bob, id)).body.code).toBe("not_yours");
});

test("[domain/groups:statistics] rides and seats of a group count in the week of departure, from five hosts and five passengers on", async () => {
  const { app, ada, bob, cleo, dan, eve, fay, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  for (const as of [bob, cleo, dan, eve, fay]) await groups.join(as, id);
  const passengers: TestUser[] = [];
  for (let n = 0; n < 5; n++) passengers.push(await app.createUser());
  for (const as of passengers) await groups.join(as, id);
  const host = (as: TestUser, day: number, overrides: object = {}) =>
    hostRide(app, as, {
      departsAt: `2026-01-0${day}T06:00:00.000Z`,
      membersOf: id,
      approval: "instant",
      ...overrides,
    });
  const book = async (ride: Ride, ...seekers: (TestUser | undefined)[]) => {
    for (const seeker of seekers)
      expect((await requestSeats(app, ride, ada, {}, seeker)).response.status).toBe(201);
  };
  const weeksAt = async (instant: string) => {
    app.clock.now = new Date(instant);
    const { body } = await app.call<{ weeks: GroupWeek[] }>("GET", `/groups/${id}/statistics`, {
      as: ada,
    });
    return body.weeks.map(({ weekOf, ridesOffered, seatsBooked }) => [
      weekOf,
      ridesOffered,
      seatsBooked,
    ]);
  };
  // Five rides of four hosts, and five seats of four passengers.
  const first = await host(ada, 6);
  const second = await host(bob, 6);
  for (const as of [cleo, dan]) await host(as, 6);
  const later = await host(ada, 8);
  await book(first, ...passengers.slice(0, 3));
  await book(second, passengers[3]);
  await book(later, passengers[0]);
  // Not for the group, or cancelled.
  await book(await host(eve, 8, { membersOf: null }), passengers[4]);
  const cancelled = await host(fay, 8);
  await app.call("DELETE", `/rides/${cancelled.id}`, { as: fay });
  expect((await weeksAt("2026-01-12T00:00:00Z")).at(-1)).toEqual(["2026-01-05", null, null]);
  app.clock.now = new Date("2026-01-01T08:00:00Z");
  await book(await host(eve, 7), passengers[4]);
  expect((await weeksAt("2026-01-12T00:00:00Z")).slice(-2)).toEqual([
    ["2025-12-29", null, null],
    ["2026-01-05", 6, 6],
  ]);
  // Numbers of a week are there when it is over.
  expect((await weeksAt("2026-01-11T23:59:59Z")).at(-1)).toEqual(["2025-12-29", null, null]);
});
