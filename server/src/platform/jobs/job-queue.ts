import { type ConstructorOptions, fromKysely, PgBoss, type QueueOptions } from "pg-boss";
import type { OutsideContext } from "../context.ts";
import type { Connection } from "../db/database.ts";
import type { Log } from "../log.ts";
import { runInSpan } from "../tracing.ts";
import type { Job, Jobs } from "./jobs.ts";
import type { Worker } from "./worker.ts";

const SCHEMA = "job";
const MAX_RETRY_DELAY_S = 3600;
/** Completed jobs are deleted soon, because e-mail data must not be kept longer than needed. */
const COMPLETED_RETENTION_S = 60;
const MAINTENANCE_INTERVAL_S = 300;
/** Immediate jobs wake their workers; polling finds scheduled jobs and missed notifications. */
const POLL_S = 5;
const CLOSE_TIMEOUT_MS = 10_000;
/** Its statements are short, and each connection keeps some megabytes of the database's memory. */
const MAX_CONNECTIONS = 1;
/** A statement without an answer by then is given up with its connection: the machine of the database is gone. */
const SILENCE_MS = 60_000;
/** No one waits for a job, and a start on a busy machine must not fail for it. */
const CONNECT_TIMEOUT_MS = 60_000;

export interface JobQueue {
  readonly jobs: Jobs;
  /** Starts processing jobs. */
  startWorkers(ctx: OutsideContext): Promise<void>;
  /** Takes no new jobs and waits at most 10 s for running ones; interrupted jobs are retried later. */
  close(): Promise<void>;
}

/**
 * Opens the job queues of these workers in the database, creating or updating them; jobs run only after `startWorkers`.
 */
export async function openJobQueue(
  connection: Connection,
  workers: readonly Worker[],
  log: Log,
  { pollS = POLL_S } = {},
): Promise<JobQueue> {
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
    async startWorkers(ctx) {
      for (const worker of workers) await startWorker(boss, ctx, worker, pollS);
    },
    close: () =>
      boss.stop({
        graceful: true,
        timeout: CLOSE_TIMEOUT_MS,
      }),
  };
}

/** pg-boss hands it on to pg, but does not name it. */
const LIMITS = { query_timeout: SILENCE_MS };

/** Uses a separate pool, because maintenance sends several statements at once, which our pool does not support. */
const bossOptions = ({
  connectionString,
  host,
  port,
  user,
  password,
  database,
  ssl,
  stream,
}: Connection): ConstructorOptions => ({
  ...(connectionString && { connectionString }),
  ...(host && { host }),
  ...(port && { port }),
  ...(user && { user }),
  ...(password && { password }),
  ...(database && { database }),
  ...(ssl && { ssl }),
  ...(stream && { stream }),
  application_name: "commonlane jobs",
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  ...LIMITS,
  max: MAX_CONNECTIONS,
  schema: SCHEMA,
  schedule: false,
  useListenNotify: true,
  notifyHeartbeatIntervalMs: 60_000,
  maintenanceIntervalSeconds: MAINTENANCE_INTERVAL_S,
  flowIntervalSeconds: MAINTENANCE_INTERVAL_S,
  superviseIntervalSeconds: MAINTENANCE_INTERVAL_S,
  monitorIntervalSeconds: MAINTENANCE_INTERVAL_S,
  queueCacheIntervalSeconds: MAINTENANCE_INTERVAL_S,
  bamIntervalSeconds: MAINTENANCE_INTERVAL_S,
});

async function prepareQueues(boss: PgBoss, workers: readonly Worker[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { job } of workers) {
    const options = queueOptions(job);
    if (existing.has(job.name)) await boss.updateQueue(job.name, options);
    else
      await boss.createQueue(job.name, {
        ...options,
        policy: "short",
      });
  }
}

const queueOptions = ({
  retries,
  retryAfterS,
  timeLimitS,
}: Job): QueueOptions & { notify: boolean } => ({
  retryLimit: retries,
  retryDelay: retryAfterS,
  retryBackoff: true,
  retryDelayMax: MAX_RETRY_DELAY_S,
  expireInSeconds: timeLimitS,
  deleteAfterSeconds: COMPLETED_RETENTION_S,
  notify: true,
});

const send = async (
  boss: PgBoss,
  ...[{ db }, job, data, options = {}]: Parameters<Jobs["send"]>
): Promise<void> => {
  const { startAfter, singletonKey } = options;
  // Under the policy "short" one job per key waits at a time; a job without a key gets a unique one.
  await boss.send(job.name, job.data.parse(data), {
    db: fromKysely(db),
    singletonKey: singletonKey ?? crypto.randomUUID(),
    ...(startAfter && { startAfter }),
  });
};

const sendEach = async (
  boss: PgBoss,
  ...[{ db }, job, data]: Parameters<Jobs["sendEach"]>
): Promise<void> => {
  if (data.length === 0) return;
  const jobs = data.map((item) => ({
    data: job.data.parse(item),
    singletonKey: crypto.randomUUID(),
  }));
  await boss.insert(job.name, jobs, { db: fromKysely(db) });
};

async function startWorker(
  boss: PgBoss,
  ctx: OutsideContext,
  { job, run }: Worker,
  pollS: number,
): Promise<void> {
  const polling = {
    pollingIntervalSeconds: pollS,
    notifyPollingIntervalSeconds: pollS,
    burstWhenBatchFull: true,
  };
  await boss.work(
    job.name,
    {
      ...polling,
      batchSize: 1,
      includeMetadata: true,
    },
    async ([claimed]) => {
      if (!claimed) return;
      try {
        await runInSpan(`job ${job.name}`, { kind: "consumer" }, () => run(ctx, claimed.data));
      } catch (error) {
        ctx.log.warn(
          {
            job: job.name,
            id: claimed.id,
            tries: claimed.retryCount + 1,
            err: error,
          },
          "a job failed",
        );
        throw error;
      }
    },
  );
}
