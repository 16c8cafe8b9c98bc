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
import { pruneRateCounts } from "#platform/db/rate-counts.ts";
import { pruneIdempotencyKeys } from "#platform/http/endpoints/idempotency.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { pruneDevMail } from "#platform/mail/dev-mail.store.ts";
import { eventSweeps } from "./event-sweeps.ts";

const HOUR_S = 3600;

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
