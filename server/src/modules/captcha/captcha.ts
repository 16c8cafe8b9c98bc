import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import type { Challenge, HarderChallenge } from "@commonlane/contract/captcha";
import { DAY_MS } from "@commonlane/contract/durations";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { CaptchaAction } from "@commonlane/contract/proof-of-work";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import type { CheckedProof } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { approximateNetwork, listNetworks } from "#platform/http/rate-limits/rate-limits.ts";
import type { Settings } from "#platform/settings.ts";
import {
  deleteReplacedSecrets,
  deleteUsedProofsBefore,
  getOrInsertSecret,
  markProofUsed,
  replaceSecret,
  type SecretRow,
} from "./captcha.store.ts";
import { createSignedChallenge, verifyProof } from "./challenges.ts";
import { difficultyFor, difficultyForAccounts, sweepChallengeCounts } from "./difficulty.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { hashName } from "#platform/hashes.ts";

/** Issues challenges and verifies proofs of work. Processes on the same database accept each other's challenges. */
export class Captcha {
  readonly #ctx: Context;
  readonly #secrets: CaptchaSecrets;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#secrets = new CaptchaSecrets(ctx);
  }

  /**
   * Challenge for a client at this address, at least as hard as it asks for; null if CAPTCHA is off.
   */
  async challenge(
    action: CaptchaAction,
    address: string,
    atLeast = 1,
  ): Promise<{
    challenge: Challenge | null;
    validS: number;
  }> {
    const { settings, now } = this.#ctx;
    if (settings.CAPTCHA === "off")
      return {
        challenge: null,
        validS: CAPTCHA_VALID_S,
      };
    const expiresAt = new Date(now().getTime() + CAPTCHA_VALID_S * 1000);
    const difficulty = Math.max(atLeast, await difficultyFor(this.#ctx, listNetworks(address)));
    const challenge = await createSignedChallenge(await this.#secrets.current(), {
      action,
      expiresAt,
      difficulty,
      networkHash: hashNetwork(address),
      withoutWebCrypto: isPlainHttp(settings),
    });
    return { challenge, validS: CAPTCHA_VALID_S };
  }

  /** Implements the endpoint router's CheckProof. */
  async check(
    action: CaptchaAction,
    proof: string | undefined,
    address: string,
  ): Promise<CheckedProof> {
    const ctx = this.#ctx;
    if (ctx.settings.CAPTCHA === "off")
      return {
        consume: async () => {},
        assertSufficient: async () => {},
      };
    if (!proof) throw new Problem("captcha_missing");
    const read = async (secrets: readonly string[]) =>
      verifyProof(secrets, proof, action, ctx.now());
    // Another process may have just rotated the secret.
    const solved =
      (await read(await this.#secrets.accepted())) ??
      (await read(await this.#secrets.reloadAccepted()));
    if (!solved) throw new Problem("captcha_wrong");
    // A client whose address changed, as phones do, solves another challenge, as after an expiry.
    if (solved.of !== hashNetwork(address)) throw new Problem("captcha_over");
    return {
      consume: async () => {
        if (!(await markProofUsed(ctx, solved.nonce, solved.expiresAt)))
          throw new Problem("captcha_over");
      },
      assertSufficient: async ({ uid, body }) => {
        const { needed, forNext } = await difficultyForAccounts(ctx, listAccounts(uid, body));
        const current: HarderChallenge = { difficulty: forNext };
        if (solved.difficulty < needed) throw new Problem("captcha_over", { current });
      },
    };
  }
}

/** Returns true if users come by http from other machines, where browsers offer no Web Crypto. */
function isPlainHttp(settings: Settings): boolean {
  const { protocol, hostname } = new URL(siteUrl(settings));
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const EmailsInBody = z.object({
  email: z.optional(z.string()),
  newEmail: z.optional(z.string()),
});

/** What a request is about: the caller, and the addresses that it sends e-mails to, with or without an account. */
function listAccounts(uid: string | undefined, body: unknown): string[] {
  const { email, newEmail } = EmailsInBody.safeParse(body).data ?? {};
  return [uid, email?.toLowerCase(), newEmail?.toLowerCase()].filter(
    (account) => account !== undefined,
  );
}

/** Hash of the network that a proof is valid for: a /48, or the 256 addresses around an IPv4 address. */
function hashNetwork(address: string): string {
  return hashName(`proof ${approximateNetwork(address)}`);
}

/** Creates the secret at the first start. */
export async function ensureCaptchaSecret(ctx: Context): Promise<void> {
  await getOrCreateSecret(ctx);
}

/** Deletes used proofs that have expired. */
export const sweepUsedProofs = (ctx: Context): Promise<boolean> =>
  deleteUsedProofsBefore(ctx, new Date(ctx.now().getTime() - CLOCK_SKEW_MS));

/** Expire proofs and challenge counts, and rotate the signing secret. */
export const captchaSweeps: readonly Sweep[] = [
  { name: "proof.pruned", everyS: 600, run: sweepUsedProofs },
  {
    name: "proof-load.pruned",
    everyS: 600,
    run: sweepChallengeCounts,
  },
  {
    name: "captcha-secret.replaced",
    everyS: 3600,
    run: rotateSecret,
  },
];

const ROTATION_INTERVAL_MS = 7 * DAY_MS;
/** A process may sign with the previous secret for this long after a rotation. */
const REFRESH_INTERVAL_MS = 60_000;
/** Limits queries for proofs with an unknown signature. */
const FORCED_REFRESH_INTERVAL_MS = 1_000;
/** Maximum clock difference between processes that accept each other's proofs. */
const CLOCK_SKEW_MS = 60_000;
/** Time after a rotation in which challenges signed with the previous secret may still come back. */
const VALID_AFTER_ROTATION_MS = REFRESH_INTERVAL_MS + CAPTCHA_VALID_S * 1000 + CLOCK_SKEW_MS;

/** Cached secrets of one process; processes agree except for the minute after a rotation. */
class CaptchaSecrets {
  readonly #ctx: Context;
  #cached: Promise<SecretRow> | undefined;
  #cachedAtMs = 0;
  #forcedRefreshAtMs = -Infinity;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Secret that signs new challenges. */
  async current(): Promise<string> {
    return (await this.#row()).secret;
  }

  /** Secrets that a valid proof may be signed with. */
  async accepted(): Promise<readonly string[]> {
    return this.#acceptedSecrets(await this.#row());
  }

  /** Reloads the accepted secrets from the database; empty if that was done a moment ago. */
  async reloadAccepted(): Promise<readonly string[]> {
    const nowMs = performance.now();
    if (nowMs - this.#forcedRefreshAtMs < FORCED_REFRESH_INTERVAL_MS) return [];
    this.#forcedRefreshAtMs = nowMs;
    this.#cached = undefined;
    return this.accepted();
  }

  #acceptedSecrets({ secret, since, before }: SecretRow): readonly string[] {
    const isOver = since.getTime() + VALID_AFTER_ROTATION_MS <= this.#ctx.now().getTime();
    return before === null || isOver ? [secret] : [secret, before];
  }

  #row(): Promise<SecretRow> {
    const nowMs = performance.now();
    if (this.#cached && nowMs - this.#cachedAtMs < REFRESH_INTERVAL_MS) return this.#cached;
    const loading = getOrCreateSecret(this.#ctx);
    [this.#cached, this.#cachedAtMs] = [loading, nowMs];
    // Do not cache a failed query: the next call tries again.
    loading.catch(() => {
      if (this.#cached === loading) this.#cached = undefined;
    });
    return loading;
  }
}

/** Returns the secret and creates it if there is none. */
const getOrCreateSecret = (ctx: Context): Promise<SecretRow> =>
  getOrInsertSecret(ctx, generateSecret());

/**
 * Called about every hour: rotates a secret that is a week old, and deletes the previous one once nothing signed
 * with it is valid.
 */
export async function rotateSecret(ctx: Context): Promise<void> {
  const nowMs = ctx.now().getTime();
  await replaceSecret(ctx, generateSecret(), new Date(nowMs - ROTATION_INTERVAL_MS));
  await deleteReplacedSecrets(ctx, new Date(nowMs - VALID_AFTER_ROTATION_MS));
}

const generateSecret = () => randomBytes(32).toString("hex");
