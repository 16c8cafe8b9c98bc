import type { ModeratorAct } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context, InTransaction } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import { actsBefore, type ActRow, insertAct } from "./acts.store.ts";
import { moderatedPeople } from "./people.store.ts";

/** Whom or what a call is about, wherever its input names it. */
const About = z.object({
  uid: z.uuid().optional(),
  rideId: z.uuid().optional(),
  reportId: z.uuid().optional(),
  ratingId: z.uuid().optional(),
  hidingId: z.uuid().optional(),
});
const Thing = z.object({ about: z.object({ id: z.uuid() }).optional() });
const Said = z.record(z.string(), z.unknown());
const Input = z.object({ params: Said.optional(), query: Said.optional(), body: Said.optional() });

/** Writes down what a moderator does, or looks at, with all that was said; together with the deed. */
export async function witness(ctx: InTransaction, moderatorUid: string, call: string, input: unknown): Promise<void> {
  const { params = {}, query, body } = Input.parse(input);
  const { uid, rideId, reportId, ratingId, hidingId } = About.parse(params);
  const { about } = Thing.parse(body ?? {});
  const aboutId = uid ?? rideId ?? reportId ?? ratingId ?? hidingId ?? about?.id ?? null;
  await insertAct(ctx, { moderatorUid, call, aboutId, said: { ...query, ...body } });
}

/** The same for what an operator does from the command line, or time by itself. */
export const witnessOperator = (
  ctx: InTransaction,
  call: string,
  aboutId: string | null,
  said: Readonly<Record<string, unknown>>,
): Promise<void> => insertAct(ctx, { moderatorUid: null, call, aboutId, said });

export async function listActs(ctx: Context, { limit, cursor }: PageQuery) {
  const rows = await actsBefore(ctx, limit + 1, readCursor(z.uuid(), cursor));
  const { shown, nextCursor } = pageOf(rows, limit, (last) => last.id);
  return { items: await viewActs(ctx, shown), nextCursor };
}

export async function viewActs(ctx: Context, rows: readonly ActRow[]): Promise<ModeratorAct[]> {
  const people = await moderatedPeople(
    ctx,
    rows.flatMap(({ moderator_uid }) => moderator_uid ?? []),
  );
  return rows.map(({ id, at, moderator_uid, call, about_id, said }) => ({
    id,
    at: at.toISOString(),
    moderator: (moderator_uid && people.get(moderator_uid)) || null,
    call,
    aboutId: about_id,
    said,
  }));
}
