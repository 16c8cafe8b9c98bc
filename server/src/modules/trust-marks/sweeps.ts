import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteOldGrants, claimExpired, claimExpiring } from "./expiry.store.ts";
import { insertMissingEmailGrants } from "./grants.store.ts";
import { announce, announceGranted } from "./grants.ts";

const BATCH = 500;
const EVERY_S = 60;
const HOUR_S = 3600;

/**
 * Marks are gone for everyone at the moment they expire, because each reader compares the time; sweeps only notify
 * their owners, and grant a new mark to the members who were there before it.
 */
export const trustMarkSweeps: readonly Sweep[] = [
  {
    name: "trust-mark.granted",
    everyS: EVERY_S,
    run: grantMissingEmailMarks,
  },
  {
    name: "trust-mark.reminded",
    everyS: HOUR_S,
    run: remindOfExpiry,
  },
  {
    name: "trust-mark.expired",
    everyS: EVERY_S,
    run: announceExpired,
  },
  {
    name: "mark-grant.pruned",
    everyS: HOUR_S,
    run: (ctx) => deleteOldGrants(ctx, BATCH),
  },
];

/** Grants new marks to members whose addresses give them. Returns true if there may be more. */
export async function grantMissingEmailMarks(ctx: InTransaction): Promise<boolean> {
  const granted = await insertMissingEmailGrants(ctx, BATCH);
  announceGranted(ctx, granted);
  return granted.length === BATCH;
}

async function remindOfExpiry(ctx: InTransaction): Promise<boolean> {
  const expiring = await claimExpiring(ctx, BATCH);
  for (const grant of expiring) if (grant.is_only) announce(ctx, "expiring", grant);
  return expiring.length === BATCH;
}

async function announceExpired(ctx: InTransaction): Promise<boolean> {
  const expired = await claimExpired(ctx, BATCH);
  for (const grant of expired) if (grant.is_only) announce(ctx, "expired", grant);
  return expired.length === BATCH;
}
