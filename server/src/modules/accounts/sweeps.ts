import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { sweepEvents } from "./account-events.ts";
import { deleteClaimsBefore } from "./accounts.store.ts";
import { sweepDevices } from "./known-devices.ts";
import { sweepLinks } from "./mailed-links.ts";
import { sweepCodes } from "./one-time-codes.ts";
import { sweepSessions } from "./sessions.ts";
import { rotateSigningKeys } from "./signing-keys.ts";
import { sweepTries } from "./tries.ts";

/** An address may be claimed without proof for this long. */
const CLAIM_VALID_MS = 7 * DAY_MS;

const sweepClaims = (ctx: Context) => deleteClaimsBefore(ctx, new Date(ctx.now().getTime() - CLAIM_VALID_MS));

/** What is to be done every hour or so, by any one process, a batch at a time; true says that there is more. */
export const accountSweeps: readonly ((ctx: Context) => Promise<boolean | void>)[] = [
  sweepCodes,
  sweepTries,
  sweepSessions,
  sweepClaims,
  sweepLinks,
  sweepDevices,
  sweepEvents,
  rotateSigningKeys,
];
