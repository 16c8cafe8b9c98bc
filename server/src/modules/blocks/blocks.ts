import type { Block, BlockedPerson, SharedRide } from "@commonlane/contract/blocks";
import { BLOCKS_MAX } from "@commonlane/contract/limits";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { peopleByUid, personByUid } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { type Blocking, type BlockRow, deleteBlock, findBlock, insertBlock, listBlocks } from "./blocks.store.ts";

/** What other modules do, in the same transaction, when somebody blocks somebody. */
export interface BlockFollowUp {
  /** Ends what is open between the two. */
  readonly blocked: (ctx: InTransaction, blocking: Blocking) => Promise<void>;
  /** What was agreed between them and is still to come. */
  readonly shared: (ctx: Context, blocking: Blocking) => Promise<SharedRide[]>;
}

const After = z.object({ at: Instant, id: z.uuid() });

/**
 * Keeps two people apart. What is open between them ends as if it had been declined or withdrawn; a seat that was agreed
 * stays until one of the two gives it up. Whoever was blocked is told nothing, and not asked whether they did the same.
 */
export function blockPerson(
  ctx: Context,
  { uid }: Caller,
  blockedUid: string,
  followUp: BlockFollowUp,
): Promise<Block> {
  if (uid === blockedUid) throw new Problem("own_block");
  const blocking = { blocker: uid, blocked: blockedUid };
  return transaction(ctx, async (ctx) => {
    if (!(await personByUid(ctx, blockedUid))) throw new Problem("not_found");
    const made = await insertBlock(ctx, blocking, BLOCKS_MAX);
    const row = made ?? (await findBlock(ctx, blocking));
    if (!row) throw new Problem("blocks_enough");
    if (made) {
      await followUp.blocked(ctx, blocking);
      ctx.announce(`user:${uid}`, { type: "block.changed", uid: blockedUid });
    }
    const shared = await followUp.shared(ctx, blocking);
    return { ...(await viewBlock(ctx, row)), shared };
  });
}

export function unblockPerson(ctx: Context, { uid }: Caller, blockedUid: string): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    if (await deleteBlock(ctx, { blocker: uid, blocked: blockedUid }))
      ctx.announce(`user:${uid}`, { type: "block.changed", uid: blockedUid });
    return { success: true };
  });
}

export async function oneBlock(ctx: Context, { uid }: Caller, blockedUid: string): Promise<BlockedPerson> {
  const row = await findBlock(ctx, { blocker: uid, blocked: blockedUid });
  if (!row) throw new Problem("not_found");
  return viewBlock(ctx, row);
}

export async function ownBlocks(
  ctx: Context,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<{ items: BlockedPerson[]; nextCursor: string | null }> {
  const rows = await listBlocks(ctx, uid, { limit: limit + 1, after: readCursor(After, cursor) });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ at: last.at.toISOString(), id: last.blocked_id }));
  return {
    items: await viewBlocks(ctx, shown),
    nextCursor,
  };
}

async function viewBlocks(ctx: Context, rows: readonly BlockRow[]): Promise<BlockedPerson[]> {
  const people = await peopleByUid(
    ctx,
    rows.map(({ blocked_id }) => blocked_id),
  );
  return rows.flatMap(({ blocked_id, at }) => {
    const person = people.get(blocked_id);
    return person ? { person, blockedAt: at.toISOString() } : [];
  });
}

async function viewBlock(ctx: Context, row: BlockRow): Promise<BlockedPerson> {
  const [blocked] = await viewBlocks(ctx, [row]);
  if (!blocked) throw new Problem("not_found");
  return blocked;
}
