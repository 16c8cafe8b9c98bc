import type { GoLiveItem, ServerStatus } from "@commonlane/contract/administration";
import { consentPageNames } from "@commonlane/contract/community";
import { countTeam } from "#modules/moderation/index.ts";
import { hasNotificationKeys } from "#modules/notifications/index.ts";
import { DEFAULT_VALUES } from "#platform/community/community-values.ts";
import { listOwnLegalPages } from "#platform/community/legal-texts.ts";
import type { Context } from "#platform/context.ts";
import { type Checks, checkReadiness } from "#platform/http/health/readiness.ts";
import { findLatestTest } from "./test-email.ts";

/** What the checklist needs to know besides settings; each is measured once, for the health page. */
export interface GoLiveFacts {
  /** Undefined if the mail server was not tested. */
  readonly testEmail: { readonly failure: string | null } | undefined;
  readonly team: {
    readonly administrators: number;
    readonly moderators: number;
  };
  readonly backup: {
    readonly ageS: number | null;
    readonly hasWarning: boolean;
  };
  readonly hasProxyWarning: boolean;
  readonly push: {
    readonly hasKeys: boolean;
    readonly isRefused: boolean;
  };
  readonly freeBytes: number | null;
}

/** As in deploy/monitoring/alerts.yml. */
const MIN_FREE_BYTES = 2e9;
type State = GoLiveItem["state"];

const doneIf = (condition: boolean): State => (condition ? "done" : "open");

function doneOrWarning(condition: boolean): State {
  return condition ? "done" : "warning";
}

/** What should be true before people are invited, in the order of work. */
function listGoLiveItems(ctx: Context, facts: GoLiveFacts): GoLiveItem[] {
  const { community, settings } = ctx;
  const ownPages = listOwnLegalPages(ctx);
  const isHttps = settings.PUBLIC_URL?.startsWith("https:") ?? false;
  return [
    {
      id: "identity",
      state: doneIf(
        community.name !== DEFAULT_VALUES.name &&
          community.supportEmail !== DEFAULT_VALUES.supportEmail,
      ),
    },
    { id: "publicUrl", state: doneIf(isHttps) },
    { id: "mail", state: mailState(ctx, facts) },
    { id: "legal", state: legalState(ctx) },
    {
      id: "imprint",
      state: doneIf(ownPages.includes("imprint")),
    },
    {
      id: "accessibility",
      state: doneIf(ownPages.includes("accessibility")),
    },
    {
      id: "appearance",
      state: doneIf(community.logo !== null || community.brandColor !== null),
    },
    { id: "region", state: regionState(ctx) },
    {
      id: "team",
      state: doneIf(facts.team.administrators + facts.team.moderators > 1),
    },
    { id: "backup", state: backupState(ctx, facts) },
    {
      id: "proxy",
      state: proxyState(ctx, facts, isHttps),
    },
    { id: "push", state: pushState(facts, isHttps) },
    {
      id: "disk",
      state: doneOrWarning(facts.freeBytes === null || facts.freeBytes >= MIN_FREE_BYTES),
    },
  ];
}

function mailState({ community }: Context, { testEmail }: GoLiveFacts): State {
  if (community.smtpUrl === null) return "open";
  return doneOrWarning(testEmail?.failure === null);
}

/** The built-in texts are a start; who runs the service has to be said. */
function legalState(ctx: Context): State {
  const ownPages = listOwnLegalPages(ctx);
  const hasOwnTexts = consentPageNames.every((page) => ownPages.includes(page));
  if (ctx.community.legalEntity === null) return hasOwnTexts ? "warning" : "open";
  return doneOrWarning(hasOwnTexts);
}

function regionState({ community, regions }: Context): State {
  if (regions.list().length === 0) return "open";
  return doneOrWarning(community.region !== null);
}

function backupState({ settings }: Context, { backup }: GoLiveFacts): State {
  if (settings.BACKUP_DIR === undefined) return "open";
  return doneOrWarning(backup.ageS !== null && !backup.hasWarning);
}

/** Browsers allow push notifications over HTTPS only. */
function pushState({ push }: GoLiveFacts, isHttps: boolean): State {
  return isHttps && push.hasKeys ? doneOrWarning(!push.isRefused) : "open";
}

/** HTTPS comes from a proxy, whose users would share one address if it were not trusted. */
function proxyState(
  { settings }: Context,
  { hasProxyWarning }: GoLiveFacts,
  isHttps: boolean,
): State {
  if (settings.TRUST_PROXY === undefined) return isHttps ? "warning" : "open";
  return doneOrWarning(!hasProxyWarning);
}

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
