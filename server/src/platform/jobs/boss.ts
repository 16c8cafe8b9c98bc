import { fromKysely, type ConstructorOptions, PgBoss, type QueueOptions } from "pg-boss";
import type { Context } from "../context.ts";
import type { Connection } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Job, Jobs } from "./jobs.ts";
import type { Worker } from "./worker.ts";

const SCHEMA = "job";
const RETRY_AT_MOST_AFTER_S = 3600;
/** What is done is forgotten soon: what was to be mailed is nobody's business afterwards. */
const DONE_KEPT_S = 60;
const TIDY_S = 300;
/** Work that is due at once wakes its workers itself; this is for what is due later, and for what fell on deaf ears. */
const POLL_S = 5;
const CLOSE_WITHIN_MS = 10_000;

export interface RunningJobs {
  readonly jobs: Jobs;
  /** Begins to do what waits. */
  work(ctx: Context): Promise<void>;
  /** Takes nothing new and waits for what runs, 10 s at most; what is cut short is done again later. */
  close(): Promise<void>;
}

/** The queues of these workers in the database, made or brought up to date; nothing is done before `work`. */
export async function openJobs(
  connection: Connection,
  workers: readonly Worker[],
  log: Log,
  { pollS = POLL_S } = {},
): Promise<RunningJobs> {
  const boss = new PgBoss(bossOptions(connection));
  boss.on("error", (error) => log.error({ err: error }, "jobs"));
  boss.on("warning", ({ message }) => log.warn({ reason: message }, "jobs"));
  await boss.start();
  await prepareQueues(boss, workers);
  return {
    jobs: {
      send: (ctx, job, data, options) => send(boss, ctx, job, data, options),
      sendEach: (ctx, job, data) => sendEach(boss, ctx, job, data),
    },
    async work(ctx) {
      for (const worker of workers) await takeUp(boss, ctx, worker, pollS);
    },
    close: () => boss.stop({ graceful: true, timeout: CLOSE_WITHIN_MS }),
  };
}

/** A pool of its own, because maintenance sends several statements at once, which ours does not hand through. */
const bossOptions = ({
  connectionString,
  host,
  port,
  user,
  password,
  database,
  ssl,
}: Connection): ConstructorOptions => ({
  ...(connectionString && { connectionString }),
  ...(host && { host }),
  ...(port && { port }),
  ...(user && { user }),
  ...(password && { password }),
  ...(database && { database }),
  ...(ssl && { ssl }),
  application_name: "commonlane jobs",
  max: 2,
  schema: SCHEMA,
  schedule: false,
  useListenNotify: true,
  notifyHeartbeatIntervalMs: 60_000,
  maintenanceIntervalSeconds: TIDY_S,
  flowIntervalSeconds: TIDY_S,
  superviseIntervalSeconds: TIDY_S,
  monitorIntervalSeconds: TIDY_S,
  queueCacheIntervalSeconds: TIDY_S,
  bamIntervalSeconds: TIDY_S,
});

async function prepareQueues(boss: PgBoss, workers: readonly Worker[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { job } of workers) {
    const options = queueOptions(job);
    if (known.has(job.name)) await boss.updateQueue(job.name, options);
    else await boss.createQueue(job.name, { ...options, policy: "short" });
  }
}

const queueOptions = ({ retries, retryAfterS, timeLimitS }: Job): QueueOptions & { notify: boolean } => ({
  retryLimit: retries,
  retryDelay: retryAfterS,
  retryBackoff: true,
  retryDelayMax: RETRY_AT_MOST_AFTER_S,
  expireInSeconds: timeLimitS,
  deleteAfterSeconds: DONE_KEPT_S,
  notify: true,
});

const send = async (boss: PgBoss, ...[{ db }, job, data, options = {}]: Parameters<Jobs["send"]>): Promise<void> => {
  const { startAfter, singletonKey } = options;
  // Under the policy "short" one of a key waits at a time; what has no key is given one that is its own.
  await boss.send(job.name, job.data.parse(data), {
    db: fromKysely(db),
    singletonKey: singletonKey ?? crypto.randomUUID(),
    ...(startAfter && { startAfter }),
  });
};

const sendEach = async (boss: PgBoss, ...[{ db }, job, data]: Parameters<Jobs["sendEach"]>): Promise<void> => {
  if (data.length === 0) return;
  const each = data.map((one) => ({ data: job.data.parse(one), singletonKey: crypto.randomUUID() }));
  await boss.insert(job.name, each, { db: fromKysely(db) });
};

async function takeUp(boss: PgBoss, ctx: Context, { job, run }: Worker, pollS: number): Promise<void> {
  const often = { pollingIntervalSeconds: pollS, notifyPollingIntervalSeconds: pollS, burstWhenBatchFull: true };
  await boss.work(job.name, { ...often, batchSize: 1, includeMetadata: true }, async ([taken]) => {
    if (!taken) return;
    try {
      await run(ctx, taken.data);
    } catch (error) {
      ctx.log.warn({ job: job.name, id: taken.id, tries: taken.retryCount + 1, err: error }, "a job failed");
      throw error;
    }
  });
}
