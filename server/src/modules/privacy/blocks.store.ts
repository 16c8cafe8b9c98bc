import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type BlockRow = Selectable<Schema["block"]>;
/** A block and its direction. */
export interface BlockPair {
  readonly blocker: string;
  readonly blocked: string;
}

/**
 * Inserts a block; undefined if it exists or the blocker has the maximum number. Locks the blocker's account, so
 * that concurrent blocks are counted one after the other.
 */
export async function insertBlock(
  ctx: InTransaction,
  { blocker, blocked }: BlockPair,
  maxBlocks: number,
): Promise<BlockRow | undefined> {
  await lockAccount(ctx, blocker);
  const { rows } = await sql<BlockRow>`
    insert into block (blocker_id, blocked_id, at)
    select ${blocker}::uuid, ${blocked}::uuid, ${ctx.now()}::timestamptz
    where (
      select count(*) from block where blocker_id = ${blocker}) < ${maxBlocks}
    on conflict do nothing returning *`.execute(ctx.db);
  return rows[0];
}

/** Returns true if there was a block. */
export async function deleteBlock(
  { db }: Context,
  { blocker, blocked }: BlockPair,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("block")
    .where("blocker_id", "=", blocker)
    .where("blocked_id", "=", blocked)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export function findBlock(
  { db }: Context,
  { blocker, blocked }: BlockPair,
): Promise<BlockRow | undefined> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("blocker_id", "=", blocker)
    .where("blocked_id", "=", blocked)
    .executeTakeFirst();
}

/** Blocks of a user, latest first. */
export function listBlocks(
  { db }: Context,
  blocker: string,
  {
    limit,
    after,
  }: {
    limit: number;
    after:
      | {
          readonly at: string;
          readonly id: string;
        }
      | undefined;
  },
): Promise<BlockRow[]> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("blocker_id", "=", blocker)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, blocked_id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("at", "desc")
    .orderBy("blocked_id", "desc")
    .limit(limit)
    .execute();
}
