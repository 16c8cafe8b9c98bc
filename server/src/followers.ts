import { beginSessionEnds, sessionEnds } from "#modules/active-drivers/index.ts";
import { beginUnreadNotices, rideChats } from "#modules/chat/index.ts";
import { beginNotices, noticesOfFacts } from "#modules/notices/index.ts";
import { beginReliability, reliabilityOfFacts } from "#modules/reliability/index.ts";
import { beginRescue, rescues } from "#modules/rescue/index.ts";
import type { RideIndex } from "#modules/rides/index.ts";
import { beginAlerts, demandAlerts } from "#modules/saved-searches/index.ts";
import { beginRideNews, rideNews } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import { type Bell, GENTLE, keepReading, type Step } from "#platform/events.ts";
import type { Leaving } from "#platform/leaving.ts";
import type { Watched } from "#platform/outbox-check.ts";
import type { Settings } from "#platform/settings.ts";
import { Turns } from "#platform/turns.ts";
import { records } from "./records.ts";

/** Every follower that keeps its place in the database. What no running process names here keeps no events from being pruned. */
export const namedFollowers = ({ CHAT_NOTICE_AFTER_S }: Pick<Settings, "CHAT_NOTICE_AFTER_S">): readonly Watched[] => [
  { name: "chat" },
  // It follows in a sweep, and stays behind on purpose.
  { name: "chat-unread", behindS: CHAT_NOTICE_AFTER_S },
  { name: "demand-alerts" },
  { name: "driver-sessions" },
  { name: "notices" },
  { name: "reliability" },
  { name: "rescue" },
  { name: "ride-news" },
];

interface Parts {
  readonly rides: RideIndex;
  readonly bell: Bell;
  readonly leaving: Leaving;
}

/** Has the modules do what follows from what happened, from where each of them was, until the process leaves. */
export async function follow(ctx: Context, { rides, bell, leaving }: Parts): Promise<void> {
  await Promise.all([
    beginRideNews(ctx),
    beginNotices(ctx),
    beginUnreadNotices(ctx),
    beginAlerts(ctx),
    beginReliability(ctx),
    beginRescue(ctx),
    beginSessionEnds(ctx),
  ]);
  const steps: readonly (readonly [step: Step, what: string])[] = [
    [rideNews(ctx), "telling of changed rides"],
    [noticesOfFacts(ctx, records), "making notices"],
    [reliabilityOfFacts(ctx), "counting reliability"],
    [rideChats(ctx), "keeping ride chats"],
    [demandAlerts(ctx, rides), "alerting of rides and requests"],
    [rescues(ctx, rides), "looking for other rides"],
    [sessionEnds(ctx), "taking drivers off the map"],
  ];
  // One after the other: together they would keep a connection each awake, also while nothing happens.
  const turns = new Turns({ atOnce: 1, waiting: 100 });
  for (const [step, what] of steps) {
    const failed = (error: unknown) => ctx.log.error({ err: error }, `${what} failed`);
    leaving.before(keepReading(() => turns.take(step), bell, failed, GENTLE));
  }
}
