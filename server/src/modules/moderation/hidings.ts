import { randomBytes } from "node:crypto";
import type { HiddenThing, OwnHiding } from "@commonlane/contract/hidings";
import type { Hiding } from "@commonlane/contract/moderated";
import type { PageQuery } from "@commonlane/contract/shapes";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { witnessOperator } from "./acts.ts";
import { appealPage } from "./appeals.ts";
import {
  appealedHidings,
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
  overdueHiding,
  ownerOf,
  takeBio,
  takePhoto,
} from "./hidings.store.ts";
import { viewHidings, viewOne, viewOwn } from "./hidings.view.ts";
import { endAfter } from "./operating.ts";
import { tellDecided, tellHidden, tellShown } from "./telling.ts";

/** What moderators take out of others' sight, and what its owner says to that. Each throws not_found or status_already_set. */

interface ToHide {
  readonly about: HiddenThing;
  readonly reason: string;
  /** Until it is shown again where there are none. */
  readonly days?: number | null | undefined;
}

export function hideThing(ctx: Context, { uid: by }: Caller, { about, reason, days }: ToHide): Promise<Hiding> {
  return transaction(ctx, async (ctx) => {
    const owned = await ownerOf(ctx, about);
    if (!owned) throw new Problem("not_found");
    if (owned.owner_uid === by) throw new Problem("own_moderation");
    const until = days ? endAfter(ctx, days) : null;
    const kept = await takeAway(ctx, about);
    const row = await insertHiding(ctx, { about, ownerUid: owned.owner_uid, reason, until, kept });
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
    // Who appealed got what they wanted: nothing is left to decide.
    await markDecided(ctx, id, reason);
    await giveBack(ctx, row);
    await tellShown(ctx, row, { owned, reason });
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

const TIME_OVER = "The time was over.";

/** What was hidden for a time is shown again when that is over, which is written down like any other end; one after the other. */
export const hidingSweeps: readonly Sweep[] = [
  {
    name: "hiding.ended",
    everyS: 30,
    run: async (ctx) => {
      const id = await overdueHiding(ctx);
      if (id === undefined) return false;
      const { row, owned } = await mustFindWhole(ctx, id);
      if (!(await endHiding(ctx, id))) return true;
      await markDecided(ctx, id, TIME_OVER);
      await witnessOperator(ctx, "moderation.show", id, { reason: TIME_OVER });
      // Whoever chose other words or another photo meanwhile has nothing to hear of.
      if (await giveBack(ctx, row)) await tellShown(ctx, row, { owned, reason: null });
      return true;
    },
  },
];

/** With whose it is. A ride or a profile is held before its hiding, by everybody. */
async function mustFindWhole(ctx: InTransaction, id: string) {
  const row = await mustFind(ctx, id);
  return { row, owned: await ownerOf(ctx, { kind: row.kind, id: row.about_id }) };
}

/** False where something else took the place of what was hidden. */
async function giveBack(ctx: InTransaction, { kind, about_id, kept }: HidingRow): Promise<boolean> {
  if (kept === null) return true;
  return kind === "photo" ? givePhotoBack(ctx, about_id, kept) : giveBioBack(ctx, about_id, kept);
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
    if (show && (await endHiding(ctx, id))) await giveBack(ctx, row);
    if (show) await tellShown(ctx, row, { owned, reason });
    else await tellDecided(ctx, row, reason);
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

export const listHidings = (ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) =>
  appealPage(
    query,
    (wanted) => appealedHidings(ctx, wanted),
    (rows) => viewHidings(ctx, rows),
  );

async function alreadySet(ctx: Context, row: HidingRow | undefined): Promise<Problem> {
  return new Problem("status_already_set", row ? { current: await viewOne(ctx, row) } : {});
}

async function mustFind(ctx: Context, id: string): Promise<HidingRow> {
  const row = await findHiding(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}
