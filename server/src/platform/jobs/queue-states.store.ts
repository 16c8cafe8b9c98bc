import { sql } from "kysely";
import type { Db } from "../db/database.ts";

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
      coalesce(extract(epoch from now() - min(job.start_after)), 0)::float8 as "oldestWaitS"
    from job.queue left join job.job on job.name = queue.name and job.state < 'active' and job.start_after <= now()
    group by queue.name order by queue.name`.execute(db);
  return rows;
}
