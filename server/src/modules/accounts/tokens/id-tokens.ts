import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import { type accounts, User } from "@commonlane/contract/accounts";
import type { HandlerResult } from "@commonlane/contract/endpoint";
import { type CryptoKey, errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import type { Settings } from "#platform/settings.ts";
import type { TokenUser } from "../accounts.store.ts";
import { ALGORITHM, getCurrentSigner } from "./signing-keys.ts";

export interface SignedToken {
  readonly idToken: string;
  readonly expiresAt: Date;
}

/** Signs an ID token for this session, valid for an hour, but not after `notAfterMs`. */
export async function signIdToken(
  ctx: Context,
  user: TokenUser,
  sessionId: string,
  notAfterMs = Infinity,
): Promise<SignedToken> {
  const { kid, key } = await getCurrentSigner(ctx);
  const issuedAtS = Math.floor(ctx.now().getTime() / 1000);
  const expiresAtS = Math.min(issuedAtS + ID_TOKEN_VALID_S, notAfterMs / 1000);
  const idToken = await new SignJWT({
    sid: sessionId,
    email: user.email,
    email_verified: user.emailVerified,
    ...(user.displayName && { name: user.displayName }),
  })
    .setProtectedHeader({
      alg: ALGORITHM,
      kid,
      typ: "JWT",
    })
    .setSubject(user.uid)
    .setIssuer(issuerUrl(ctx.settings))
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(expiresAtS)
    .sign(key);
  return {
    idToken,
    expiresAt: new Date(expiresAtS * 1000),
  };
}

const IdTokenClaims = z.object({
  sub: User.shape.uid,
  sid: z.uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string().optional(),
  exp: z.number(),
});
export type IdTokenClaims = z.infer<typeof IdTokenClaims>;

/** Claims of a token that we issued for us and that is valid by the clock of `ctx`; otherwise undefined. */
export async function verifyIdToken(
  ctx: Context,
  idToken: string,
  findKey: (kid: string) => Promise<CryptoKey | undefined>,
): Promise<IdTokenClaims | undefined> {
  const getKey = async ({ kid = "" }: { kid?: string }) => {
    const key = await findKey(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload } = await jwtVerify(idToken, getKey, {
      algorithms: [ALGORITHM],
      issuer: issuerUrl(ctx.settings),
      audience: AUDIENCE,
      currentDate: ctx.now(),
      requiredClaims: ["exp", "iat"],
    });
    return IdTokenClaims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Audience of our ID tokens. */
const AUDIENCE = "commonlane";

type ServerAddress = Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">;

/**
 * Base URL of this server from its settings, without a trailing slash. Never taken from a request, which could be
 * forged.
 */
export function siteUrl({ PUBLIC_URL, HOST, PORT }: ServerAddress): string {
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const base = PUBLIC_URL ?? `http://${host}:${PORT}`;
  return base.replace(/(?<!\/)\/+$/, "");
}

/** Issuer of our ID tokens: the base URL of the identity endpoints. */
function issuerUrl(server: ServerAddress): string {
  return `${siteUrl(server)}/api/identity`;
}

/**
 * OpenID configuration for verifiers of our ID tokens. Names no OAuth endpoints, because sign-in is not an OAuth flow.
 */
export function openIdConfiguration(
  settings: Settings,
): HandlerResult<typeof accounts.openIdConfiguration> {
  const issuer = issuerUrl(settings);
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [ALGORITHM],
    claims_supported: ["iss", "aud", "sub", "sid", "iat", "exp", "email", "email_verified", "name"],
  };
}
