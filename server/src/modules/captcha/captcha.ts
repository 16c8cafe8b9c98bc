import type { Challenge } from "@commonlane/contract/captcha";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { CaptchaAction } from "@commonlane/contract/proof-of-work";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { approximateNetwork, listNetworks } from "#platform/http/rate-limits/rate-limits.ts";
import { hashName } from "#platform/name-hash.ts";
import type { Settings } from "#platform/settings.ts";
import { deleteUsedProofsBefore, markProofUsed } from "./captcha.store.ts";
import { createSignedChallenge, verifyProof } from "./challenges.ts";
import { difficultyFor } from "./difficulty.ts";
import { CLOCK_SKEW_MS, getOrCreateSecret, CaptchaSecrets } from "./secrets.ts";

/** Gives out work, and looks at what was done; the work of any process is known to all on the same database. */
export class Captcha {
  readonly #ctx: Context;
  readonly #secrets: CaptchaSecrets;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#secrets = new CaptchaSecrets(ctx);
  }

  /** Work for somebody at this address; none where no proofs are asked for. */
  async challenge(action: CaptchaAction, address: string): Promise<{ challenge: Challenge | null; validS: number }> {
    const { settings, now } = this.#ctx;
    if (settings.CAPTCHA === "off") return { challenge: null, validS: CAPTCHA_VALID_S };
    const expiresAt = new Date(now().getTime() + CAPTCHA_VALID_S * 1000);
    const difficulty = await difficultyFor(this.#ctx, listNetworks(address));
    const challenge = await createSignedChallenge(await this.#secrets.current(), {
      action,
      expiresAt,
      difficulty,
      networkHash: hashNetwork(address),
      withoutWebCrypto: isPlainHttp(settings),
    });
    return { challenge, validS: CAPTCHA_VALID_S };
  }

  /** As the binder's CheckProof promises. */
  async check(action: CaptchaAction, proof: string | undefined, address: string): Promise<() => Promise<void>> {
    const ctx = this.#ctx;
    if (ctx.settings.CAPTCHA === "off") return async () => {};
    if (!proof) throw new Problem("captcha_missing");
    const read = async (secrets: readonly string[]) => verifyProof(secrets, proof, action, ctx.now());
    // Another process may have replaced the secret a moment ago.
    const solved = (await read(await this.#secrets.accepted())) ?? (await read(await this.#secrets.reloadAccepted()));
    if (!solved) throw new Problem("captcha_wrong");
    // Whose address changed meanwhile, as a phone's does, works once more, as where the time is up.
    if (solved.of !== hashNetwork(address)) throw new Problem("captcha_over");
    return async () => {
      if (!(await markProofUsed(ctx, solved.nonce, solved.expiresAt))) throw new Problem("captcha_over");
    };
  }
}

/** Whether people come by http to another machine, where browsers keep their cryptography for secure pages. */
function isPlainHttp(settings: Settings): boolean {
  const { protocol, hostname } = new URL(siteUrl(settings));
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whom a proof is good for: everybody in a /48, or in the 256 addresses around an IPv4 address. */
const hashNetwork = (address: string): string => hashName(`proof ${approximateNetwork(address)}`);

/** Makes the secret at the first start. */
export async function ensureCaptchaSecret(ctx: Context): Promise<void> {
  await getOrCreateSecret(ctx);
}

/** Forgets the used proofs whose time is up anyway. */
export const sweepUsedProofs = (ctx: Context): Promise<boolean> =>
  deleteUsedProofsBefore(ctx, new Date(ctx.now().getTime() - CLOCK_SKEW_MS));
