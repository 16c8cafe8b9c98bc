import type { Context } from "#platform/context.ts";
import { publishEphemeral } from "#platform/live/ephemeral-events.ts";

/**
 * Refreshes open lists of these users, which show the state of each delivery. Not stored like other events: three for
 * each notification would be most of the outbox, and a page that opens later reads the state anyway. Call it after the
 * commit.
 */
export const announceDeliveries = (
  ctx: Pick<Context, "db">,
  uids: Iterable<string>,
): Promise<void> =>
  publishEphemeral(
    ctx,
    [...uids].map((uid) => `user:${uid}` as const),
    { type: "notification.delivery-changed" },
  );
