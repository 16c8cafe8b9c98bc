import * as oidc from "openid-client";
import { findMarksInClaims } from "#modules/trust-marks/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";
import { readClaims } from "./claims.ts";
import {
  afterSignOutUrl,
  type AnswerChecks,
  type ProviderConfigurations,
  redeemAnswer,
  signInProblem,
} from "./openid-client.ts";
import type { ProviderRow } from "./providers.store.ts";

const MAX_URL_LENGTH = 8_000;

/** The person of a provider's answer. Throws sign_in_refused or provider_unavailable. */
export async function identifyPerson(
  ctx: OutsideContext,
  configurations: ProviderConfigurations,
  provider: ProviderRow,
  answer: AnswerChecks & { readonly answer: string },
): Promise<ProvidedIdentity> {
  const configuration = await configurations.read(ctx, provider).catch((error: unknown) => {
    throw signInProblem(ctx, provider.id, error);
  });
  const { claims, ...tokens } = await redeemAnswer(ctx, configuration, provider, answer);
  const userClaims = await fetchUserClaims(
    ctx,
    configuration,
    provider,
    tokens.accessToken,
    claims.sub,
  );
  const allClaims = { ...claims, ...userClaims };
  const { email, isEmailVerified, firstName, lastName } = readClaims(allClaims, provider);
  const { sid } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified,
    firstName,
    lastName,
    providerSid: typeof sid === "string" ? sid.slice(0, 255) : null,
    signOutUrl: buildSignOutUrl(ctx, configuration, tokens.idToken),
    // Without that scope it ends with the provider's session, and so would the session here.
    refreshToken: provider.scopes.split(" ").includes("offline_access")
      ? (tokens.refreshToken ?? null)
      : null,
    markIds: await findMarksInClaims(ctx, provider.id, allClaims),
  };
}

/** Many providers send name and e-mail only here. Throws sign_in_refused if the reply is about another person. */
async function fetchUserClaims(
  ctx: OutsideContext,
  configuration: oidc.Configuration,
  provider: ProviderRow,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await oidc.fetchUserInfo(configuration, accessToken, subject);
  } catch (error) {
    throw signInProblem(ctx, provider.id, error);
  }
}

/** The address that also ends the provider's session, if it has one. */
function buildSignOutUrl(
  ctx: Context,
  configuration: oidc.Configuration,
  idToken = "",
): string | null {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  const url = oidc.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: afterSignOutUrl(ctx),
  }).href;
  return url.length > MAX_URL_LENGTH ? null : url;
}
