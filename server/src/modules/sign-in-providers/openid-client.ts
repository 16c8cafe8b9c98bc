import { callbackPath } from "@commonlane/contract/sign-in-providers";
import * as oidc from "openid-client";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { readBounded } from "#platform/upstream/upstream-client.ts";
import { buildUserAgent } from "#platform/upstream/user-agent.ts";
import type { ProviderRow } from "./providers.store.ts";

/** Less than a browser waits for a reply, for each of the two or three requests of a sign-in. */
const TIMEOUT_S = 3;
const RESPONSE_MAX_BYTES = 1_000_000;
/** A provider's keys and addresses are read again after this time. */
const CONFIGURATION_VALID_MS = 600_000;
const CONFIGURATIONS_MAX = 100;

type Client = Pick<ProviderRow, "id" | "issuer" | "client_id" | "client_secret">;

/** The provider publishes another issuer than the one that the administrator entered. */
export class OtherIssuer extends Error {
  override readonly name = "OtherIssuer";
}

interface CachedConfiguration {
  readonly configuration: Promise<oidc.Configuration>;
  readonly readAtMs: number;
}

/** Reads what providers publish about themselves, and keeps it for ten minutes. */
export class ProviderConfigurations {
  readonly #cache = new Map<string, CachedConfiguration>();

  async read(ctx: OutsideContext, client: Client): Promise<oidc.Configuration> {
    const key = JSON.stringify([client.issuer, client.client_id, client.client_secret]);
    const cached = this.#cache.get(key);
    if (cached && performance.now() - cached.readAtMs < CONFIGURATION_VALID_MS) return cached.configuration;
    if (this.#cache.size >= CONFIGURATIONS_MAX) this.#cache.clear();
    const configuration = discover(ctx, client);
    this.#cache.set(key, { configuration, readAtMs: performance.now() });
    // A failure is not kept: the next sign-in tries again.
    configuration.catch(() => this.#cache.delete(key));
    return configuration;
  }
}

/** Throws OtherIssuer, or another error if the provider cannot be reached. */
export async function discover(
  ctx: OutsideContext,
  { issuer, client_id, client_secret }: Client,
): Promise<oidc.Configuration> {
  const isLocal = issuer.startsWith("http:");
  const configuration = await oidc.discovery(new URL(issuer), client_id, undefined, authenticateClient(client_secret), {
    timeout: TIMEOUT_S,
    [oidc.customFetch]: boundedFetch(ctx),
    execute: isLocal ? [oidc.allowInsecureRequests] : [],
  });
  // The library makes exceptions for some hosts, behind which there are many issuers.
  if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href) throw new OtherIssuer();
  // Checks the signature of ID tokens, too, and does not rely on the connection alone.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** By HTTP authentication, the default of OpenID Connect, or as the provider wants it. */
function authenticateClient(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (provider, ...request) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(provider, ...request);
  };
}

/** Limits the size of replies. Redirects are not followed, because they could lead to internal addresses. */
export const boundedFetch =
  (ctx: OutsideContext): oidc.CustomFetch =>
  async (url, { body = null, headers, method, redirect, signal }) => {
    const response = await ctx.services.fetch(url, {
      body,
      method,
      redirect,
      headers: { ...headers, "user-agent": buildUserAgent(ctx) },
      ...(signal && { signal }),
    });
    const text = await readBounded(response, RESPONSE_MAX_BYTES);
    const { status, statusText } = response;
    return new Response(text === "" ? null : text, { status, statusText, headers: response.headers });
  };

/** The address to which the provider sends the browser. */
export const callbackUrl = ({ settings }: Pick<Context, "settings">, providerId: string): string =>
  siteUrl(settings) + callbackPath(providerId);

/** Page after a sign-out at the provider. */
export const afterSignOutUrl = ({ settings }: Pick<Context, "settings">): string => `${siteUrl(settings)}/login`;

export interface AnswerChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The part of the tokens that a sign-in needs. */
export interface CheckedTokens {
  readonly claims: oidc.IDToken;
  readonly idToken: string | undefined;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

/**
 * Redeems the code in a provider's answer and returns the tokens. Signature, issuer, audience, nonce and times of the ID
 * token have been checked. Throws sign_in_refused or provider_unavailable.
 */
export async function redeemAnswer(
  ctx: OutsideContext,
  configuration: oidc.Configuration,
  provider: Pick<ProviderRow, "id">,
  { answer, state, nonce, codeVerifier }: AnswerChecks & { readonly answer: string },
): Promise<CheckedTokens> {
  const address = new URL(`${callbackUrl(ctx, provider.id)}?${answer}`);
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
    });
    const claims = tokens.claims();
    if (!claims) throw new oidc.ClientError("The reply has no ID token.");
    const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = tokens;
    return { claims, idToken, accessToken, refreshToken };
  } catch (error) {
    throw signInProblem(ctx, provider.id, error);
  }
}

/** The problem that a failed request to a provider causes; the reason is logged without the reply. */
export function signInProblem({ log }: Pick<Context, "log">, providerId: string, error: unknown): Problem {
  const isAnswered =
    (error instanceof oidc.ClientError && error.code !== undefined && error.code !== "OAUTH_TIMEOUT") ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.AuthorizationResponseError;
  const reason = error instanceof Error ? error.message : String(error);
  log.warn({ provider: providerId, reason }, "a sign-in at a provider failed");
  return new Problem(isAnswered ? "sign_in_refused" : "provider_unavailable", { cause: error });
}
