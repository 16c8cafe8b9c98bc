import { createHmac } from "node:crypto";
import { type Challenge, ProofOfWork } from "@commonlane/contract/captcha";
import { type CaptchaAction, PROOF_OF_WORK_MAX_LENGTH } from "@commonlane/contract/proof-of-work";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { Problem } from "#platform/http/problem.ts";

/**
 * A browser derives keys until it meets the one that was drawn, so what it takes has an end: at most this many keys, half
 * of them on average, which is about half a second on a phone and a tenth of a second on a server's core. The rounds are
 * many enough for the browser's own code to do the work: a program made for it gains little.
 */
const KEYS_MAX = 260;
/** On a page without TLS the browser keeps its cryptography to itself, and a script takes eight times as long. */
const KEYS_MAX_WITHOUT_CRYPTO = 30;
const ROUNDS = 5000;

interface ChallengeOptions {
  readonly action: CaptchaAction;
  readonly expiresAt: Date;
  /** How much more work than usual. */
  readonly difficulty: number;
  /** Whether the browser's own code cannot do it. */
  readonly withoutWebCrypto?: boolean;
  /** A hash of the network that it is good for. */
  readonly networkHash: string;
}

/** A challenge that only whoever has the secret can have made. */
export async function createSignedChallenge(
  secret: string,
  { action, expiresAt, difficulty, networkHash, withoutWebCrypto = false }: ChallengeOptions,
): Promise<Challenge> {
  const keys = Math.round((withoutWebCrypto ? KEYS_MAX_WITHOUT_CRYPTO : KEYS_MAX) * difficulty);
  const data = { action, expiresAt: Math.floor(expiresAt.getTime() / 1000), keys, of: networkHash };
  const { parameters, signature = "" } = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: ROUNDS,
    counter: randomInt(keys),
    // Not the library's own expiry, which looks at a clock that no test can hold.
    data,
    deriveKey,
    ...hmacSecrets(secret),
  });
  const { keySignature = "" } = parameters;
  return { parameters: { ...parameters, keySignature, data }, signature };
}

/**
 * Which challenge was solved, and until when it is good; nothing where it was signed with none of these secrets, or solved
 * wrongly. Throws captcha_wrong for what is no proof for this action, or captcha_over where its time is up.
 */
export async function verifyProof(
  secrets: readonly string[],
  text: string,
  action: CaptchaAction,
  now: Date,
): Promise<{ nonce: string; expiresAt: Date; of: string } | undefined> {
  const proof = parseProof(text);
  if (!proof || proof.challenge.parameters.data.action !== action) throw new Problem("captcha_wrong");
  if (!(await isSolved(proof, secrets))) return undefined;
  const { nonce, data } = proof.challenge.parameters;
  const expiresAt = new Date(data.expiresAt * 1000);
  if (expiresAt <= now) throw new Problem("captcha_over");
  return { nonce, expiresAt, of: data.of };
}

async function isSolved({ challenge, solution }: ProofOfWork, secrets: readonly string[]): Promise<boolean> {
  for (const secret of secrets) {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...hmacSecrets(secret) });
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

/** One secret for the challenge, and another for the key that solves it. */
const hmacSecrets = (secret: string) => ({
  hmacSignatureSecret: deriveSecret(secret, "challenge"),
  hmacKeySignatureSecret: deriveSecret(secret, "solution"),
});
const deriveSecret = (secret: string, name: string) => createHmac("sha256", secret).update(name).digest("hex");
