import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 10_000;

/** Limits and decay of a challenge count. */
interface DecayRate {
  readonly decayPerS: number;
  readonly max: number;
}

/** Counts a challenge for a network, or a request about an account, over all processes and returns the decayed count. */
export async function countChallenge(
  { db, now }: Context,
  networkHash: string,
  { decayPerS, max }: DecayRate,
): Promise<number> {
  const { rows } = await sql<{ requested: number }>`
    insert into pow_rate as kept (network_hash, requested, at) values (${networkHash}, 1, ${now()})
    on conflict (network_hash) do update set
      requested = least(${max}::float8, 1 + greatest(0, kept.requested
        - ${decayPerS}::float8 * greatest(0, extract(epoch from excluded.at - kept.at)::float8))),
      at = greatest(kept.at, excluded.at)
    returning requested`.execute(db);
  return rows[0]?.requested ?? max;
}

/** Deletes a batch; returns true if there may be more. */
export const deleteChallengeCountsBefore = (
  { db }: Context,
  lastRequestBefore: Date,
): Promise<boolean> =>
  deleteBatch(db, "pow_rate", {
    key: ["network_hash"],
    limit: BATCH,
    where: (row) => row("at", "<", lastRequestBefore),
  });
