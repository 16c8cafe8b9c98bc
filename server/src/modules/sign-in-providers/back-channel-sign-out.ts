import { SIGN_IN_PROVIDERS_MAX } from "@commonlane/contract/provider-administration";
import { ProviderId } from "@commonlane/contract/sign-in-providers";
import type { FastifyInstance } from "fastify";
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { z } from "zod";
import { endSessionsById } from "#modules/accounts/sessions/index.ts";
import { type OutsideContext, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { findSessionsEndedAtProvider } from "./linked-identities.store.ts";
import { boundedFetch, discover } from "./openid-client.ts";
import { findProvider, type ProviderRow } from "./providers.store.ts";

/** OpenID Connect Back-Channel Logout 1.0. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const BODY_MAX_BYTES = 20_000;
const TOKEN_MAX_AGE_S = 300;
const CLOCK_TOLERANCE_S = 30;

const KEYS_VALID_MS = 600_000;
const RETRY_AFTER_MS = 30_000;
/** Algorithms without a key, or with one that both sides know. */
const SHARED_KEY = /^(?:none|HS|$)/;

const LogoutClaims = z
  .object({
    iat: z.number(),
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    // A logout token must never pass for an ID token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, "neither sub nor sid");

/** Endpoint for providers, which send a form and no session. */
export function mountBackChannelSignOut(
  http: FastifyInstance,
  ctx: OutsideContext,
  rateLimits: RateLimits,
): void {
  const limit = rateLimits.guardFor("POST /identity/providers/:providerId/back-channel-sign-out", [
    { by: "address", count: 600, perS: 60 },
  ]);
  const verifiers = new LogoutVerifiers();
  void http.register((scope, _, done) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      {
        parseAs: "string",
        bodyLimit: BODY_MAX_BYTES,
      },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    scope.post<{
      Params: { providerId: string };
      Body: unknown;
    }>(
      "/api/identity/providers/:providerId/back-channel-sign-out",
      { onRequest: async ({ ip }) => limit?.(ip) },
      async ({ params, body }, reply) => {
        const token = body instanceof URLSearchParams ? body.get("logout_token") : null;
        await signOutByProvider(ctx, verifiers, params.providerId, token ?? "");
        return reply.code(200).send();
      },
    );
    done();
  });
}

/**
 * Ends the sessions that a logout token names, also at a provider that is disabled. Throws invalid_input for any token
 * that is not valid.
 */
async function signOutByProvider(
  ctx: OutsideContext,
  verifiers: LogoutVerifiers,
  providerId: string,
  logoutToken: string,
): Promise<number> {
  const isId = ProviderId.safeParse(providerId).success;
  const provider = isId ? await findProvider(ctx, providerId) : undefined;
  if (!provider) throw new Problem("not_found");
  const claims = await verifyLogoutToken(ctx, verifiers, provider, logoutToken);
  const sessions = await findSessionsEndedAtProvider(ctx, {
    providerId,
    issuer: claims.issuer,
    subject: claims.sub ?? null,
    providerSid: claims.sid ?? null,
    startedBefore: new Date((claims.iat + CLOCK_TOLERANCE_S) * 1000),
  });
  return transaction(ctx, (ctx) => endSessionsById(ctx, sessions, "signed out at the institution"));
}

async function verifyLogoutToken(
  ctx: OutsideContext,
  verifiers: LogoutVerifiers,
  provider: ProviderRow,
  token: string,
) {
  try {
    assertLooksLikeLogout(provider, token);
    const { keys, ...expected } = await verifiers.find(ctx, provider);
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      audience: provider.client_id,
      maxTokenAge: TOKEN_MAX_AGE_S,
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    return {
      issuer: expected.issuer,
      ...LogoutClaims.parse(payload),
    };
  } catch (error) {
    ctx.log.warn(
      {
        provider: provider.id,
        reason: String(error),
      },
      "a sign-out by a provider was refused",
    );
    throw new Problem("invalid_input", { cause: error });
  }
}

/** Throws for what no key could make valid, so that it causes no request to the provider. */
function assertLooksLikeLogout(provider: ProviderRow, token: string): void {
  const { alg = "" } = decodeProtectedHeader(token);
  const claims = decodeJwt(token);
  LogoutClaims.parse(claims);
  if (SHARED_KEY.test(alg)) throw new Error("not signed with a key of the provider");
  if (
    !URL.canParse(claims.iss ?? "") ||
    new URL(claims.iss ?? "").href !== new URL(provider.issuer).href
  )
    throw new Error("of another issuer");
  if (![claims.aud].flat().includes(provider.client_id)) throw new Error("for another client");
  const ageS = Date.now() / 1000 - (claims.iat ?? 0);
  if (ageS > TOKEN_MAX_AGE_S + CLOCK_TOLERANCE_S || ageS < -CLOCK_TOLERANCE_S)
    throw new Error("too old");
}

interface LogoutVerifier {
  readonly issuer: string;
  readonly algorithms: string[];
  readonly keys: JWTVerifyGetKey;
}

/** The keys of providers. Anyone may call this endpoint, so they are not read for each call. */
class LogoutVerifiers {
  readonly #known = new Map<
    string,
    {
      readonly verifier: Promise<LogoutVerifier>;
      validUntilMs: number;
    }
  >();

  find(ctx: OutsideContext, provider: ProviderRow): Promise<LogoutVerifier> {
    const key = JSON.stringify([provider.issuer, provider.client_id]);
    const known = this.#known.get(key);
    if (known && performance.now() < known.validUntilMs) return known.verifier;
    const entry = {
      verifier: readVerifier(ctx, provider),
      validUntilMs: performance.now() + KEYS_VALID_MS,
    };
    entry.verifier.catch(() => (entry.validUntilMs = performance.now() + RETRY_AFTER_MS));
    if (this.#known.size >= SIGN_IN_PROVIDERS_MAX) this.#known.clear();
    this.#known.set(key, entry);
    return entry.verifier;
  }
}

async function readVerifier(ctx: OutsideContext, provider: ProviderRow): Promise<LogoutVerifier> {
  const metadata = (await discover(ctx, provider)).serverMetadata();
  const {
    issuer,
    jwks_uri,
    id_token_signing_alg_values_supported: supported = ["RS256"],
  } = metadata;
  return {
    issuer,
    algorithms: supported.filter((name) => !SHARED_KEY.test(name)),
    // Reads the keys again for an unknown key id, at most once in RETRY_AFTER_MS.
    keys: createRemoteJWKSet(new URL(jwks_uri ?? ""), {
      [customFetch]: fetchKeys(ctx),
      cooldownDuration: RETRY_AFTER_MS,
      cacheMaxAge: KEYS_VALID_MS,
    }),
  };
}

const fetchKeys =
  (ctx: OutsideContext) =>
  (
    url: string,
    {
      headers,
      method,
      signal,
    }: {
      headers: Headers;
      method: string;
      signal: AbortSignal;
    },
  ) =>
    boundedFetch(ctx)(url, {
      body: null,
      headers: Object.fromEntries(headers),
      method,
      redirect: "manual",
      signal,
    });
