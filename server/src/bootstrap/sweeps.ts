import { DAY_MS } from "@commonlane/contract/durations";
import { apiKeySweeps } from "#modules/api-keys/index.ts";
import { accountSweeps } from "#modules/accounts/index.ts";
import { activeDriverSweeps } from "#modules/active-drivers/index.ts";
import { calendarSweeps } from "#modules/calendar/index.ts";
import { captchaSweeps } from "#modules/captcha/index.ts";
import { chatSweeps } from "#modules/chat/index.ts";
import { eventCalendarSweeps } from "#modules/event-calendars/index.ts";
import { eventSweeps as communityEventSweeps } from "#modules/events/index.ts";
import { memberImportSweeps } from "#modules/member-imports/index.ts";
import { moderationSweeps } from "#modules/moderation/index.ts";
import { membershipLossSweeps } from "#modules/membership-loss/index.ts";
import { sweepPhoneCodes, sweepTextMessages } from "#modules/phone-verification/index.ts";
import { personalDataSweeps } from "#modules/personal-data/index.ts";
import { notificationSweeps } from "#modules/notifications/index.ts";
import { sweepPhonesWithHomeZero } from "#modules/profiles/index.ts";
import { tripSafetySweeps } from "#modules/trip-safety/index.ts";
import { tripOutcomeSweeps } from "#modules/trip-outcomes/index.ts";
import { ratingSweeps } from "#modules/ratings/index.ts";
import { reliabilitySweeps } from "#modules/reliability/index.ts";
import { reportSweeps } from "#modules/reports/index.ts";
import { rideHooks, rideRequestSweeps } from "#modules/ride-requests/index.ts";
import { neighbourSweeps } from "#modules/neighbours/index.ts";
import { rideFeedSweeps } from "#modules/ride-feeds/index.ts";
import { seriesSweeps } from "#modules/ride-series/index.ts";
import { rideSweeps } from "#modules/rides/index.ts";
import { savedSearchSweeps } from "#modules/saved-searches/index.ts";
import { sweepFirstContacts } from "#modules/privacy/index.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { signInProviderSweeps } from "#modules/sign-in-providers/index.ts";
import { trustMarkSweeps } from "#modules/trust-marks/index.ts";
import { webhookSweeps } from "#modules/webhooks/index.ts";
import type { InTransaction } from "#platform/context.ts";
import {
  markConsumersActive,
  pruneEvents,
  pruneSetAsideEvents,
  removeStaleConsumers,
} from "#platform/db/outbox/event-pruning.ts";
import { pruneRateCounts } from "#platform/db/rate-counts.ts";
import { checkOutbox } from "#platform/events/outbox-health.ts";
import { pruneIdempotencyKeys } from "#platform/http/endpoints/idempotency.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { pruneDevMail } from "#platform/mail/dev-mail.store.ts";
import { listConsumerNames, listEventConsumers, registerRelease } from "./event-consumers.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Longer than any rolling upgrade, so events still wait for consumers that exist only in the previous release. */
const ACTIVE_WITHIN_MS = DAY_MS;
const REMOVED_AFTER_MS = 30 * DAY_MS;
/** Extra retention for events that a running consumer has not read. */
const UNREAD_EXTRA_RETENTION_MS = 14 * DAY_MS;
const SET_ASIDE_RETENTION_MS = 30 * DAY_MS;

/** Prunes the outbox, and logs when its consumers make no progress. */
const eventSweeps: readonly Sweep[] = [
  { name: "events.prune", everyS: HOUR_S, run: pruneOutbox },
  {
    name: "events.check",
    everyS: MINUTE_S,
    run: (ctx) => checkOutbox(ctx, listEventConsumers(ctx.settings)),
  },
  {
    name: "event-consumers.registered",
    everyS: MINUTE_S,
    run: registerRelease,
  },
  {
    name: "event-consumers.remove-stale",
    everyS: HOUR_S,
    run: removeInactiveConsumers,
  },
  {
    name: "set-aside-events.prune",
    everyS: HOUR_S,
    run: ({ db, now }) =>
      pruneSetAsideEvents(db, new Date(now().getTime() - SET_ASIDE_RETENTION_MS)),
  },
];

/** All scheduled sweeps: they complete, expire and delete what is due. */
export const sweeps: readonly Sweep[] = [
  ...rideSweeps(rideHooks),
  ...seriesSweeps,
  ...neighbourSweeps,
  ...rideFeedSweeps,
  ...seatRequestSweeps,
  ...rideRequestSweeps,
  ...activeDriverSweeps,
  ...tripOutcomeSweeps,
  ...tripSafetySweeps,
  ...ratingSweeps,
  ...reliabilitySweeps,
  ...moderationSweeps,
  ...notificationSweeps,
  ...chatSweeps,
  ...savedSearchSweeps,
  ...personalDataSweeps,
  ...reportSweeps,
  ...captchaSweeps,
  ...signInProviderSweeps,
  ...trustMarkSweeps,
  ...membershipLossSweeps,
  ...calendarSweeps,
  ...communityEventSweeps,
  ...eventCalendarSweeps,
  ...memberImportSweeps,
  ...apiKeySweeps,
  ...webhookSweeps,
  ...accountSweeps.map((run) => ({
    name: `account.${run.name}`,
    everyS: HOUR_S,
    run,
  })),
  {
    name: "profile.phone-without-home-zero",
    everyS: HOUR_S,
    run: sweepPhonesWithHomeZero,
  },
  { name: "phone-code.pruned", everyS: HOUR_S, run: sweepPhoneCodes },
  {
    name: "text-message.pruned",
    everyS: HOUR_S,
    run: sweepTextMessages,
  },
  {
    name: "stranger-contact.pruned",
    everyS: HOUR_S,
    run: sweepFirstContacts,
  },
  ...eventSweeps,
  {
    name: "rate-count.pruned",
    everyS: HOUR_S / 6,
    run: ({ db }) => pruneRateCounts(db),
  },
  {
    name: "idempotency-key.pruned",
    everyS: HOUR_S,
    run: pruneIdempotencyKeys,
  },
  {
    name: "dev-mail.pruned",
    everyS: HOUR_S / 6,
    run: ({ db }) => pruneDevMail(db),
  },
];

async function pruneOutbox({ db, now, settings }: InTransaction): Promise<boolean> {
  await markConsumersActive(db, listConsumerNames(settings), now());
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const retentionMs = settings.EVENT_RETENTION_DAYS * DAY_MS;
  return pruneEvents(db, {
    before: ago(retentionMs),
    unreadBefore: ago(retentionMs + UNREAD_EXTRA_RETENTION_MS),
    activeSince: ago(ACTIVE_WITHIN_MS),
  });
}

async function removeInactiveConsumers({ db, now, log }: InTransaction): Promise<void> {
  const removed = await removeStaleConsumers(db, new Date(now().getTime() - REMOVED_AFTER_MS));
  for (const name of removed)
    log.warn({ follower: name }, "removed an event consumer that no process runs any more");
}
