import { translatable } from "@commonlane/contract/message";
import type { ModeratorActionKind } from "@commonlane/contract/moderator-actions";
import { reinstateAccount } from "#modules/accounts/index.ts";
import { notify } from "#modules/notifications/index.ts";
import { markRatingShown, reopenRatingAppeal } from "#modules/ratings/index.ts";
import { findReport, reopenReport, warnContactsOfFraudster } from "#modules/reports/index.ts";
import { endPendingOnSuspension } from "#modules/ride-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import {
  endContentRemoval,
  findContentOwner,
  findContentRemoval,
  markRemovalAppealDecided,
  reopenRemovalAppeal,
} from "./content-removals.store.ts";
import { detachAgain, reattachContent } from "./detached-content.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import {
  notifyAppealRejected,
  notifyCompanionsReinstated,
  notifyContentRemoved,
  notifyContentRestored,
  notifyReinstated,
} from "./moderation-notifications.ts";
import type { ModeratorActionRow } from "./moderator-actions.store.ts";
import { findModeratedRating } from "./rating-moderation.store.ts";

/** What happens when an action can no longer be undone, and when it is undone. */
interface ActionEffects {
  readonly finalize: (ctx: InTransaction, row: ModeratorActionRow) => Promise<unknown>;
  /** Returns false if the state has changed since, and nothing may be undone. */
  readonly undo: (ctx: InTransaction, row: ModeratorActionRow) => Promise<boolean>;
}

export function effectsOf({ kind }: ModeratorActionRow): ActionEffects {
  return EFFECTS[kind];
}

const EFFECTS: Readonly<Record<ModeratorActionKind, ActionEffects>> = {
  /** Nothing happened yet, so an undone warning leaves no trace with the user. */
  warn: {
    finalize: (ctx, { id, subject_id, reason }) => {
      const details = {
        reason,
        support: ctx.community.supportEmail,
      };
      return notify(ctx, {
        to: subject_id,
        kind: "person.warned",
        cause: id,
        path: "/notifications",
        details,
      });
    },
    undo: async () => true,
  },
  /** The user was locked out at once. Companions were notified at once, and are notified again. */
  suspend: {
    finalize: async (ctx, { subject_id, choice }) => {
      const person = (await findModeratedPeople(ctx, [subject_id])).get(subject_id);
      if (!person?.suspendedAt) return;
      await endPendingOnSuspension(ctx, subject_id);
      if (choice) await warnContactsOfFraudster(ctx, subject_id);
    },
    undo: async (ctx, { subject_id }) => {
      if (!(await reinstateAccount(ctx, subject_id))) return false;
      await notifyReinstated(ctx, subject_id, null);
      await notifyCompanionsReinstated(ctx, subject_id);
      return true;
    },
  },
  hide: {
    finalize: async (ctx, { subject_id }) => {
      const row = await findContentRemoval(ctx, subject_id);
      const content =
        row &&
        (await findContentOwner(ctx, {
          kind: row.kind,
          id: row.subject_id,
        }));
      if (row && content && row.ended_at === null) await notifyContentRemoved(ctx, row, content);
    },
    undo: async (ctx, { subject_id }) => {
      const row = await findContentRemoval(ctx, subject_id);
      if (!row || !(await endContentRemoval(ctx, subject_id))) return false;
      await markRemovalAppealDecided(ctx, subject_id, translatable("The removal was undone."));
      await reattachContent(ctx, row);
      return true;
    },
  },
  resolve: {
    finalize: async (ctx, { subject_id }) => {
      const report = await findReport(ctx, subject_id);
      if (report?.state !== "closed" || report.reporter_id === null) return;
      const about = {
        kind: "report.closed",
        cause: subject_id,
        path: "/notifications",
        details: {},
      } as const;
      await notify(ctx, {
        to: report.reporter_id,
        ...about,
      });
    },
    undo: (ctx, { subject_id }) => reopenReport(ctx, subject_id),
  },
  "decide-removal-appeal": {
    finalize: async (ctx, { subject_id, choice, reason }) => {
      const row = await findContentRemoval(ctx, subject_id);
      if (!row) return;
      const content = await findContentOwner(ctx, {
        kind: row.kind,
        id: row.subject_id,
      });
      if (choice)
        await notifyContentRestored(ctx, row, {
          content,
          reason,
        });
      else await notifyAppealRejected(ctx, row, reason);
    },
    undo: async (ctx, { subject_id, choice }) => {
      const row = await findContentRemoval(ctx, subject_id);
      if (!row) return false;
      const original = choice ? await detachAgain(ctx, row) : row.original;
      return original !== undefined && reopenRemovalAppeal(ctx, subject_id, original);
    },
  },
  "decide-rating-appeal": {
    finalize: (ctx, { subject_id, choice, reason }) =>
      notifyRatingAppealDecided(ctx, subject_id, {
        hide: choice === true,
        reason,
      }),
    undo: async (ctx, { subject_id, choice }) =>
      (!choice || (await markRatingShown(ctx, subject_id))) && reopenRatingAppeal(ctx, subject_id),
  },
};

/** Notifies the owner of an appeal of the decision, and the rater with the reason if the rating is hidden. */
async function notifyRatingAppealDecided(
  ctx: InTransaction,
  id: string,
  {
    hide,
    reason,
  }: {
    readonly hide: boolean;
    readonly reason: string;
  },
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
  await notify(ctx, {
    to: rater_uid,
    kind: "rating.hidden",
    cause: id,
    person: rated_uid,
    path,
    details: { reason },
  });
}
