import type { ServerStatus } from "@commonlane/contract/administration";
import { countTeam } from "#modules/moderation/index.ts";
import { hasNotificationKeys } from "#modules/notifications/index.ts";
import type { Context } from "#platform/context.ts";
import { type Checks, checkReadiness } from "#platform/http/health/readiness.ts";
import { listGoLiveItems } from "./go-live.ts";
import { findLatestTest } from "./test-email.ts";

/** The readiness checks and metrics of this process, and what they mean before people are invited. */
export async function getServerStatus(ctx: Context, checks: Checks): Promise<ServerStatus> {
  const readiness = await checkReadiness(checks, ctx.log);
  const measures = await readMeasures(ctx);
  const test = await findLatestTest(ctx);
  const goLive = listGoLiveItems(ctx, {
    testEmail: test,
    team: await countTeam(ctx),
    backup: {
      ageS: measures.backupAgeS,
      hasWarning: readiness.checks["backup"] !== "ok",
    },
    hasProxyWarning: readiness.checks["proxy"] === "warning",
    push: {
      hasKeys: await hasNotificationKeys(ctx),
      isRefused: readiness.checks["push"] !== "ok",
    },
    freeBytes: measures.freeBytes,
  });
  return {
    goLive,
    checks: Object.entries(readiness.checks).map(([name, state]) => ({
      name,
      state,
      reason: readiness.reasons?.[name] ?? null,
    })),
    measures,
    testEmail: test
      ? {
          sentAt: test.sent_at.toISOString(),
          failure: test.failure,
        }
      : null,
    publicUrl: ctx.settings.PUBLIC_URL ?? null,
  };
}

const min = (values: readonly number[]) => Math.min(...values);
const max = (values: readonly number[]) => Math.max(...values);

function sum(values: readonly number[]) {
  return values.reduce((total, value) => total + value, 0);
}

async function readMeasures({ metrics }: Context): Promise<ServerStatus["measures"]> {
  const read = async (name: string, combine: (values: readonly number[]) => number) => {
    const values = await metrics.readGauge(name);
    return values.length === 0 ? null : combine(values);
  };
  return {
    freeBytes: await read("disk_free_bytes", min),
    backupAgeS: await read("backup_age_seconds", max),
    eventLagS: await read("event_consumer_lag_seconds", max),
    jobsWaiting: await read("jobs_waiting", sum),
    jobWaitS: await read("job_wait_seconds", max),
    indexedRides: await read("ride_index_rides", max),
  };
}
