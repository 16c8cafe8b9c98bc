import type { Topic } from "@commonlane/contract/live";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import { PREPARED } from "../prepared-statements.ts";
import { type EventRow, expandRow, type Offset, type StoredEvent } from "./outbox.ts";

/**
 * Transactions whose events a reader has seen, like a PostgreSQL snapshot: all below `xmax`, except those that were
 * running. Unlike an offset it does not wait for older transactions, so a reader that does not depend on the order of
 * events finds every committed event at once.
 */
export interface SeenTransactions {
  /** All transactions below it had ended. */
  readonly xmin: string;
  readonly xmax: string;
  /** Transactions below `xmax` that were running. */
  readonly running: readonly string[];
}

/** Everything committed so far: later statements see at least as much. */
export async function readSeenTransactions(db: Db): Promise<SeenTransactions> {
  const { rows } = await sql<{
    snapshot: string;
  }>`select pg_current_snapshot()::text as snapshot`.execute(db);
  return parseSnapshot(rows[0]?.snapshot);
}

/** Everything up to an offset; events of the offset's own transaction count as unseen. */
export const seenUpToOffset = ({ xid }: Offset): SeenTransactions => ({
  xmin: xid,
  xmax: xid,
  running: [],
});

/**
 * Events of a topic that were committed since `seen`, ordered by offset, at most `most` after `after`, and the snapshot
 * to use once all of them are read. The cost does not depend on how long an open transaction holds back the snapshot
 * horizon.
 */
export async function readCommittedSince(
  db: Db,
  topic: Topic,
  seenTransactions: SeenTransactions,
  {
    after,
    limit,
  }: {
    after?: Offset | undefined;
    limit: number;
  },
): Promise<{
  events: StoredEvent[];
  seenTransactions: SeenTransactions;
}> {
  const { xid, id } = after ?? { xid: "0", id: 0 };
  const page = sql`topic = ${topic} and (xid, id) > (${xid}::xid8, ${id}::bigint)`;
  const { rows } = await sql<
    { snapshot: string } & (EventRow | { [Column in keyof EventRow]: null })
  >`
    ${PREPARED}
    select now.snapshot, committed.*
    from (select pg_current_snapshot()::text as snapshot) as now
    left join lateral (
      select xid::text, id, topic, null::uuid[] as uids, type, ids, details, at
      from ( (
        select *
        from event
        where ${page} and xid >= ${seenTransactions.xmax}::xid8
        order by xid, id
        limit ${limit})
      union all (
        select *
        from event
        where ${page} and xid = any(${seenTransactions.running}::xid8[])
        order by xid, id
        limit ${limit}) ) as either
      order by either.xid, either.id
      limit ${limit}) as committed on true
    order by committed.xid::xid8, committed.id`.execute(db);
  return {
    events: rows.flatMap((row) => {
      if (row.xid === null) return [];
      const { snapshot: _, ...event } = row;
      return expandRow(event);
    }),
    seenTransactions: parseSnapshot(rows[0]?.snapshot),
  };
}

/** `xmin:xmax:running,running` */
function parseSnapshot(text = ""): SeenTransactions {
  const [, xmin, xmax, running = ""] = /^(\d+):(\d+):([\d,]*)$/.exec(text) ?? [];
  if (xmin === undefined || xmax === undefined) throw new Error(`${text} is not a snapshot.`);
  return {
    xmin,
    xmax,
    running: running === "" ? [] : running.split(","),
  };
}
