import { sql } from "kysely";
import { createDataLoader } from "../dataloader.ts";
import type { Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";
import { PREPARED } from "./prepared-statements.ts";
import { hashName } from "#platform/hashes.ts";

const BATCH = 10_000;

/** A number of attempts per window; a window starts with its first attempt. */
export interface Allowance {
  readonly count: number;
  readonly perS: number;
}

/** One attempt under a key. */
export interface Attempt {
  readonly name: string;
  readonly allowance: Allowance;
}
export interface AttemptResult {
  readonly allowed: boolean;
  /** Time until the window ends, by the database's clock. */
  readonly msLeft: number;
}

/**
 * Counts an attempt for all processes, exactly: no process holds a share of a limit that could be lost with it.
 * Simultaneous attempts share one statement.
 */
export const countAttempt = createDataLoader<Attempt, AttemptResult>(async (db, attempts) => {
  const keys = attempts.map(({ name }) => hashName(name));
  const requestsByKey = new Map<
    string,
    {
      readonly count: number;
      readonly perS: number;
      wanted: number;
    }
  >();
  for (const [n, { allowance }] of attempts.entries()) {
    const key = keys[n] ?? "";
    const request = requestsByKey.get(key);
    if (request) request.wanted++;
    else
      requestsByKey.set(key, {
        ...allowance,
        wanted: 1,
      });
  }
  const requests = [...requestsByKey.values()];
  const { rows } = await sql<{
    key: string;
    granted: number;
    msLeft: number;
  }>`${PREPARED}
    with asked as materialized (
      select * from unnest(${[...requestsByKey.keys()]}::text[], ${requests.map(({ wanted }) => wanted)}::int[],
        ${requests.map(({ count }) => count)}::int[], ${requests.map(({ perS }) => perS)}::float8[]) as asked (key, wanted, most, per_s))
    insert into rate_count as kept (key, taken, granted, ends_at)
    select key, least(wanted, most), least(wanted, most), now() + make_interval(secs => per_s) from asked order by key
    on conflict (key) do update set
      taken = case when kept.ends_at <= now() then excluded.taken
        else kept.taken + greatest(0, least(excluded.taken, (select most from asked where asked.key = kept.key) - kept.taken)) end,
      granted = case when kept.ends_at <= now() then excluded.granted
        else greatest(0, least(excluded.taken, (select most from asked where asked.key = kept.key) - kept.taken)) end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning key, granted, extract(epoch from ends_at - now())::float8 * 1000 as "msLeft"`.execute(
    db,
  );
  const rowsByKey = new Map(rows.map((row) => [row.key, { ...row }]));
  return keys.map((key) => {
    const counted = rowsByKey.get(key);
    if (!counted) throw new Error("The attempt was not counted.");
    return {
      allowed: counted.granted-- > 0,
      msLeft: counted.msLeft,
    };
  });
});

/** Deletes expired windows. Returns true if there may be more. */
export const pruneRateCounts = (db: Db): Promise<boolean> =>
  deleteBatch(db, "rate_count", {
    key: ["key"],
    limit: BATCH,
    where: (row) => row("ends_at", "<", sql<Date>`now()`),
  });
