import { startSessionEndConsumer, sessionEndConsumer } from "#modules/active-drivers/index.ts";
import { initUnreadMessageConsumer, rideConversationConsumer } from "#modules/chat/index.ts";
import { initNotificationConsumer, notificationConsumer } from "#modules/notifications/index.ts";
import { initReliabilityConsumer, reliabilityConsumer } from "#modules/reliability/index.ts";
import { initReplacementConsumer, replacementConsumer } from "#modules/ride-replacements/index.ts";
import type { RideIndex } from "#modules/rides/index.ts";
import { startAlertConsumer, alertConsumer } from "#modules/saved-searches/index.ts";
import { initRideChangedConsumer, rideChangedConsumer } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import { type NewEventSignal, LOW_PRIORITY, startPolling, type PollOnce } from "#platform/events/event-consumer.ts";
import type { GracefulShutdown } from "#platform/shutdown.ts";
import type { MonitoredConsumer } from "#platform/events/outbox-health.ts";
import type { Settings } from "#platform/settings.ts";
import { Semaphore } from "#platform/semaphore.ts";
import { notificationRecords } from "./notification-records.ts";

/** Every follower that keeps its place in the database. What no running process names here keeps no events from being pruned. */
export const listEventConsumers = ({
  CHAT_NOTIFICATION_AFTER_S,
}: Pick<Settings, "CHAT_NOTIFICATION_AFTER_S">): readonly MonitoredConsumer[] => [
  { name: "chat" },
  // It follows in a sweep, and stays behind on purpose.
  { name: "unread-messages", delayS: CHAT_NOTIFICATION_AFTER_S },
  { name: "demand-alerts" },
  { name: "driver-sessions" },
  { name: "notifications" },
  { name: "reliability" },
  { name: "ride-replacements" },
  { name: "ride-changed" },
];

interface ConsumerDependencies {
  readonly rides: RideIndex;
  readonly newEvents: NewEventSignal;
  readonly shutdown: GracefulShutdown;
}

/** Has the modules do what follows from what happened, from where each of them was, until the process leaves. */
export async function runEventConsumers(
  ctx: Context,
  { rides, newEvents, shutdown }: ConsumerDependencies,
): Promise<void> {
  await Promise.all([
    initRideChangedConsumer(ctx),
    initNotificationConsumer(ctx),
    initUnreadMessageConsumer(ctx),
    startAlertConsumer(ctx),
    initReliabilityConsumer(ctx),
    initReplacementConsumer(ctx),
    startSessionEndConsumer(ctx),
  ]);
  const consumers: readonly (readonly [step: PollOnce, what: string])[] = [
    [rideChangedConsumer(ctx), "telling of changed rides"],
    [notificationConsumer(ctx, notificationRecords), "making notices"],
    [reliabilityConsumer(ctx), "counting reliability"],
    [rideConversationConsumer(ctx), "keeping ride chats"],
    [alertConsumer(ctx, rides), "alerting of rides and requests"],
    [replacementConsumer(ctx, rides), "looking for other rides"],
    [sessionEndConsumer(ctx), "taking drivers off the map"],
  ];
  // One after the other: together they would keep a connection each awake, also while nothing happens.
  const semaphore = new Semaphore({ maxConcurrent: 1, maxQueued: 100 });
  for (const [step, what] of consumers) {
    const failed = (error: unknown) => ctx.log.error({ err: error }, `${what} failed`);
    shutdown.onShutdown(startPolling(() => semaphore.run(step), newEvents, failed, LOW_PRIORITY));
  }
}
