import { sessionEndConsumer, startSessionEndConsumer } from "#modules/active-drivers/index.ts";
import {
  initUnreadMessageConsumer,
  rideConversationConsumer,
  unreadMessageConsumer,
} from "#modules/chat/index.ts";
import {
  initMembershipLossConsumer,
  membershipLossConsumer,
} from "#modules/membership-loss/index.ts";
import {
  initNotificationConsumer,
  notificationConsumer,
  type RecordLoaders,
} from "#modules/notifications/index.ts";
import { initReliabilityConsumer, reliabilityConsumer } from "#modules/reliability/index.ts";
import { initReplacementConsumer, replacementConsumer } from "#modules/ride-replacements/index.ts";
import type { RideIndex } from "#modules/rides/search/index.ts";
import { alertConsumer, startAlertConsumer } from "#modules/saved-searches/index.ts";
import {
  findSeatRequestViews,
  findSeatRequestViewsAsPending,
} from "#modules/seat-requests/index.ts";
import {
  initRideChangedConsumer,
  rideChangedConsumer,
} from "#modules/seat-requests/ride-changes/index.ts";
import { initWebhookConsumer, webhookConsumer } from "#modules/webhooks/index.ts";
import type { Context } from "#platform/context.ts";
import { registerConsumers } from "#platform/db/outbox/consumer-offsets.ts";
import {
  LOW_PRIORITY,
  type NewEventSignal,
  type PollOnce,
  startPolling,
} from "#platform/events/polling.ts";
import type { GracefulShutdown } from "#platform/shutdown.ts";
import type { MonitoredConsumer } from "#platform/events/outbox-health.ts";
import { productRelease } from "#platform/product-version.ts";
import type { Settings } from "#platform/settings.ts";
import { Semaphore } from "#platform/semaphore.ts";
import { findOfferViews, findRideRequestViews } from "#modules/ride-requests/index.ts";

/** Loads the records that notification events refer to. */
export const notificationRecords: RecordLoaders = {
  seatRequests: findSeatRequestViews,
  pendingSeatRequests: findSeatRequestViewsAsPending,
  offers: findOfferViews,
  rideRequests: findRideRequestViews,
};

/**
 * Every event consumer with an offset in the database. Events are not retained for consumers that no running process
 * lists here.
 */
export const listEventConsumers = ({
  CHAT_NOTIFICATION_AFTER_S,
}: Pick<Settings, "CHAT_NOTIFICATION_AFTER_S">): readonly MonitoredConsumer[] => [
  { name: "chat" },
  // Reads with a deliberate delay.
  { name: "unread-messages", delayS: CHAT_NOTIFICATION_AFTER_S },
  { name: "demand-alerts" },
  { name: "driver-sessions" },
  { name: "notifications" },
  { name: "reliability" },
  { name: "ride-replacements" },
  { name: "ride-changed" },
  { name: "membership-loss" },
  { name: "webhooks" },
];

export const listConsumerNames = (
  settings: Pick<Settings, "CHAT_NOTIFICATION_AFTER_S">,
): readonly string[] => listEventConsumers(settings).map(({ name }) => name);

/** Keeps older releases from reading for these consumers. */
export function registerRelease({ db, now, settings }: Context): Promise<void> {
  return registerConsumers(db, listConsumerNames(settings), {
    release: productRelease,
    now: now(),
  });
}

interface ConsumerDependencies {
  readonly rides: RideIndex;
  readonly newEvents: NewEventSignal;
  readonly shutdown: GracefulShutdown;
}

/** Runs the event consumers of all modules, each from its stored offset, until shutdown. */
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
    initMembershipLossConsumer(ctx),
    initWebhookConsumer(ctx),
  ]);
  await registerRelease(ctx);
  const consumers: readonly (readonly [step: PollOnce, activity: string])[] = [
    [rideChangedConsumer(ctx), "notifying users of changed rides"],
    [notificationConsumer(ctx, notificationRecords), "creating notifications"],
    [reliabilityConsumer(ctx), "counting reliability"],
    [rideConversationConsumer(ctx), "updating ride chats"],
    [unreadMessageConsumer(ctx), "notifying users of unread messages"],
    [alertConsumer(ctx, rides), "matching rides and requests with saved searches"],
    [replacementConsumer(ctx, rides), "looking for replacement rides"],
    [membershipLossConsumer(ctx), "ending what needs a lost membership"],
    [webhookConsumer(ctx), "telling webhooks of changes"],
    [sessionEndConsumer(ctx), "removing drivers from the map"],
  ];
  // One at a time: in parallel, each would keep a database connection open even when idle.
  const semaphore = new Semaphore({
    maxConcurrent: 1,
    maxQueued: 100,
  });
  for (const [step, activity] of consumers) {
    const failed = (error: unknown) => ctx.log.error({ err: error }, `${activity} failed`);
    shutdown.onShutdown(startPolling(() => semaphore.run(step), newEvents, failed, LOW_PRIORITY));
  }
}
