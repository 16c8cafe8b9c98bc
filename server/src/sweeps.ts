import { accountSweeps } from "#modules/accounts/index.ts";
import { activeDriverSweeps } from "#modules/active-drivers/index.ts";
import { captchaSweeps } from "#modules/captcha/index.ts";
import { chatSweeps } from "#modules/chat/index.ts";
import { hidingSweeps, suspensionSweeps } from "#modules/moderation/index.ts";
import { dataRightsSweeps } from "#modules/data-rights/index.ts";
import { noticeSweeps } from "#modules/notices/index.ts";
import { onTheWaySweeps } from "#modules/on-the-way/index.ts";
import { passageSweeps } from "#modules/passages/index.ts";
import { ratingSweeps } from "#modules/ratings/index.ts";
import { followUpOfRides, rideRequestSweeps } from "#modules/ride-requests/index.ts";
import { seriesSweeps } from "#modules/ride-series/index.ts";
import { rideSweeps } from "#modules/rides/index.ts";
import { savedSearchSweeps } from "#modules/saved-searches/index.ts";
import { sweepContacts } from "#modules/safety/index.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { pruneRateCounts } from "#platform/db/rate-counts.ts";
import { pruneIdempotencyKeys } from "#platform/http/idempotency.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { pruneDevMail } from "#platform/mail/dev-mail.store.ts";
import { eventSweeps } from "./event-sweeps.ts";

const HOUR_S = 3600;

/** Everything that time alone brings about, and what is cleared away because nobody needs it any more. */
export const sweeps: readonly Sweep[] = [
  ...rideSweeps(followUpOfRides),
  ...seriesSweeps,
  ...seatRequestSweeps,
  ...rideRequestSweeps,
  ...activeDriverSweeps,
  ...passageSweeps,
  ...onTheWaySweeps,
  ...ratingSweeps,
  ...suspensionSweeps,
  ...hidingSweeps,
  ...noticeSweeps,
  ...chatSweeps,
  ...savedSearchSweeps,
  ...dataRightsSweeps,
  ...captchaSweeps,
  ...accountSweeps.map((run) => ({ name: `account.${run.name}`, everyS: HOUR_S, run })),
  { name: "stranger-contact.pruned", everyS: HOUR_S, run: sweepContacts },
  ...eventSweeps,
  { name: "rate-count.pruned", everyS: HOUR_S / 6, run: ({ db }) => pruneRateCounts(db) },
  { name: "idempotency-key.pruned", everyS: HOUR_S, run: pruneIdempotencyKeys },
  { name: "dev-mail.pruned", everyS: HOUR_S / 6, run: ({ db }) => pruneDevMail(db) },
];
