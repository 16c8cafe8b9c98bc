import type { AuditLogEntry } from "@commonlane/contract/report-files";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context, InTransaction } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import {
  findAuditEntries,
  type AuditLogRow,
  insertAuditEntry,
  insertRefusal,
} from "./audit-log.store.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";

/** Subject of a call, wherever its input contains it. */
const SubjectParams = z.object({
  uid: z.uuid().optional(),
  rideId: z.uuid().optional(),
  reportId: z.uuid().optional(),
  ratingId: z.uuid().optional(),
  removalId: z.uuid().optional(),
  actionId: z.uuid().optional(),
});
const SubjectBody = z.object({ about: z.object({ id: z.uuid() }).optional() });
const JsonObject = z.record(z.string(), z.unknown());
const CallInput = z.object({
  params: JsonObject.optional(),
  query: JsonObject.optional(),
  body: JsonObject.optional(),
});

/** Records an action or view by a moderator with its full input, in the transaction of the action. */
export async function recordModeratorAction(
  ctx: InTransaction,
  moderatorUid: string,
  call: string,
  input: unknown,
): Promise<void> {
  const { params = {}, query, body } = CallInput.parse(input);
  const { uid, rideId, reportId, ratingId, removalId, actionId } = SubjectParams.parse(params);
  const { about } = SubjectBody.parse(body ?? {});
  const aboutId =
    uid ?? rideId ?? reportId ?? ratingId ?? removalId ?? actionId ?? about?.id ?? null;
  await insertAuditEntry(ctx, {
    moderatorUid,
    call,
    aboutId,
    details: { ...query, ...body },
  });
}

/** Records an action of a moderator or administrator whose endpoint is `loggedByHandler`. */
export const recordTeamAction = (
  ctx: InTransaction,
  moderatorUid: string,
  {
    call,
    aboutId = null,
    details,
  }: {
    call: string;
    aboutId?: string | null;
    details: Record<string, unknown>;
  },
): Promise<void> =>
  insertAuditEntry(ctx, {
    moderatorUid,
    call,
    aboutId,
    details,
  });

/** Refusals that someone without the role can cause as often as they like; one entry an hour is enough. */
const NO_ROLE = ["administrators_only", "moderators_only"];

/** Records that a call which changes who gets in, who leads, or where mail goes was refused; without its input. */
export const recordRefusedCall = (
  ctx: InTransaction,
  {
    callerUid,
    call,
    reason,
  }: {
    callerUid: string;
    call: string;
    reason: string;
  },
): Promise<void> =>
  insertRefusal(ctx, {
    callerUid,
    details: { call, reason },
    isOncePerHour: NO_ROLE.includes(reason),
  });

/** Records an action by an operator on the command line, or by a timer. */
export const recordOperatorAction = (
  ctx: InTransaction,
  call: string,
  aboutId: string | null,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  insertAuditEntry(ctx, {
    moderatorUid: null,
    call,
    aboutId,
    details,
  });

export async function listAuditLog(ctx: Context, { limit, cursor }: PageQuery) {
  const rows = await findAuditEntries(ctx, limit + 1, decodeCursor(z.uuid(), cursor));
  const { items, nextCursor } = paginate(rows, limit, (last) => last.id);
  return {
    items: await viewAuditEntries(ctx, items),
    nextCursor,
  };
}

export async function viewAuditEntries(
  ctx: Context,
  rows: readonly AuditLogRow[],
): Promise<AuditLogEntry[]> {
  const people = await findModeratedPeople(
    ctx,
    rows.flatMap(({ moderator_uid }) => moderator_uid ?? []),
  );
  return rows.map(({ id, at, moderator_uid, call, subject_id, details }) => ({
    id,
    at: at.toISOString(),
    moderator: (moderator_uid && people.get(moderator_uid)) || null,
    call,
    aboutId: subject_id,
    details,
  }));
}
