import type { GoLiveItem } from "@commonlane/contract/administration";
import { consentPageNames } from "@commonlane/contract/community";
import { DEFAULT_VALUES } from "#platform/community/community-values.ts";
import { listOwnLegalPages } from "#platform/community/legal-texts.ts";
import type { Context } from "#platform/context.ts";

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
export function listGoLiveItems(ctx: Context, facts: GoLiveFacts): GoLiveItem[] {
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
