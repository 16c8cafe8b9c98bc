import { setTimeout as sleep } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import type { Context } from "../context.ts";
import { createTransientConsumer } from "../events/event-consumer.ts";
import { readSettings } from "../settings.ts";
import { createCommunity } from "./community.ts";
import { changeCommunity, SettingsFollower } from "./change-community.ts";
import { storeValues } from "./community-settings.store.ts";

/** Another process on the same database, which follows the changes. */
async function openProcess(ctx: Context) {
  const community = createCommunity({}, ctx.log);
  const follower = new SettingsFollower({ db: ctx.db, community });
  const poll = follower.after(
    await createTransientConsumer(ctx, follower.onChanged, {
      topics: () => ["community-settings"],
    }),
  );
  await community.reload(ctx.db);
  return { community, poll };
}

test("a stored setting reaches every process with its event, and listeners once", async () => {
  const { ctx } = await createTestContext();
  const one = await openProcess(ctx);
  const two = await openProcess(ctx);
  const changes: string[] = [];
  onTestFinished(two.community.onChange(() => changes.push(two.community.name)));
  await changeCommunity(ctx, (ctx) => storeValues(ctx, { name: "Uni Rides", region: null }));
  for (const { poll } of [one, two]) await poll();
  expect([one.community.name, two.community.name, changes]).toEqual([
    "Uni Rides",
    "Uni Rides",
    ["Uni Rides"],
  ]);
});

test("a change that is rolled back reaches no one", async () => {
  const { ctx } = await createTestContext();
  const { community, poll } = await openProcess(ctx);
  const failing = changeCommunity(ctx, async (ctx) => {
    await storeValues(ctx, { name: "Uni Rides" });
    throw new Error("changed its mind");
  });
  await expect(failing).rejects.toThrow("changed its mind");
  await poll();
  await community.reload(ctx.db);
  expect(community.name).toBe("Commonlane");
});

test("of two reads at once, the older one never brings back an outdated value", async () => {
  const { ctx } = await createTestContext();
  const community = createCommunity({}, ctx.log);
  const read = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve();
      await late.promise;
      return result;
    },
  };
  const older = community.reload(ctx.db.withPlugin(slow));
  await read.promise;
  await changeCommunity(ctx, (ctx) => storeValues(ctx, { name: "Uni Rides" }));
  const newer = community.reload(ctx.db);
  // Long enough for the newer read to end, if it does not wait.
  await sleep(100);
  late.resolve();
  await Promise.all([older, newer]);
  expect(community.name).toBe("Uni Rides");
});

test("the environment wins over the stored setting", async () => {
  const { ctx } = await createTestContext();
  await changeCommunity(ctx, (ctx) => storeValues(ctx, { name: "Stored", currency: "CHF" }));
  const community = createCommunity(
    readSettings({ COMMUNITY_NAME: "Fixed" }).fixedCommunity,
    ctx.log,
  );
  await community.reload(ctx.db);
  expect([community.name, community.currency, [...community.fixedNames]]).toEqual([
    "Fixed",
    "CHF",
    ["name"],
  ]);
});

test("the environment follows the same rules, and an invalid variable is named", () => {
  expect(
    readSettings({ COMMUNITY_REGION: "47.9959,7.8522,40", COST_PER_KM_MINOR: "70" }).fixedCommunity,
  ).toEqual({
    region: { lat: 47.9959, lng: 7.8522, radiusKm: 40 },
    costPerKmMinor: 70,
  });
  expect(() => readSettings({ CURRENCY: "euro", MAIL_FROM: "rides" })).toThrow(
    /CURRENCY.*MAIL_FROM/,
  );
});
