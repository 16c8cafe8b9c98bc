import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import { User } from "@commonlane/contract/accounts";
import { type CryptoKey, errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import type { TokenUser } from "../accounts.store.ts";
import { AUDIENCE, issuerUrl } from "./issuer.ts";
import { ALGORITHM, getCurrentSigner } from "./signing-keys.ts";

export interface SignedToken {
  readonly idToken: string;
  readonly expiresAt: Date;
}

/** Signs an ID token for this session, valid for an hour. */
export async function signIdToken(
  ctx: Context,
  user: TokenUser,
  sessionId: string,
): Promise<SignedToken> {
  const { kid, key } = await getCurrentSigner(ctx);
  const issuedAtS = Math.floor(ctx.now().getTime() / 1000);
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
    .setExpirationTime(issuedAtS + ID_TOKEN_VALID_S)
    .sign(key);
  return {
    idToken,
    expiresAt: new Date((issuedAtS + ID_TOKEN_VALID_S) * 1000),
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
