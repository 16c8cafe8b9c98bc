import { message } from "@commonlane/contract/message";
import type { Reply } from "@commonlane/contract/endpoint";
import {
  type providerAdministration,
  type ProviderChange,
  SIGN_IN_PROVIDERS_MAX,
  type SignInProvider,
} from "@commonlane/contract/provider-administration";
import { endSessionsById } from "#modules/accounts/sessions/index.ts";
import { siteUrl } from "#modules/accounts/index.ts";
import { emailAdministrators } from "#modules/moderation/index.ts";
import { removeProviderFromMarks, withdrawInstitutionMarks } from "#modules/trust-marks/index.ts";
import { changeCommunity } from "#platform/community/change-community.ts";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import { messageWithCodes } from "#platform/error-codes.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  afterSignOutUrl,
  callbackUrl,
  discover,
  isClientRefused,
  OtherIssuer,
  UnusableAddress,
} from "./openid-client.ts";
import { findOpenSessionsOfProvider } from "./linked-identities.store.ts";
import {
  type CountedProvider,
  deleteProvider,
  disableProvider,
  findProvider,
  findProviders,
  lockProviders,
  type ProviderRow,
  saveProvider,
} from "./providers.store.ts";
import { describeChange, recordChange } from "./provider-changes.ts";

const SESSIONS_PER_BATCH = 500;
const PNG_PREFIX = "data:image/png;base64,";

export async function listProviders(ctx: Context): Promise<{ items: SignInProvider[] }> {
  return { items: (await findProviders(ctx)).map((row) => viewProvider(ctx, row)) };
}

/**
 * Adds or changes a provider, with an entry in the audit log. It takes effect in this process before this returns, in
 * the others soon afterwards. Another issuer ends the sessions that began at the one before; so does `endsSessions` for
 * a provider that is disabled. Throws providers_enough or domain_of_other_provider, and then changes nothing.
 */
export async function changeProvider(
  ctx: Context,
  byUid: string,
  id: string,
  { endsSessions = false, ...change }: ProviderChange,
): Promise<SignInProvider> {
  const before = await findProvider(ctx, id);
  const saved = await saveChange(ctx, byUid, id, change);

  const isElsewhere = before !== undefined && before.issuer !== change.issuer;
  if (isElsewhere)
    await endSessionsOfProvider(ctx, {
      providerId: id,
      exceptIssuer: change.issuer,
    });
  if (endsSessions && !change.enabled) await endSessionsOfProvider(ctx, { providerId: id });
  return saved;
}

function saveChange(
  ctx: Context,
  byUid: string,
  id: string,
  change: Omit<ProviderChange, "endsSessions">,
): Promise<SignInProvider> {
  return changeCommunity(ctx, async (ctx) => {
    await lockProviders(ctx);
    const providers = await findProviders(ctx);
    const before = providers.find((provider) => provider.id === id);
    const others = providers.filter((provider) => provider !== before);
    if (others.length >= SIGN_IN_PROVIDERS_MAX) throw new Problem("providers_enough");
    assertDomainsFree(change.emailDomains, others);
    const after = toRow(ctx, id, change, before);
    await saveProvider(ctx, after);
    // Its people are strangers at another issuer.
    if (before && before.issuer !== after.issuer)
      await withdrawInstitutionMarks(ctx, { providerId: id });
    const details = describeChange(before, after);
    if (Object.keys(details).length > 0) {
      await recordChange(ctx, byUid, "save", {
        provider: id,
        ...details,
      });
      const values = {
        name: after.name,
        issuer: after.issuer,
      };
      await emailAdministrators(ctx, {
        byUid,
        what: PROVIDER_CHANGED,
        values,
      });
    }
    const counts = {
      linked_accounts: before?.linked_accounts ?? 0,
      signed_in: before?.signed_in ?? 0,
    };
    return viewProvider(ctx, { ...after, ...counts });
  });
}

/** Ends sessions that began at a provider, in transactions of one batch each, because there may be thousands. */
async function endSessionsOfProvider(
  ctx: Context,
  which: {
    readonly providerId: string;
    readonly exceptIssuer?: string;
  },
): Promise<void> {
  for (;;) {
    const ids = await findOpenSessionsOfProvider(ctx, {
      ...which,
      limit: SESSIONS_PER_BATCH,
    });
    await transaction(ctx, (ctx) =>
      endSessionsById(ctx, ids, "the institution was removed or changed"),
    );
    if (ids.length < SESSIONS_PER_BATCH) return;
  }
}

/** Removes a provider and ends the sessions that began there; the accounts of its people stay. Throws not_found. */
export async function removeProvider(
  ctx: Context,
  byUid: string,
  id: string,
): Promise<{ success: boolean }> {
  // First no one gets in there any more; then all who did are out, while it is still known who they are.
  await disableProvider(ctx, id);
  await endSessionsOfProvider(ctx, { providerId: id });
  await changeCommunity(ctx, async (ctx) => {
    await removeProviderFromMarks(ctx, id);
    const removed = await deleteProvider(ctx, id);
    if (!removed) throw new Problem("not_found");
    const { name, issuer } = removed;
    await recordChange(ctx, byUid, "remove", {
      provider: id,
      name,
      issuer,
    });
    await emailAdministrators(ctx, {
      byUid,
      what: PROVIDER_REMOVED,
      values: { name },
    });
  });
  return { success: true };
}

const PROVIDER_CHANGED = message(
  "The institution “{name}” for sign-in was added or changed: {issuer}",
  {
    comment: "{issuer} is an address.",
  },
);
const PROVIDER_REMOVED = message("The institution “{name}” for sign-in was removed.");

type Check = {
  readonly failure: Reply<typeof providerAdministration.check>["failure"];
  readonly canSignOut: boolean;
  readonly publishedIssuer: string | null;
};

/** Reads what a provider publishes about itself. Throws not_found. */
export async function checkProvider(ctx: OutsideContext, id: string): Promise<Check> {
  const provider = await findProvider(ctx, id);
  if (!provider) throw new Problem("not_found");
  const failed = (failure: Check["failure"], publishedIssuer: string | null = null): Check => ({
    failure,
    canSignOut: false,
    publishedIssuer,
  });
  try {
    const configuration = await discover(ctx, provider);
    const metadata = configuration.serverMetadata();
    if (
      !metadata.response_types_supported?.includes("code") ||
      metadata.authorization_endpoint === undefined
    )
      return failed("no-code-flow");
    const isPkceRefused = metadata.code_challenge_methods_supported?.includes("S256") === false;
    if (isPkceRefused) return failed("no-pkce");
    if (await isClientRefused(configuration, callbackUrl(ctx, id))) return failed("wrong-secret");
    const canSignOut = metadata.end_session_endpoint !== undefined;
    return {
      failure: null,
      canSignOut,
      publishedIssuer: null,
    };
  } catch (error) {
    ctx.log.info(
      {
        provider: id,
        reason: messageWithCodes(error),
      },
      "the check of a provider failed",
    );
    if (error instanceof OtherIssuer) return failed("other-issuer", error.published);
    return failed(error instanceof UnusableAddress ? "unusable-address" : "unreachable");
  }
}

/** The logo as a PNG. Throws not_found. */
export async function getLogo(ctx: Context, id: string): Promise<Buffer> {
  const logo = (await findProvider(ctx, id))?.logo;
  if (!logo) throw new Problem("not_found");
  return Buffer.from(logo, "base64");
}

const viewProvider = (ctx: Context, row: CountedProvider): SignInProvider => ({
  id: row.id,
  name: row.name,
  logo: row.logo && PNG_PREFIX + row.logo,
  issuer: row.issuer,
  clientId: row.client_id,
  hasSecret: row.client_secret !== null,
  scopes: row.scopes,
  emailDomains: row.email_domains,
  trustsEmail: row.trusts_email,
  enabled: row.enabled,
  linkedAccounts: row.linked_accounts,
  signedIn: row.signed_in,
  addresses: {
    callback: callbackUrl(ctx, row.id),
    afterSignOut: afterSignOutUrl(ctx),
    backChannelSignOut: `${siteUrl(ctx.settings)}/api/identity/providers/${row.id}/back-channel-sign-out`,
  },
});

/** A secret is kept only for the same issuer and client, so that no one can have it sent to another server. */
function toRow(
  { now }: Context,
  id: string,
  change: Omit<ProviderChange, "endsSessions">,
  before: ProviderRow | undefined,
): ProviderRow {
  const isSameClient = before?.issuer === change.issuer && before.client_id === change.clientId;
  const keptSecret = isSameClient ? before.client_secret : null;
  return {
    id,
    name: change.name,
    logo: change.logo === null ? null : change.logo.slice(PNG_PREFIX.length),
    issuer: change.issuer,
    client_id: change.clientId,
    client_secret: change.clientSecret === undefined ? keptSecret : change.clientSecret || null,
    scopes: change.scopes,
    email_domains: [...new Set(change.emailDomains)],
    trusts_email: change.trustsEmail,
    enabled: change.enabled,
    changed_at: now(),
  };
}

function assertDomainsFree(domains: readonly string[], others: readonly ProviderRow[]): void {
  const taken = domains.find((domain) =>
    others.some(({ email_domains }) => email_domains.includes(domain)),
  );
  if (taken === undefined) return;
  const problem = new Problem("domain_of_other_provider");
  throw new Problem("domain_of_other_provider", { fields: { emailDomains: problem.message } });
}
