import { sql } from "kysely";
import type { OutsideContext } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";
import type { Jobs } from "#platform/jobs/jobs.ts";
import type { Worker } from "#platform/jobs/worker.ts";

export interface WaitingJob {
  readonly name: string;
  readonly data: object;
  readonly startAfter: Date | null;
  readonly key: string | null;
}

/**
 * Jobs that run when the test says so, by the test's clock. They are stored in the test's database, so that a rollback
 * removes them like real ones.
 */
export function createTestJobs(): Jobs & {
  waiting(db: Db): Promise<WaitingJob[]>;
  runDue(ctx: OutsideContext, workers: readonly Worker[]): Promise<number>;
} {
  const jobs: Jobs = {
    async send({ db }, job, data, { startAfter = null, singletonKey = null } = {}) {
      await sql`insert into test.held_job (name, data, start_after, key)
        values (${job.name}, ${JSON.stringify(job.data.parse(data))}, ${startAfter}, ${singletonKey})
        on conflict do nothing`.execute(db);
    },
    async sendEach(ctx, job, data) {
      for (const item of data) await jobs.send(ctx, job, item);
    },
  };
  return {
    ...jobs,
    async waiting(db) {
      const { rows } = await sql<WaitingJob>`
        select name, data, start_after as "startAfter", key from test.held_job order by id`.execute(
        db,
      );
      return rows;
    },
    async runDue(ctx, workers) {
      const { rows } = await sql<WaitingJob>`
        delete from test.held_job where start_after is null or start_after <= ${ctx.now()}
        returning name, data, start_after as "startAfter", key`.execute(ctx.db);
      for (const { name, data } of rows) {
        const worker = workers.find(({ job }) => job.name === name);
        if (!worker) throw new Error(`No worker handles ${name}.`);
        await worker.run(ctx, data);
      }
      return rows.length;
    },
  };
}

/** The table of jobs, in a schema that exports leave out; the template of the test databases contains it. */
export const HELD_JOB = `create schema test;
  create table test.held_job (
    id int generated always as identity, name text not null, data jsonb not null, start_after timestamptz, key text,
    unique (name, key))`;
