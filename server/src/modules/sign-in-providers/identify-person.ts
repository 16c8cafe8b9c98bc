import { Email } from "@commonlane/contract/accounts";
import { findProviderOfEmail } from "@commonlane/contract/email-address";
import * as oidc from "openid-client";
import { findMarksInClaims } from "#modules/trust-marks/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";
import {
  afterSignOutUrl,
  type AnswerChecks,
  type ProviderConfigurations,
  redeemAnswer,
  signInProblem,
} from "./openid-client.ts";
import { firstOf, readNames } from "./provided-names.ts";
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

type Claims = Readonly<Record<string, unknown>>;

interface TrustedDomains {
  readonly trusts_email: boolean;
  readonly email_domains: readonly string[];
}

/**
 * Claims of Shibboleth, Entra ID and Azure AD B2C that hold an address, often. No one says that e-mails arrive there, so
 * they are a suggestion for the person, at most.
 */
const OTHER_ADDRESSES = ["mail", "verified_primary_email", "emails", "preferred_username", "upn"];

/** Follows what Entra ID makes of the address of a guest: "ada_uni.example#EXT#@tenant.example". */
const GUEST_MARK = /#EXT#@/i;

/** The address in a claim. */
function readEmail(claim: unknown): string | undefined {
  return Email.safeParse(firstOf(claim)).data;
}

/** The address in a claim that only suggests one. */
function readSuggestion(claim: unknown): string | undefined {
  const text = firstOf(claim);
  return readEmail(typeof text === "string" ? readGuestAddress(text.trim()) : text);
}

/** The own address of a guest, or the text as it is. */
function readGuestAddress(text: string): string {
  const markAt = text.search(GUEST_MARK);
  if (markAt < 0) return text;
  const address = text.slice(0, markAt);
  const signAt = address.lastIndexOf("_");
  if (signAt < 0) return text;
  return `${address.slice(0, signAt)}@${address.slice(signAt + 1)}`;
}

/** What the claims of a provider say about a person. */
export function readClaims(
  claims: Claims,
  provider: TrustedDomains,
): Pick<ProvidedIdentity, "email" | "isEmailVerified" | "firstName" | "lastName"> {
  const email = readEmail(claims["email"]) ?? null;
  const suggestion =
    OTHER_ADDRESSES.map((name) => readSuggestion(claims[name])).find(
      (found) => found !== undefined,
    ) ?? null;
  return {
    email: email ?? suggestion,
    isEmailVerified: email !== null && isVerified(claims["email_verified"], email, provider),
    ...readNames(claims, email),
  };
}

/**
 * Whether the provider vouches for an address. One that never says so can be trusted for its own domains: at other
 * addresses, its users might be able to enter any.
 */
function isVerified(
  claim: unknown,
  email: string,
  { trusts_email, email_domains }: TrustedDomains,
): boolean {
  // Some providers send text.
  if (claim === true || claim === "true") return true;
  const isOwnDomain = findProviderOfEmail([{ emailDomains: email_domains }], email) !== undefined;
  return claim === undefined && trusts_email && isOwnDomain;
}
