import type { Block, BlockedPerson, SharedRide } from "@commonlane/contract/blocks";
import { BLOCKS_MAX } from "@commonlane/contract/limits";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockPair } from "#platform/db/locks.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  type BlockPair,
  type BlockRow,
  deleteBlock,
  findBlock,
  insertBlock,
  listBlocks,
} from "./blocks.store.ts";

/** What other modules do and know about a block. They use this module, so it cannot call them. */
export interface BlockHooks {
  /** Users as everyone sees them; without those who have left. */
  readonly findPeople: (
    ctx: Context,
    uids: readonly string[],
  ) => Promise<ReadonlyMap<string, PublicPerson>>;
  /** Ends pending items between the two, in the transaction of the block. */
  readonly onBlocked: (ctx: InTransaction, pair: BlockPair) => Promise<void>;
  /** Upcoming bookings between the two. */
  readonly findSharedRides: (ctx: Context, pair: BlockPair) => Promise<SharedRide[]>;
}

const Cursor = z.object({
  at: Instant,
  id: z.uuid(),
});

/**
 * Blocks a user. Pending items between the two end as if declined or withdrawn; confirmed seats stay until one of
 * them cancels. The blocked user is not notified, and may have blocked the caller, too.
 */
export function blockPerson(
  ctx: Context,
  { uid }: Caller,
  blockedUid: string,
  hooks: BlockHooks,
): Promise<Block> {
  if (uid === blockedUid) throw new Problem("own_block");
  const pair = { blocker: uid, blocked: blockedUid };
  return transaction(ctx, async (ctx) => {
    const people = await hooks.findPeople(ctx, [blockedUid]);
    const person = people.get(blockedUid);
    if (!person) throw new Problem("not_found");
    await lockPair(ctx, uid, blockedUid);
    const inserted = await insertBlock(ctx, pair, BLOCKS_MAX);
    const row = inserted ?? (await findBlock(ctx, pair));
    if (!row) throw new Problem("blocks_enough");
    if (inserted) {
      await hooks.onBlocked(ctx, pair);
      ctx.publish(`user:${uid}`, {
        type: "block.changed",
        uid: blockedUid,
      });
    }
    const shared = await hooks.findSharedRides(ctx, pair);
    return {
      person,
      blockedAt: row.at.toISOString(),
      shared,
    };
  });
}

export function unblockPerson(
  ctx: Context,
  { uid }: Caller,
  blockedUid: string,
): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    if (
      await deleteBlock(ctx, {
        blocker: uid,
        blocked: blockedUid,
      })
    )
      ctx.publish(`user:${uid}`, {
        type: "block.changed",
        uid: blockedUid,
      });
    return { success: true };
  });
}

export async function getOwnBlock(
  ctx: Context,
  { uid }: Caller,
  blockedUid: string,
  hooks: BlockHooks,
): Promise<BlockedPerson> {
  const row = await findBlock(ctx, {
    blocker: uid,
    blocked: blockedUid,
  });
  if (!row) throw new Problem("not_found");
  return viewBlock(ctx, row, hooks);
}

export async function listOwnBlocks(
  ctx: Context,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
  hooks: BlockHooks,
): Promise<{
  items: BlockedPerson[];
  nextCursor: string | null;
}> {
  const rows = await listBlocks(ctx, uid, {
    limit: limit + 1,
    after: decodeCursor(Cursor, cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.at.toISOString(),
    id: last.blocked_id,
  }));
  return {
    items: await viewBlocks(ctx, items, hooks),
    nextCursor,
  };
}

async function viewBlocks(
  ctx: Context,
  rows: readonly BlockRow[],
  hooks: BlockHooks,
): Promise<BlockedPerson[]> {
  const blockedUids = rows.map(({ blocked_id }) => blocked_id);
  const people = await hooks.findPeople(ctx, blockedUids);
  return rows.flatMap(({ blocked_id, at }) => {
    const person = people.get(blocked_id);
    return person
      ? {
          person,
          blockedAt: at.toISOString(),
        }
      : [];
  });
}

async function viewBlock(ctx: Context, row: BlockRow, hooks: BlockHooks): Promise<BlockedPerson> {
  const [blocked] = await viewBlocks(ctx, [row], hooks);
  if (!blocked) throw new Problem("not_found");
  return blocked;
}
