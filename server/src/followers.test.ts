import { RideIndex } from "#modules/rides/index.ts";
import { transaction } from "#platform/context.ts";
import { Bell } from "#platform/events.ts";
import { Leaving } from "#platform/leaving.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { openWorld } from "../test/world.ts";
import { follow, namedFollowers } from "./followers.ts";

test("every follower that keeps a place is named, so that events wait for it and health checks watch it", async () => {
  const { ctx, connection } = await openWorld();
  const steps: (() => unknown)[] = [];
  const leaving = new Leaving();
  leaving.before = (step) => void steps.push(step);
  const bell = await Bell.open(connection);
  await follow(ctx, { rides: new RideIndex(ctx), bell, leaving });
  onTestFinished(async () => {
    for (const step of steps) await step();
    await bell.close();
  });
  await transaction(ctx, async (ctx) => ctx.announce("ride-requests", { type: "ride-requests.changed" }));
  bell.ring();
  const kept = async () =>
    (await ctx.db.selectFrom("follower").select("name").orderBy("name").execute()).map(({ name }) => name);
  await vi.waitFor(async () => expect(await kept()).toContain("chat"), { timeout: 15_000, interval: 20 });
  expect(await kept()).toEqual(namedFollowers(ctx.settings).map(({ name }) => name));
});
