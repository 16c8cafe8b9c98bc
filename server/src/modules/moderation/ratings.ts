import type { ModeratedRating } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { notify } from "#modules/notices/index.ts";
import { readCursor, writeCursor } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { moderatedPeople } from "./people.store.ts";
import { appealPage, findModerated, hide, markDecided, type ModeratedRatingRow, unhide } from "./ratings.store.ts";

const Mark = z.object({ at: z.iso.datetime(), id: z.uuid() });

export async function listAppeals(ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) {
  const { state, limit, cursor } = query;
  const rows = await appealPage(ctx, { state, limit: limit + 1, past: readCursor(Mark, cursor) });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const at = state === "open" ? last?.appealed_at : last?.decided_at;
  return {
    items: await viewModerated(ctx, shown),
    nextCursor: last && at ? writeCursor({ at: at.toISOString(), id: last.id }) : null,
  };
}

/** Hides the rating or leaves it, and tells who appealed what was decided and why. */
export function decideAppeal(ctx: Context, id: string, said: { hide: boolean; reason: string }) {
  return transaction(ctx, async (ctx) => {
    const decided = await markDecided(ctx, id, said.reason);
    if (said.hide && decided) await hide(ctx, id);
    const row = await mustFind(ctx, id);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!decided) throw new Problem("status_already_set", { current: await viewOne(ctx, row) });
    await notify(ctx, {
      to: row.rated_uid,
      kind: "appeal.decided",
      cause: id,
      path: "/profile#ratings",
      details: { count: said.hide ? 1 : 0, reason: said.reason },
    });
    return viewOne(ctx, row);
  });
}

export function hideRating(ctx: Context, id: string): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    if (!(await hide(ctx, id))) throw await whyNot(ctx, id);
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

export function showRating(ctx: Context, id: string): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    if (!(await unhide(ctx, id))) throw await whyNot(ctx, id);
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

async function whyNot(ctx: InTransaction, id: string): Promise<Problem> {
  const row = await findModerated(ctx, id);
  return row ? new Problem("status_already_set", { current: await viewOne(ctx, row) }) : new Problem("not_found");
}

async function mustFind(ctx: Context, id: string): Promise<ModeratedRatingRow> {
  const row = await findModerated(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}

async function viewOne(ctx: Context, row: ModeratedRatingRow): Promise<ModeratedRating> {
  const [rating] = await viewModerated(ctx, [row]);
  if (!rating) throw new Error("A rating has lost its people.");
  return rating;
}

export async function viewModerated(ctx: Context, rows: readonly ModeratedRatingRow[]): Promise<ModeratedRating[]> {
  const people = await moderatedPeople(
    ctx,
    rows.flatMap(({ rater_uid, rated_uid }) => [rater_uid, rated_uid]),
  );
  return rows.flatMap((row) => {
    const [rater, rated] = [people.get(row.rater_uid), people.get(row.rated_uid)];
    if (!rater || !rated) return [];
    const { id, ride_id: rideId, stars: rating, comment, reply, appeal: reason, note } = row;
    const appealed = row.appealed_at && reason !== null;
    return {
      id,
      rater,
      rated,
      rideId,
      rating,
      comment,
      reply,
      publishedAt: row.published_at?.toISOString() ?? null,
      hiddenAt: row.hidden_at?.toISOString() ?? null,
      appeal: appealed
        ? { reason, createdAt: row.appealed_at.toISOString(), decidedAt: row.decided_at?.toISOString() ?? null, note }
        : null,
    };
  });
}
