import { sql } from "kysely";
import type { Db } from "#platform/db/database.ts";

/** Due jobs of a queue that no process has taken, and the seconds that the oldest has waited. */
export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly oldestWaitS: number;
}

/** The state of all job queues; those jobs that wait for their time do not count. */
export async function readQueueStates(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select queue.name, count(job.id)::int as waiting,
      coalesce(
        extract(epoch from now() - min(job.start_after)),
        0)::float8 as "oldestWaitS"
    from job.queue
    left join job.job on job.name = queue.name
      and job.state < 'active'
      and job.start_after <= now()
    group by queue.name order by queue.name`.execute(db);
  return rows;
}

/** Takes a named lock until the transaction of `db` ends; returns false if it is not free. */
export async function tryLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}
