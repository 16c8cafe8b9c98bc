import { ProviderId } from "@commonlane/contract/sign-in-providers";
import type { FastifyInstance } from "fastify";
import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { z } from "zod";
import { endSessionsById } from "#modules/accounts/index.ts";
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

const LogoutClaims = z.object({
  iat: z.number(),
  sub: z.string().optional(),
  sid: z.string().optional(),
  events: z.looseObject({ [EVENT]: z.looseObject({}) }),
  // A logout token must never pass for an ID token.
  nonce: z.undefined().optional(),
});

/** Endpoint for providers, which send a form and no session. */
export function mountBackChannelSignOut(http: FastifyInstance, ctx: OutsideContext, rateLimits: RateLimits): void {
  const limit = rateLimits.guardFor("POST /identity/providers/:providerId/back-channel-sign-out", [
    { by: "address", count: 600, perS: 60 },
  ]);
  void http.register((scope, _, done) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_MAX_BYTES },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    scope.post<{ Params: { providerId: string }; Body: unknown }>(
      "/api/identity/providers/:providerId/back-channel-sign-out",
      { onRequest: async ({ ip }) => limit?.(ip) },
      async ({ params, body }, reply) => {
        const token = body instanceof URLSearchParams ? body.get("logout_token") : null;
        await signOutByProvider(ctx, params.providerId, token ?? "");
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
async function signOutByProvider(ctx: OutsideContext, providerId: string, logoutToken: string): Promise<number> {
  const isId = ProviderId.safeParse(providerId).success;
  const provider = isId ? await findProvider(ctx, providerId) : undefined;
  if (!provider) throw new Problem("not_found");
  const claims = await verifyLogoutToken(ctx, provider, logoutToken);
  const sessions = await findSessionsEndedAtProvider(ctx, {
    providerId,
    issuer: claims.issuer,
    subject: claims.sub ?? null,
    providerSid: claims.sid ?? null,
    startedBefore: new Date((claims.iat + CLOCK_TOLERANCE_S) * 1000),
  });
  return transaction(ctx, (ctx) => endSessionsById(ctx, sessions, "signed out at the institution"));
}

async function verifyLogoutToken(ctx: OutsideContext, provider: ProviderRow, token: string) {
  try {
    const { issuer, jwks_uri, id_token_signing_alg_values_supported } = (
      await discover(ctx, provider)
    ).serverMetadata();
    const keys = createRemoteJWKSet(new URL(jwks_uri ?? ""), { [customFetch]: fetchKeys(ctx) });
    const algorithms = (id_token_signing_alg_values_supported ?? ["RS256"]).filter(
      (name) => !/^(?:none|HS)/.test(name),
    );
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: provider.client_id,
      algorithms,
      maxTokenAge: TOKEN_MAX_AGE_S,
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    const claims = LogoutClaims.parse(payload);
    if (claims.sub === undefined && claims.sid === undefined) throw new Error("neither sub nor sid");
    return { issuer, ...claims };
  } catch (error) {
    ctx.log.warn({ provider: provider.id, reason: String(error) }, "a sign-out by a provider was refused");
    throw new Problem("invalid_input", { cause: error });
  }
}

const fetchKeys =
  (ctx: OutsideContext) =>
  (url: string, { headers, method, signal }: { headers: Headers; method: string; signal: AbortSignal }) =>
    boundedFetch(ctx)(url, { body: null, headers: Object.fromEntries(headers), method, redirect: "manual", signal });
