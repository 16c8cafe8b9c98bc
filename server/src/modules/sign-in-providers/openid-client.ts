import * as oidc from "openid-client";
import { callbackPath } from "@commonlane/contract/sign-in-providers";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { messageWithCodes } from "#platform/error-codes.ts";
import { isLocalName } from "#platform/http/network/is-local-request.ts";
import { Problem } from "#platform/http/problem.ts";
import { buildUserAgent, readText } from "#platform/upstream/request-public-host.ts";
import type { ProviderRow } from "./providers.store.ts";

/** Less than a browser waits for a reply, for each of the two or three requests of a sign-in. */
const TIMEOUT_S = 3;
const RESPONSE_MAX_BYTES = 1_000_000;
const ISSUER_MAX_LENGTH = 500;
/** A provider's keys and addresses are read again after this time. */
const CONFIGURATION_VALID_MS = 600_000;
const CONFIGURATIONS_MAX = 100;

type Client = Pick<ProviderRow, "id" | "issuer" | "client_id" | "client_secret">;

/** The provider publishes another issuer than the one that the administrator entered. */
export class OtherIssuer extends Error {
  override readonly name = "OtherIssuer";
  readonly published: string;

  constructor(published: string) {
    super("published another issuer");
    this.published = published;
  }
}

/** The provider publishes an address to which no one may be sent, such as one without TLS. */
export class UnusableAddress extends Error {
  override readonly name = "UnusableAddress";
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
    if (cached && performance.now() - cached.readAtMs < CONFIGURATION_VALID_MS)
      return cached.configuration;
    if (this.#cache.size >= CONFIGURATIONS_MAX) this.#cache.clear();
    const configuration = discover(ctx, client);
    this.#cache.set(key, {
      configuration,
      readAtMs: performance.now(),
    });
    // A failure is not kept: the next sign-in tries again.
    configuration.catch(() => this.#cache.delete(key));
    return configuration;
  }
}

/** Throws OtherIssuer, UnusableAddress, or another error if the provider cannot be reached. */
export async function discover(
  ctx: OutsideContext,
  { issuer, client_id, client_secret }: Client,
): Promise<oidc.Configuration> {
  const isLocal = issuer.startsWith("http:");
  const authentication = authenticateClient(client_id, client_secret);
  const options = {
    timeout: TIMEOUT_S,
    [oidc.customFetch]: boundedFetch(ctx),
    execute: isLocal ? [oidc.allowInsecureRequests] : [],
  };
  const configuration = await oidc
    .discovery(new URL(issuer), client_id, undefined, authentication, options)
    .catch((error: unknown) => {
      const published = findPublishedIssuer(error);
      throw published === undefined ? error : new OtherIssuer(published);
    });
  // The library makes exceptions for some hosts, behind which there are many issuers.
  const published = configuration.serverMetadata().issuer;
  if (new URL(published).href !== new URL(issuer).href) throw new OtherIssuer(published);
  assertUsableAddresses(configuration.serverMetadata(), isLocal);
  // Checks the signature of ID tokens, too, and does not rely on the connection alone.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

const ADDRESSES = [
  "authorization_endpoint",
  "token_endpoint",
  "jwks_uri",
  "userinfo_endpoint",
  "end_session_endpoint",
] as const;

/** Throws UnusableAddress for a script, a file, or plain HTTP, which only a provider on this machine may use. */
function assertUsableAddresses(metadata: oidc.ServerMetadata, isLocal: boolean): void {
  for (const name of ADDRESSES) {
    const address = metadata[name];
    if (address === undefined) continue;
    const { protocol, hostname } = URL.canParse(address)
      ? new URL(address)
      : { protocol: "", hostname: "" };
    const isAllowed =
      protocol === "https:" || (protocol === "http:" && isLocal && isLocalName(hostname));
    if (!isAllowed) throw new UnusableAddress(name);
  }
}

/** The issuer in the metadata that the library refused because of it. */
function findPublishedIssuer(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const details: unknown = cause.cause;
    if (typeof details !== "object" || details === null || details instanceof Error) continue;
    if (Reflect.get(details, "attribute") !== "issuer") continue;
    const body: unknown = Reflect.get(details, "body");
    const issuer: unknown =
      typeof body === "object" && body !== null ? Reflect.get(body, "issuer") : undefined;
    return typeof issuer === "string" ? issuer.slice(0, ISSUER_MAX_LENGTH) : undefined;
  }
  return undefined;
}

/**
 * By HTTP authentication, the default of OpenID Connect, or as the provider wants it. Id and secret have to be encoded
 * for it (RFC 6749, section 2.3.1), which some providers do not undo. So the characters that need no encoding stay as
 * they are, and a secret with others goes into the body if the provider accepts that, too.
 */
function authenticateClient(id: string, secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const post = oidc.ClientSecretPost(secret);
  const credentials = `${encodeForForm(id)}:${encodeForForm(secret)}`;
  const isPlain = credentials === `${id}:${secret}`;

  return (provider, client, body, headers) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const acceptsPost = methods.includes("client_secret_post");
    if (!methods.includes("client_secret_basic") || (acceptsPost && !isPlain))
      return post(provider, client, body, headers);
    headers.set("authorization", `Basic ${Buffer.from(credentials).toString("base64")}`);
  };
}

/** application/x-www-form-urlencoded, with letters, digits and `-_.~` as they are. */
const encodeForForm = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");

/**
 * Whether the provider refuses the client's id and secret. Asks for tokens with a code that does not exist: a provider
 * looks at the client first. False if that is unknown.
 */
export async function isClientRefused(
  configuration: oidc.Configuration,
  redirectUri: string,
): Promise<boolean> {
  try {
    await oidc.genericGrantRequest(configuration, "authorization_code", {
      code: "check",
      redirect_uri: redirectUri,
    });
    return false;
  } catch (error) {
    return (
      errorCodeOf(error) === "invalid_client" || error instanceof oidc.WWWAuthenticateChallengeError
    );
  }
}

/** What OAuth calls the error, such as `invalid_client` (RFC 6749, section 5.2). */
const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError
    ? error.error
    : undefined;

/** Limits the size of replies. Redirects are not followed, because they could lead to internal addresses. */
export const boundedFetch =
  (ctx: OutsideContext): oidc.CustomFetch =>
  async (url, { body = null, headers, method, redirect, signal }) => {
    const response = await ctx.services.fetch(url, {
      body,
      method,
      redirect,
      headers: {
        ...headers,
        "user-agent": buildUserAgent(ctx),
      },
      ...(signal && { signal }),
    });
    const text = await readText(response, RESPONSE_MAX_BYTES);
    const { status, statusText } = response;
    return new Response(text === "" ? null : text, {
      status,
      statusText,
      headers: response.headers,
    });
  };

/** The address to which the provider sends the browser. */
export function callbackUrl({ settings }: Pick<Context, "settings">, providerId: string): string {
  return siteUrl(settings) + callbackPath(providerId);
}

/** Page after a sign-out at the provider. */
export function afterSignOutUrl({ settings }: Pick<Context, "settings">): string {
  return `${siteUrl(settings)}/login`;
}

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
 * Redeems the code in a provider's answer and returns the tokens. Signature, issuer, audience, nonce and times of the
 * ID token have been checked. Throws sign_in_refused or provider_unavailable.
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
    return {
      claims,
      idToken,
      accessToken,
      refreshToken,
    };
  } catch (error) {
    throw signInProblem(ctx, provider.id, error);
  }
}

/** The problem that a failed request to a provider causes; the reason is logged without the reply. */
export function signInProblem(
  { log }: Pick<Context, "log">,
  providerId: string,
  error: unknown,
): Problem {
  const isAnswered =
    (error instanceof oidc.ClientError &&
      error.code !== undefined &&
      error.code !== "OAUTH_TIMEOUT") ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.AuthorizationResponseError;
  const code = errorCodeOf(error);
  const reason = messageWithCodes(error);
  log.warn(
    {
      provider: providerId,
      reason,
      ...(code !== undefined && { code }),
    },
    "a sign-in at a provider failed",
  );
  return new Problem(isAnswered ? "sign_in_refused" : "provider_unavailable", { cause: error });
}
