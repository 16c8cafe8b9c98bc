import { createHmac } from "node:crypto";
import { type Challenge, ProofOfWork } from "@commonlane/contract/captcha";
import { type CaptchaAction, PROOF_OF_WORK_MAX_LENGTH } from "@commonlane/contract/proof-of-work";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { Problem } from "#platform/http/problem.ts";

/**
 * A browser derives keys until it finds the one that the server chose. The work is bounded: at most this many keys, half
 * of them on average, which takes about half a second on a phone and a tenth on a server core. The rounds are slow enough
 * that native code gains little over the browser.
 */
const KEYS_MAX = 260;
/** Without TLS there is no Web Crypto, and a script takes eight times as long. */
const KEYS_MAX_WITHOUT_CRYPTO = 30;
const ROUNDS = 5000;

interface ChallengeOptions {
  readonly action: CaptchaAction;
  readonly expiresAt: Date;
  /** Multiplies the usual work. */
  readonly difficulty: number;
  /** Set if the browser has no Web Crypto. */
  readonly withoutWebCrypto?: boolean;
  /** Hash of the network that the challenge is valid for. */
  readonly networkHash: string;
}

/** Creates a challenge signed with the secret. */
export async function createSignedChallenge(
  secret: string,
  { action, expiresAt, difficulty, networkHash, withoutWebCrypto = false }: ChallengeOptions,
): Promise<Challenge> {
  const keys = Math.round((withoutWebCrypto ? KEYS_MAX_WITHOUT_CRYPTO : KEYS_MAX) * difficulty);
  const data = {
    action,
    expiresAt: Math.floor(expiresAt.getTime() / 1000),
    keys,
    difficulty,
    of: networkHash,
  };
  const { parameters, signature = "" } = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: ROUNDS,
    counter: randomInt(keys),
    // The library's own expiry uses the system clock, which tests cannot set.
    data,
    deriveKey,
    ...hmacSecrets(secret),
  });
  const { keySignature = "" } = parameters;
  return {
    parameters: {
      ...parameters,
      keySignature,
      data,
    },
    signature,
  };
}

/**
 * Returns the solved challenge and its expiry; undefined if it was not signed with these secrets or solved wrongly.
 * Throws captcha_wrong for anything but a proof for this action, or captcha_over if it has expired.
 */
export async function verifyProof(
  secrets: readonly string[],
  text: string,
  action: CaptchaAction,
  now: Date,
): Promise<
  | {
      nonce: string;
      expiresAt: Date;
      difficulty: number;
      of: string;
    }
  | undefined
> {
  const proof = parseProof(text);
  if (!proof || proof.challenge.parameters.data.action !== action)
    throw new Problem("captcha_wrong");
  if (!(await isSolved(proof, secrets))) return undefined;
  const { nonce, data } = proof.challenge.parameters;
  const expiresAt = new Date(data.expiresAt * 1000);
  if (expiresAt <= now) throw new Problem("captcha_over");
  return {
    nonce,
    expiresAt,
    difficulty: data.difficulty,
    of: data.of,
  };
}

async function isSolved(
  { challenge, solution }: ProofOfWork,
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...hmacSecrets(secret),
    });
    if (verified) return true;
  }
  return false;
}

function parseProof(text: string): ProofOfWork | undefined {
  if (text.length > PROOF_OF_WORK_MAX_LENGTH) return undefined;
  try {
    return ProofOfWork.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).data;
  } catch {
    return undefined;
  }
}

/** Separate secrets for the challenge and for the key that solves it. */
const hmacSecrets = (secret: string) => ({
  hmacSignatureSecret: deriveSecret(secret, "challenge"),
  hmacKeySignatureSecret: deriveSecret(secret, "solution"),
});
const deriveSecret = (secret: string, name: string) =>
  createHmac("sha256", secret).update(name).digest("hex");
