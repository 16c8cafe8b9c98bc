import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import { localText } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import type { ModeratorAction } from "@commonlane/contract/moderator-actions";
import { publishReportChanged, recordFirstAction } from "#modules/reports/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { forEachInTransaction, type Sweep } from "#platform/jobs/sweeps.ts";
import { effectsOf } from "./action-effects.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import {
  deleteOldActions,
  findDueActions,
  findLatestAction,
  findModeratorAction,
  findPendingActions,
  insertModeratorAction,
  makeActionFinal,
  markUndone,
  type ModeratorActionRow,
  type NewModeratorAction,
} from "./moderator-actions.store.ts";
import { hasRole, isAdministrator } from "./moderators.store.ts";
import { findModeratedRating } from "./rating-moderation.store.ts";

interface ActionInput extends Omit<NewModeratorAction, "moderatorUid"> {
  /** The report that the moderator answers; ignored if it is about someone else. */
  readonly reportId?: string | undefined;
}

/**
 * Records an action so that it can be undone for a while. What cannot be taken back, such as an e-mail, happens when
 * that time is over. Throws status_already_set if another moderator has just done the same.
 */
export async function recordAction(
  ctx: InTransaction,
  moderator: Caller,
  { reportId, ...action }: ActionInput,
): Promise<void> {
  const { personUid, subjectId } = action;
  const answered =
    reportId && personUid ? await recordFirstAction(ctx, reportId, personUid) : undefined;
  const row = await insertModeratorAction(ctx, {
    ...action,
    moderatorUid: moderator.uid,
    reportId: answered,
  });
  if (!row) throw await alreadyDoneProblem(ctx, subjectId, undefined);
  if (row.state === "final") await effectsOf(row).finalize(ctx, row);
  await publishReportChanged(ctx, personUid);
}

/** Shows a moderator who came second what the first one did. */
export async function alreadyDoneProblem(
  ctx: Context,
  subjectId: string,
  current: unknown,
): Promise<Problem> {
  const row = await findLatestAction(ctx, subjectId);
  const [action] = row ? await viewActions(ctx, [row]) : [];
  const details = current === undefined ? {} : { current };
  if (!action) return new Problem("status_already_set", details);
  const { reason } = action;
  const name = action.moderator?.name ?? undefined;
  return new Problem("status_already_set", {
    ...details,
    message:
      name === undefined
        ? localText(SOMEONE_DID, { reason })
        : localText(ALREADY_DONE, { name, reason }),
  });
}

/** Throws own_moderation if the action concerns the moderator. */
export function assertNotOwnCase(
  { uid }: Caller,
  ...concerned: readonly (string | null | undefined)[]
): void {
  if (concerned.includes(uid)) throw new Problem("own_moderation");
}

/** Throws own_moderation for oneself, or administrators_only for an administrator if the caller is none. */
export async function assertMaySanction(
  ctx: Context,
  moderator: Caller,
  uid: string,
): Promise<void> {
  assertNotOwnCase(moderator, uid);
  if ((await isAdministrator(ctx, uid)) && !(await hasRole(ctx, moderator.uid, "administrator")))
    throw new Problem("administrators_only");
}

/** Undoes a pending action. Throws not_found, own_moderation, administrators_only or status_already_set. */
export function undoAction(ctx: Context, moderator: Caller, id: string): Promise<ModeratorAction> {
  return transaction(ctx, async (ctx) => {
    const before = await findModeratorAction(ctx, id);
    if (!before) throw new Problem("not_found");
    assertNotOwnCase(moderator, before.person_uid);
    if (before.kind === "warn" || before.kind === "suspend")
      await assertMaySanction(ctx, moderator, before.subject_id);
    if (before.kind === "decide-rating-appeal")
      assertNotOwnCase(moderator, (await findModeratedRating(ctx, before.subject_id))?.rater_uid);
    const undone = await markUndone(ctx, id, moderator.uid);
    if (!undone) throw await tooLateProblem(ctx, id);
    if (!(await effectsOf(undone).undo(ctx, undone)))
      throw new Problem("status_already_set", {
        message: translatable("Something has changed since, so this can't be undone."),
      });
    await publishReportChanged(ctx, undone.person_uid);
    return viewAction(ctx, undone);
  });
}

async function tooLateProblem(ctx: Context, id: string): Promise<Problem> {
  const row = await findModeratorAction(ctx, id);
  const action = row && (await viewAction(ctx, row));
  const name = action?.undoneBy?.name ?? undefined;
  const undone =
    name === undefined
      ? translatable("Another moderator has already undone this.")
      : localText(UNDONE, { name });
  const text = action?.state === "undone" ? undone : translatable("It's too late to undo this.");
  return new Problem("status_already_set", {
    message: text,
    current: action,
  });
}

const ALREADY_DONE = message("{name} already did this: “{reason}”", {
  comment: "name: a moderator.",
});
const SOMEONE_DID = message("Another moderator already did this: “{reason}”");
const UNDONE = message("{name} has already undone this.", { comment: "name: a moderator." });

const PENDING_MAX = 50;

export const listPendingActions = async (ctx: Context, { uid }: Caller) => ({
  items: await viewActions(ctx, await findPendingActions(ctx, uid, PENDING_MAX)),
});

/** More than wait at any time: those that fail must not hide others. */
const DUE_MAX = 1000;
const FORGOTTEN_PER_BATCH = 200;

/** Makes actions final: sends what waited. */
export const actionSweeps: readonly Sweep[] = [
  {
    name: "moderator-action.finalized",
    everyS: 5,
    // Each notifies many people at times, so each has a transaction of its own.
    runOutside: async (ctx) =>
      forEachInTransaction(ctx, await findDueActions(ctx, DUE_MAX), finalizeAction),
  },
  {
    name: "moderator-action.forgotten",
    everyS: 3600,
    run: (ctx) => deleteOldActions(ctx, FORGOTTEN_PER_BATCH),
  },
];

async function finalizeAction(ctx: InTransaction, id: string): Promise<void> {
  const row = await makeActionFinal(ctx, id);
  if (!row) return;
  await effectsOf(row).finalize(ctx, row);
  await publishReportChanged(ctx, row.person_uid);
}

async function viewAction(ctx: Context, row: ModeratorActionRow): Promise<ModeratorAction> {
  const [action] = await viewActions(ctx, [row]);
  if (!action) throw new Error("The action has no view.");
  return action;
}

export async function viewActions(
  ctx: Context,
  rows: readonly ModeratorActionRow[],
): Promise<ModeratorAction[]> {
  const people = await findModeratedPeople(
    ctx,
    rows.flatMap(({ person_uid, moderator_uid, undone_by }) =>
      [person_uid, moderator_uid, undone_by].filter((uid) => uid !== null),
    ),
  );
  const personOf = (uid: string | null) => (uid === null ? undefined : people.get(uid)) ?? null;
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    person: personOf(row.person_uid),
    moderator: personOf(row.moderator_uid),
    reportId: row.report_id,
    reason: inCallerLanguage(ctx, row.reason),
    takenAt: row.taken_at.toISOString(),
    state: row.state === "pending" && row.final_at <= ctx.now() ? "final" : row.state,
    finalAt: row.final_at.toISOString(),
    undoneBy: personOf(row.undone_by),
    undoneAt: row.undone_at?.toISOString() ?? null,
  }));
}
