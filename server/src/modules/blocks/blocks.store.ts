import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type BlockRow = Selectable<Schema["block"]>;
/** Who blocks whom. */
export interface BlockPair {
  readonly blocker: string;
  readonly blocked: string;
}

/**
 * Holds the blocker's account, so that those made at once are counted one after the other; nothing where the block is
 * there already, or the blocker has `most` of them.
 */
export async function insertBlock(
  { db, now }: InTransaction,
  { blocker, blocked }: BlockPair,
  maxBlocks: number,
): Promise<BlockRow | undefined> {
  await sql`select from account where uid = ${blocker} for no key update`.execute(db);
  const { rows } = await sql<BlockRow>`
    insert into block (blocker_id, blocked_id, at)
    select ${blocker}::uuid, ${blocked}::uuid, ${now()}::timestamptz
    where (select count(*) from block where blocker_id = ${blocker}) < ${maxBlocks}
    on conflict do nothing returning *`.execute(db);
  return rows[0];
}

/** True where there was one. */
export async function deleteBlock({ db }: Context, { blocker, blocked }: BlockPair): Promise<boolean> {
  const deleted = await db
    .deleteFrom("block")
    .where("blocker_id", "=", blocker)
    .where("blocked_id", "=", blocked)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export function findBlock({ db }: Context, { blocker, blocked }: BlockPair): Promise<BlockRow | undefined> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("blocker_id", "=", blocker)
    .where("blocked_id", "=", blocked)
    .executeTakeFirst();
}

/** The last first. */
export function listBlocks(
  { db }: Context,
  blocker: string,
  { limit, after }: { limit: number; after: { readonly at: string; readonly id: string } | undefined },
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
