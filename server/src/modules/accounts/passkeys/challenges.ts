import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { createSecret, hashToken } from "#platform/hashes.ts";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import {
  type ChallengeKey,
  deleteChallenge,
  deleteChallengesBefore,
  insertChallenge,
} from "./passkeys.store.ts";

/** A browser must answer within this time; the sign-in page asks for its next challenge when this one is over. */
export const CHALLENGE_VALID_S = 600;

/** Identifies the browser that a challenge was made for, so that no other browser can answer it. */
const COOKIE = {
  name: "commonlane_passkey",
  path: "/api/identity",
  maxAgeS: CHALLENGE_VALID_S,
} as const;
const SECRET_FORMAT = /^[\w-]{43}$/;

/** Hash of the secret in this browser's cookie; sets a new cookie if there is none, and renews the one there is. */
export function startPasskeyRequest(exchange: Exchange): string {
  const secret = readSecret(exchange) ?? createSecret();
  exchange.setCookie(COOKIE.name, secret, COOKIE);
  return hashToken(secret);
}

/** Undefined if this browser has requested no challenge. */
export function readPasskeyRequest(exchange: Exchange): string | undefined {
  const secret = readSecret(exchange);
  return secret && hashToken(secret);
}

/** Creates a challenge; only its hash is stored. */
export async function createChallenge(ctx: Context, key: ChallengeKey): Promise<string> {
  const challenge = createSecret();
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_VALID_S * 1000);
  await insertChallenge(ctx, key, {
    challengeHash: hashToken(challenge),
    expiresAt,
  });
  return challenge;
}

/**
 * Uses up the challenge that a browser signed and returns it; undefined if it was used, has expired, or was made for
 * another purpose, user or browser. Do not call in a transaction, because a rollback would make it valid again.
 */
export async function consumeChallenge(
  ctx: Context,
  clientDataJson: string,
  {
    browserHash,
    ...key
  }: Omit<ChallengeKey, "browserHash"> & { readonly browserHash: string | undefined },
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined || browserHash === undefined) return undefined;
  return (await deleteChallenge(
    ctx,
    {
      ...key,
      browserHash,
    },
    hashToken(challenge),
  ))
    ? challenge
    : undefined;
}

export const sweepChallenges = (ctx: Context): Promise<boolean> =>
  deleteChallengesBefore(ctx, ctx.now());

const ClientData = z.object({ challenge: z.string() });

/** The challenge in what the browser signed. */
function readChallenge(clientDataJson: string): string | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString()))
      .challenge;
  } catch {
    return undefined;
  }
}

function readSecret(exchange: Exchange): string | undefined {
  const secret = exchange.cookie(COOKIE.name);
  return secret && SECRET_FORMAT.test(secret) ? secret : undefined;
}
