import { RideIndex } from "#modules/rides/search/index.ts";
import { transaction } from "#platform/context.ts";
import { consumerOfRow } from "#platform/db/outbox/consumer-offsets.ts";
import { NewEventSignal } from "#platform/events/polling.ts";
import { GracefulShutdown } from "#platform/shutdown.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestApp } from "../../test/app/test-app.ts";
import { runEventConsumers, listEventConsumers } from "./event-consumers.ts";

test("every event consumer with an offset is listed, so that events wait for it and health checks watch it", async () => {
  const { ctx, connection } = await createTestApp();
  const steps: (() => unknown)[] = [];
  const shutdown = new GracefulShutdown();
  shutdown.onShutdown = (step) => void steps.push(step);
  const newEvents = await NewEventSignal.open(connection);
  await runEventConsumers(ctx, { rides: new RideIndex(ctx), newEvents, shutdown });
  onTestFinished(async () => {
    for (const step of steps) await step();
    await newEvents.close();
  });
  await transaction(ctx, async (ctx) =>
    ctx.publish("ride-requests", { type: "ride-requests.changed" }),
  );
  newEvents.notify();
  const listStoredConsumers = async () =>
    (await ctx.db.selectFrom("event_consumer").select("name").orderBy("name").execute()).map(
      ({ name }) => consumerOfRow(name),
    );
  await vi.waitFor(async () => expect(await listStoredConsumers()).toContain("chat"), {
    timeout: 15_000,
    interval: 20,
  });
  expect(await listStoredConsumers()).toEqual(
    listEventConsumers(ctx.settings)
      .map(({ name }) => name)
      .toSorted(),
  );
});
