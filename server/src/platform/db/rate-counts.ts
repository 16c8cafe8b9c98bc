import { sql } from "kysely";
import { nameHash } from "../name-hash.ts";
import type { Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";

const BATCH = 10_000;

/** So many tries in a stretch of time that begins with the first of them. */
export interface Allowance {
  readonly count: number;
  readonly perS: number;
}

/** Takes up to `piece` tries for all processes; how many there were, and for how long the stretch goes on. By the database's clock. */
export async function takeTries(
  db: Db,
  name: string,
  { count, perS }: Allowance,
  piece: number,
): Promise<{ granted: number; msLeft: number }> {
  const { rows } = await sql<{ granted: number; msLeft: number }>`
    insert into rate_count as kept (key, taken, granted, ends_at)
    values (${nameHash(name)}, ${piece}, ${piece}, now() + make_interval(secs => ${perS}))
    on conflict (key) do update set
      taken = case when kept.ends_at <= now() then excluded.taken else least(kept.taken + ${piece}, ${count}) end,
      granted = case when kept.ends_at <= now() then excluded.granted else least(${piece}, ${count} - kept.taken) end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning granted, extract(epoch from ends_at - now())::float8 * 1000 as "msLeft"`.execute(db);
  return rows[0] ?? { granted: 0, msLeft: perS * 1000 };
}

/** Forgets what is over. True when there may be more. */
export const pruneRateCounts = (db: Db): Promise<boolean> =>
  deleteBatch(db, "rate_count", { key: ["key"], limit: BATCH, where: (row) => row("ends_at", "<", sql<Date>`now()`) });
