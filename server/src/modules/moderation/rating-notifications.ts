import { notify } from "#modules/notifications/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { findModeratedRating } from "./rating-moderation.store.ts";

/** Notifies the owner of an appeal of the decision, and the rater with the reason if the rating is hidden. */
export async function notifyRatingAppealDecided(
  ctx: InTransaction,
  id: string,
  { hide, reason }: { readonly hide: boolean; readonly reason: string },
): Promise<void> {
  const row = await findModeratedRating(ctx, id);
  if (!row) return;
  const { rater_uid, rated_uid, ride_id } = row;
  await notify(ctx, {
    to: rated_uid,
    kind: "appeal.decided",
    cause: id,
    path: "/profile#ratings",
    details: { count: hide ? 1 : 0, reason },
  });
  if (!hide) return;
  const path = `/rides/${ride_id}/rate` as const;
  await notify(ctx, { to: rater_uid, kind: "rating.hidden", cause: id, person: rated_uid, path, details: { reason } });
}
