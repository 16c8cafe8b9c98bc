import { randomBytes } from "node:crypto";
import type { HiddenThing, OwnHiding } from "@commonlane/contract/hidings";
import type { Hiding } from "@commonlane/contract/moderated";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { readCursor, writeCursor } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import {
  appealedPage,
  endHiding,
  endHidingOf,
  findHiding,
  giveBioBack,
  givePhotoBack,
  hidingNow,
  type HidingRow,
  hidingsFor,
  insertAppeal,
  insertHiding,
  markDecided,
  ownerOf,
  takeBio,
  takePhoto,
} from "./hidings.store.ts";
import { moderatedPeople } from "./people.store.ts";
import { tellDecided, tellHidden, tellShown } from "./telling.ts";

/** What moderators take out of others' sight, and what its owner says to that. Each throws not_found or status_already_set. */

export function hideThing(
  ctx: Context,
  { uid: by }: Caller,
  { about, reason }: { about: HiddenThing; reason: string },
): Promise<Hiding> {
  return transaction(ctx, async (ctx) => {
    const owned = await ownerOf(ctx, about);
    if (!owned) throw new Problem("not_found");
    if (owned.owner_uid === by) throw new Problem("own_moderation");
    const row = await insertHiding(ctx, { about, ownerUid: owned.owner_uid, reason, kept: await takeAway(ctx, about) });
    if (!row) throw await alreadySet(ctx, await hidingNow(ctx, about));
    await tellHidden(ctx, row, owned);
    return viewOne(ctx, row);
  });
}

/** Takes words or a photo off a profile, where something else may stand later; a ride or a request stays as it is. */
async function takeAway(ctx: InTransaction, about: HiddenThing): Promise<string | null> {
  if (about.kind === "ride" || about.kind === "ride-request") return null;
  const name = randomBytes(32).toString("base64url");
  const kept =
    about.kind === "bio" ? await takeBio(ctx, about.id) : (await takePhoto(ctx, about.id, name)) ? name : undefined;
  if (kept === undefined) {
    const before = await hidingNow(ctx, about);
    throw before ? await alreadySet(ctx, before) : new Problem("not_found");
  }
  // Something new is hidden in the place of what was hidden before.
  await endHidingOf(ctx, about);
  return kept;
}

export function showThing(ctx: Context, id: string, reason: string): Promise<Hiding> {
  return transaction(ctx, async (ctx) => {
    const { row, owned } = await mustFindWhole(ctx, id);
    if (!(await endHiding(ctx, id))) throw await alreadySet(ctx, row);
    await giveBack(ctx, row, { owned, reason });
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

/** With whose it is. A ride is held before its hiding, by everybody. */
async function mustFindWhole(ctx: InTransaction, id: string) {
  const row = await mustFind(ctx, id);
  return { row, owned: await ownerOf(ctx, { kind: row.kind, id: row.about_id }) };
}

async function giveBack(ctx: InTransaction, row: HidingRow, said: Parameters<typeof tellShown>[2]): Promise<void> {
  if (row.kind === "bio" && row.kept !== null) await giveBioBack(ctx, row.about_id, row.kept);
  if (row.kind === "photo" && row.kept !== null) await givePhotoBack(ctx, row.about_id, row.kept);
  await tellShown(ctx, row, said);
}

/** Shows it again or leaves it hidden, and tells who appealed what was decided and why. */
export function decideHiding(
  ctx: Context,
  id: string,
  { show, reason }: { show: boolean; reason: string },
): Promise<Hiding> {
  return transaction(ctx, async (ctx) => {
    const { row, owned } = await mustFindWhole(ctx, id);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!(await markDecided(ctx, id, reason))) throw await alreadySet(ctx, row);
    if (!show) await tellDecided(ctx, row, reason);
    else if (await endHiding(ctx, id)) await giveBack(ctx, row, { owned, reason });
    else await tellShown(ctx, row, { owned, reason });
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

/** Asks moderators to look once more; nobody but its owner is told that there is such a hiding. */
export function appealHiding(ctx: Context, { uid }: Caller, id: string, reason: string) {
  return transaction(ctx, async (ctx) => {
    if (await insertAppeal(ctx, id, uid, reason)) return { success: true };
    const row = await findHiding(ctx, id);
    throw new Problem(row?.owner_uid === uid ? "status_already_set" : "not_found");
  });
}

const MINE_MOST = 100;

export async function hidingsOfCaller(ctx: Context, { uid }: Caller): Promise<{ items: OwnHiding[] }> {
  const rows = await hidingsFor(ctx, uid, MINE_MOST);
  return { items: rows.map((row) => viewOwn(row, uid)) };
}

const viewOwn = (row: HidingRow, uid: string): OwnHiding => {
  const own = row.owner_uid === uid;
  const said = own ? { appealedAt: row.appealed_at?.toISOString() ?? null, note: row.note } : NOTHING;
  const { id, kind, about_id, reason, hidden_at } = row;
  return { id, about: { kind, id: about_id }, reason, hiddenAt: hidden_at.toISOString(), own, ...said };
};
const NOTHING = { appealedAt: null, note: null };

const Mark = z.object({ at: z.iso.datetime(), id: z.uuid() });

export async function listHidings(ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) {
  const { state, limit, cursor } = query;
  const rows = await appealedPage(ctx, { state, limit: limit + 1, past: readCursor(Mark, cursor) });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const at = state === "open" ? last?.appealed_at : last?.decided_at;
  return {
    items: await viewHidings(ctx, shown),
    nextCursor: last && at ? writeCursor({ at: at.toISOString(), id: last.id }) : null,
  };
}

async function alreadySet(ctx: Context, row: HidingRow | undefined): Promise<Problem> {
  return new Problem("status_already_set", row ? { current: await viewOne(ctx, row) } : {});
}

async function mustFind(ctx: Context, id: string): Promise<HidingRow> {
  const row = await findHiding(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}

async function viewOne(ctx: Context, row: HidingRow): Promise<Hiding> {
  const [hiding] = await viewHidings(ctx, [row]);
  if (!hiding) throw new Error("Something hidden has lost its owner.");
  return hiding;
}

export async function viewHidings(ctx: Context, rows: readonly HidingRow[]): Promise<Hiding[]> {
  const people = await moderatedPeople(
    ctx,
    rows.map(({ owner_uid }) => owner_uid),
  );
  return rows.flatMap((row) => {
    const owner = people.get(row.owner_uid);
    if (!owner) return [];
    const { id, kind, about_id, reason, appeal, note } = row;
    const decidedAt = row.decided_at?.toISOString() ?? null;
    const appealedAt = row.appealed_at?.toISOString();
    return {
      id,
      about: { kind, id: about_id },
      owner,
      reason,
      words: kind === "bio" ? row.kept : null,
      photo: kind === "photo" && row.kept !== null ? `/api/photos/${row.kept}/large` : null,
      hiddenAt: row.hidden_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      appeal: appealedAt && appeal !== null ? { reason: appeal, createdAt: appealedAt, decidedAt, note } : null,
    };
  });
}
