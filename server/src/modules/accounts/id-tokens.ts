import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import { User } from "@commonlane/contract/identity";
import { type CryptoKey, errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import type { Bearer } from "./accounts.store.ts";
import { AUDIENCE, issuerOf } from "./issuer.ts";
import { ALGORITHM, currentSigner } from "./signing-keys.ts";

export interface SignedToken {
  readonly idToken: string;
  readonly expiresAt: Date;
}

/** An ID token for an hour of this session. */
export async function signIdToken(ctx: Context, bearer: Bearer, sessionId: string): Promise<SignedToken> {
  const { kid, key } = await currentSigner(ctx);
  const issuedAtS = Math.floor(ctx.now().getTime() / 1000);
  const idToken = await new SignJWT({
    sid: sessionId,
    email: bearer.email,
    email_verified: bearer.emailVerified,
    ...(bearer.displayName && { name: bearer.displayName }),
  })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
    .setSubject(bearer.uid)
    .setIssuer(issuerOf(ctx.settings))
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(issuedAtS + ID_TOKEN_VALID_S)
    .sign(key);
  return { idToken, expiresAt: new Date((issuedAtS + ID_TOKEN_VALID_S) * 1000) };
}

const Claims = z.object({
  sub: User.shape.uid,
  sid: z.uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string().optional(),
  exp: z.number(),
});
export type Claims = z.infer<typeof Claims>;

/** What a token says when it is ours, for us, and not over by the clock of `ctx`; otherwise nothing. */
export async function readIdToken(
  ctx: Context,
  idToken: string,
  keyOf: (kid: string) => Promise<CryptoKey | undefined>,
): Promise<Claims | undefined> {
  const find = async ({ kid = "" }: { kid?: string }) => {
    const key = await keyOf(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload } = await jwtVerify(idToken, find, {
      algorithms: [ALGORITHM],
      issuer: issuerOf(ctx.settings),
      audience: AUDIENCE,
      currentDate: ctx.now(),
      requiredClaims: ["exp", "iat"],
    });
    return Claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
