import { statfs } from "node:fs/promises";
import { findLatestRuns } from "./backups/backup-runs.store.ts";
import type { Context } from "./context.ts";
import { ClockSkew } from "./db/clock-skew.ts";
import { poolState } from "./db/database.ts";
import { countSetAsideSince, findUnreadSince } from "./db/outbox/outbox-state.ts";
import type { Sample } from "./metrics.ts";
import { readQueueStates } from "#platform/jobs/jobs.store.ts";

interface GaugeSources {
  /** Names of the event consumers of this release. */
  readonly consumers: readonly string[];
  readonly indexedRides: () => number;
}

/** Adds what an operator watches besides requests: delays, queues, connections, disk and backups. */
export function addServerGauges(ctx: Context, { consumers, indexedRides }: GaugeSources): void {
  const { db, metrics, settings, now } = ctx;
  const clockSkew = new ClockSkew(ctx);
  const secondsSince = (at: Date) => Math.max(0, (now().getTime() - at.getTime()) / 1000);
  metrics.addGauge({
    name: "db_connections",
    help: "Connections in the pool, and queries waiting for one",
    labels: ["state"],
    collect: () =>
      Object.entries(poolState(db)).map(([state, value]) => ({
        labels: { state },
        value,
      })),
  });
  metrics.addGauge({
    name: "event_consumer_lag_seconds",
    help: "Age of the oldest event that a consumer has not read",
    labels: ["consumer"],
    collect: async () => {
      const unread = new Map(
        (await findUnreadSince(db, consumers)).map(({ name, at }) => [name, at]),
      );
      return consumers.map((consumer) => {
        const at = unread.get(consumer);
        return {
          labels: { consumer },
          value: at ? secondsSince(at) : 0,
        };
      });
    },
  });
  metrics.addGauge({
    name: "events_set_aside",
    help: "Events that a consumer could not process, kept for 30 days",
    labels: ["consumer"],
    collect: async () =>
      (await countSetAsideSince(db, new Date(0))).map(({ consumer, count }) => ({
        labels: { consumer },
        value: count,
      })),
  });
  addQueueGauges(ctx);
  metrics.addGauge({
    name: "ride_index_rides",
    help: "Upcoming rides in the memory of this process",
    collect: () => [{ value: indexedRides() }],
  });
  metrics.addGauge({
    name: "disk_free_bytes",
    help: "Free space where data and backups are stored",
    labels: ["folder"],
    collect: () =>
      readFreeSpace({
        data: settings.DATA_DIR,
        backups: settings.BACKUP_DIR,
      }),
  });
  metrics.addGauge({
    name: "backup_age_seconds",
    help: "Time since the newest scheduled backup was started; absent without one",
    collect: async () => {
      const { success } = await findLatestRuns(ctx);
      return success ? [{ value: secondsSince(success.started_at) }] : [];
    },
  });
  metrics.addGauge({
    name: "database_clock_difference_seconds",
    help: "Difference between the clocks of this process and its database",
    collect: async () => [{ value: (await clockSkew.measureMs()) / 1000 }],
  });
}

function addQueueGauges({ db, metrics }: Context): void {
  metrics.addGauge({
    name: "jobs_waiting",
    help: "Due jobs that no process has taken",
    labels: ["queue"],
    collect: async () =>
      (await readQueueStates(db)).map(({ name, waiting }) => ({
        labels: { queue: name },
        value: waiting,
      })),
  });
  metrics.addGauge({
    name: "job_wait_seconds",
    help: "Time that the oldest due job has waited",
    labels: ["queue"],
    collect: async () =>
      (await readQueueStates(db)).map(({ name, oldestWaitS }) => ({
        labels: { queue: name },
        value: oldestWaitS,
      })),
  });
}

async function readFreeSpace(
  folders: Readonly<Record<string, string | undefined>>,
): Promise<Sample[]> {
  const samples = Object.entries(folders).map(async ([folder, path]) => {
    const disk = path === undefined ? undefined : await statfs(path).catch(() => undefined);
    return disk
      ? [
          {
            labels: { folder },
            value: disk.bavail * disk.bsize,
          },
        ]
      : [];
  });
  return (await Promise.all(samples)).flat();
}
