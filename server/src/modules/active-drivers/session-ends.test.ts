import type { Fact } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { endSessions, issueIdToken, suspendAccount } from "#modules/accounts/index.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { atMap } from "../../../test/drivers.ts";
import { untilRead } from "../../../test/until-read.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { sessionEnds } from "./session-ends.ts";
import { activeDriverSweeps } from "./sweeps.ts";

const followed = ({ ctx }: World) => untilRead(ctx, "driver-sessions", sessionEnds(ctx));

/** Somebody who drives from one of two devices, and who sees them. */
async function openDrive() {
  const world = await openWorld();
  const ada = await world.person();
  const other: Person = { ...ada, token: await issueIdToken(world.ctx, ada.uid), freshToken: async () => other.token };
  const seeker = atMap(world, await world.person());
  await atMap(world, ada).goActive();
  await followed(world);
  const heard = world.hear(ada.uid);
  const isSeen = async () => {
    await world.drivers.map.upToDate();
    return (await seeker.nearby()).body.items.some(({ uid }) => uid === ada.uid);
  };
  const ends = async (): Promise<Fact[]> => {
    await world.allTold();
    return heard.filter(({ type }) => type === "active-driver.ended");
  };
  const sessionOf = async (as: Person) => {
    const { body } = await world.call<{ items: { id: string; current: boolean }[] }>("GET", "/identity/sessions", {
      as,
    });
    return body.items.find(({ current }) => current)?.id ?? "";
  };
  return { world, ada, other, isSeen, ends, sessionOf };
}

test("[issue5/drivers:session-ended] whoever drives from a session that another device ends is off the map, once, and told so", async () => {
  const { world, ada, other, isSeen, ends, sessionOf } = await openDrive();
  const [driving, watching] = [await sessionOf(ada), await sessionOf(other)];
  expect(driving).not.toBe(watching);
  await world.call("DELETE", `/identity/sessions/${watching}`, { as: ada });
  await followed(world);
  expect([await isSeen(), await ends()]).toEqual([true, []]);

  const third: Person = { ...ada, token: await issueIdToken(world.ctx, ada.uid), freshToken: async () => third.token };
  expect((await world.call("DELETE", `/identity/sessions/${driving}`, { as: third })).status).toBe(200);
  await Promise.all([followed(world), followed(world)]);
  expect(await isSeen()).toBe(false);
  expect(await ends()).toEqual([{ type: "active-driver.ended", uid: ada.uid, how: "system" }]);
  // The same person, from where they are signed in.
  expect((await atMap(world, third).goActive()).status).toBe(201);
  expect(await isSeen()).toBe(true);
});

test("[issue5/drivers:session-ended] a suspension, and an end of all sessions, takes a driver off the map", async () => {
  for (const end of [
    ({ world, ada }: Awaited<ReturnType<typeof openDrive>>) => suspendAccount(world.ctx, ada.uid, "Spam"),
    ({ world, ada }: Awaited<ReturnType<typeof openDrive>>) =>
      transaction(world.ctx, (ctx) => endSessions(ctx, { uid: ada.uid, reason: "password reset" })),
  ]) {
    const drive = await openDrive();
    await end(drive);
    await followed(drive.world);
    expect([await drive.isSeen(), (await drive.ends()).length]).toEqual([false, 1]);
  }
});

test("[issue5/drivers:session-ended] of whom a former release did not keep from which session they drive is off the map with the last one", async () => {
  const { world, ada, other, isSeen, sessionOf } = await openDrive();
  await world.db.updateTable("active_driver").set({ session_id: null }).execute();
  await world.call("DELETE", `/identity/sessions/${await sessionOf(ada)}`, { as: other });
  await followed(world);
  expect(await isSeen()).toBe(true);
  await world.call("POST", "/identity/sign-out-everywhere", { as: other, body: {} });
  await followed(world);
  expect(await isSeen()).toBe(false);
});

test("[issue5/drivers:session-ended] whoever went active while the session was being ended is off the map at the next sweep", async () => {
  const { world, ada, isSeen } = await openDrive();
  await transaction(world.ctx, (ctx) => endSessions(ctx, { uid: ada.uid, reason: "signed out" }));
  const row = await world.db.selectFrom("active_driver").selectAll().executeTakeFirstOrThrow();
  await followed(world);
  const { heading_to: _, heading_to_area: __, ...late } = row;
  await world.db.insertInto("active_driver").values(late).execute();
  for (const sweep of activeDriverSweeps) await runSweep(world.ctx, sweep);
  expect(await isSeen()).toBe(false);
});
