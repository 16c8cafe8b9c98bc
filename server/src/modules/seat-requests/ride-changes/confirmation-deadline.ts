import type { Context } from "#platform/context.ts";

/** Minimum time to confirm, cut off at the departure. */
const MIN_CONFIRM_MS = 30 * 60_000;

/** min(`withinS`, departure − 30 min), but at least half an hour or until the departure. */
export function confirmationDeadline(
  { now, settings }: Context,
  departsAt: Date,
  withinS = settings.CONFIRM_WITHIN_S,
): Date {
  const nowMs = now().getTime();
  const departsMs = departsAt.getTime();
  const lastMs = Math.min(
    nowMs + withinS * 1000,
    departsMs - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000,
  );
  return new Date(Math.max(lastMs, Math.min(nowMs + MIN_CONFIRM_MS, departsMs)));
}
