import { findAccountLanguages } from "#modules/accounts/index.ts";
import { directionOf, type Language } from "@commonlane/contract/languages";
import { translatable } from "@commonlane/contract/message";
import type { PushedNotification } from "@commonlane/contract/notification-channels";
import type { Notification } from "@commonlane/contract/notifications";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import type { SendPushRequest } from "#platform/push/ssrf-safe-post.ts";
import { type PushOutcome, sendPush } from "#platform/push/send-push.ts";
import {
  type DueNotification,
  sendEmailsNow,
  updateBatches,
} from "../delivery/deliveries.store.ts";
import { announceDeliveries, isSentUntilRead } from "../delivery/delivery-policy.ts";
import { type FindItinerary, type Itinerary, itineraryOf } from "../itinerary.ts";
import { pushSender } from "../keys.ts";
import { countUnread } from "../notifications.store.ts";
import { viewNotifications } from "../notifications.view.ts";
import { digestNotifications } from "../templates/templates.ts";
import { findDevicesInUse, recordRefusal } from "./push-refusals.ts";
import {
  deleteSubscription,
  recordPush,
  recordPushFailure,
  type SubscriptionRow,
} from "./push-subscriptions.store.ts";
import { type PushBatch, claimBatches, idsOf } from "./push-batches.ts";

const MAX_TTL_S = 86_400;

/** Users served in parallel, so that a slow push service delays only a few. */
const PEOPLE_AT_ONCE = 8;

/** Counts a user's other unread items, such as messages. */
export type CountOtherUnread = (ctx: Context, uid: string) => Promise<number>;
interface PushDependencies {
  readonly post: SendPushRequest;
  readonly countOtherUnread: CountOtherUnread;
  readonly findItinerary: FindItinerary;
}

/** Sends due pushes to all browsers of these users. If no browser can be reached, the e-mail becomes due at once. */
export async function sendDuePushes(
  ctx: OutsideContext,
  uids: readonly string[],
  { post, countOtherUnread, findItinerary }: PushDependencies,
): Promise<void> {
  const { batches, unsent } = await transaction(ctx, (ctx) => claimBatches(ctx, uids));
  await announceDeliveries(ctx, unsent);
  const people = [...Map.groupBy(batches, ({ uid }) => uid)];
  const subscriptions = await findDevicesInUse(
    ctx,
    people.map(([uid]) => uid),
  );
  const sendTo = async ([uid, batches]: (typeof people)[number]) => {
    const unread = (await countUnread(ctx, uid)) + (await countOtherUnread(ctx, uid));
    for (const batch of batches)
      await sendBatch(ctx, { ...batch, unread }, subscriptions.get(uid) ?? [], {
        post,
        findItinerary,
      });
    await announceDeliveries(ctx, [uid]);
  };
  for (let next = 0; next < people.length; next += PEOPLE_AT_ONCE) {
    const sent = await Promise.allSettled(people.slice(next, next + PEOPLE_AT_ONCE).map(sendTo));
    const failed = sent.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }
}

async function sendBatch(
  ctx: OutsideContext,
  { id, uid, notifications, unread }: PushBatch & { readonly unread: number },
  subscriptions: readonly SubscriptionRow[],
  { post, findItinerary }: Pick<PushDependencies, "post" | "findItinerary">,
): Promise<void> {
  const language = (await findAccountLanguages(ctx, [uid]))(uid);
  const vehicles = await findVehicles(ctx, uid, notifications, findItinerary);
  const now = ctx.now();
  const views = await viewNotifications(ctx, notifications, language, ({ id }) => ({
    now,
    vehicle: vehicles.get(id),
  }));
  const payload: PushedNotification = {
    ...pushContent(language, views),
    language,
    direction: directionOf(language),
    batchId: id,
    unread,
  };
  const sender = await pushSender(ctx);
  const message = {
    payload,
    ttlS: timeToLiveS(ctx.now(), notifications),
    urgent: notifications.some(({ expires_at }) => expires_at !== null),
  };
  const outcomes = await Promise.all(
    subscriptions.map(async (subscription) => {
      const outcome = await sendPush(ctx, post, sender, subscription, message);
      await recordOutcome(ctx, subscription, outcome);
      return outcome;
    }),
  );
  if (outcomes.includes("accepted")) {
    await updateBatches(ctx, [id], {
      from: ["waiting"],
      to: "sent",
      channel: "push",
    });
    return;
  }
  const failed = outcomes.find((outcome) => typeof outcome === "object");
  const reason = failed?.failure ?? translatable("Push is no longer set up in any browser.");
  await updateBatches(ctx, [id], {
    from: ["waiting"],
    to: "failed",
    channel: "push",
    reason,
  });
  await sendEmailsNow(
    ctx,
    idsOf(notifications.filter((notification) => !isSentUntilRead(notification))),
  );
}

/** The vehicles that reminders name, by notification. */
async function findVehicles(
  ctx: Context,
  uid: string,
  notifications: readonly DueNotification[],
  findItinerary: FindItinerary,
): Promise<Map<string, Itinerary["vehicle"]>> {
  const vehicles = new Map<string, Itinerary["vehicle"]>();
  for (const { id, kind, details } of notifications) {
    const isReminder = kind === "ride.tomorrow" || kind === "ride.soon";
    const itinerary = isReminder ? await itineraryOf(ctx, uid, details, findItinerary) : undefined;
    if (itinerary) vehicles.set(id, itinerary.vehicle);
  }
  return vehicles;
}

async function recordOutcome(
  ctx: Context,
  subscription: SubscriptionRow,
  outcome: PushOutcome,
): Promise<void> {
  const { id } = subscription;
  ctx.metrics.count("pushes_total", typeof outcome === "string" ? outcome : "failed");
  if (outcome === "gone") return deleteSubscription(ctx, { id });
  if (outcome === "accepted") return recordPush(ctx, id);

  const { failure, refusal } = outcome;
  if (refusal === undefined) return recordPushFailure(ctx, id, failure);
  return recordRefusal(ctx, subscription, {
    failure,
    refusal,
  });
}

/** A browser shows one message per tag, so a push repeated after a crash is seen once. */
function pushContent(
  language: Language,
  views: readonly Notification[],
): Pick<PushedNotification, "title" | "text" | "path" | "tag"> {
  const [single] = views;
  if (single && views.length === 1)
    return {
      title: single.title,
      text: single.text,
      path: single.path,
      tag: single.id,
    };
  return {
    ...digestNotifications(language, views),
    path: "/notifications",
    tag: "digest",
  };
}

/** The longest remaining usefulness of the notifications, at least a minute. */
function timeToLiveS(now: Date, notifications: readonly DueNotification[]): number {
  const remainingS = notifications.map(({ expires_at }) =>
    expires_at ? (expires_at.getTime() - now.getTime()) / 1000 : MAX_TTL_S,
  );
  return Math.round(Math.min(MAX_TTL_S, Math.max(60, ...remainingS)));
}
