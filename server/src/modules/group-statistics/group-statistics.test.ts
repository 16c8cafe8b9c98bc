import type { GroupWeek } from "@commonlane/contract/groups";
import { expect, test } from "vitest";
import { createGroup, createGroupApp } from "../../../test/fixtures/groups.ts";

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
    (await app.call<{ weeks: GroupWeek[] }>("GET", `/groups/${id}/statistics`, { as: ada })).body.weeks;
  const first = await weeks();
  expect(first).toHaveLength(26);
  expect(first.at(0)).toEqual({ weekOf: "2025-07-07", members: null, ridesOffered: null, seatsBooked: null });
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
