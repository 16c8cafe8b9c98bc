import type { Challenge } from "@commonlane/contract/captcha";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { CaptchaAction } from "@commonlane/contract/proof";
import { siteOf } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { neighbourhoodOf, networksOf } from "#platform/http/rate-limits.ts";
import { nameHash } from "#platform/name-hash.ts";
import type { Settings } from "#platform/settings.ts";
import { deleteSpentBefore, spend } from "./captcha.store.ts";
import { newChallenge, readProof } from "./challenges.ts";
import { harderFor } from "./difficulty.ts";
import { CLOCKS_DIFFER_MS, ensureSecret, Secrets } from "./secrets.ts";

/** Gives out work, and looks at what was done; the work of any process is known to all on the same database. */
export class Captcha {
  readonly #ctx: Context;
  readonly #secrets: Secrets;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#secrets = new Secrets(ctx);
  }

  /** Work for somebody at this address; none where no proofs are asked for. */
  async challenge(action: CaptchaAction, address: string): Promise<{ challenge: Challenge | null; validS: number }> {
    const { settings, now } = this.#ctx;
    if (settings.CAPTCHA === "off") return { challenge: null, validS: CAPTCHA_VALID_S };
    const expiresAt = new Date(now().getTime() + CAPTCHA_VALID_S * 1000);
    const harder = await harderFor(this.#ctx, networksOf(address));
    const challenge = await newChallenge(await this.#secrets.signing(), {
      action,
      expiresAt,
      harder,
      of: askerOf(address),
      byScript: isPlain(settings),
    });
    return { challenge, validS: CAPTCHA_VALID_S };
  }

  /** As the binder's CheckProof promises. */
  async check(action: CaptchaAction, proof: string | undefined, address: string): Promise<() => Promise<void>> {
    const ctx = this.#ctx;
    if (ctx.settings.CAPTCHA === "off") return async () => {};
    if (!proof) throw new Problem("captcha_missing");
    const read = async (secrets: readonly string[]) => readProof(secrets, proof, action, ctx.now());
    // Another process may have replaced the secret a moment ago.
    const good = (await read(await this.#secrets.good())) ?? (await read(await this.#secrets.goodAnew()));
    if (!good) throw new Problem("captcha_wrong");
    // Whose address changed meanwhile, as a phone's does, works once more, as where the time is up.
    if (good.of !== askerOf(address)) throw new Problem("captcha_over");
    return async () => {
      if (!(await spend(ctx, good.nonce, good.expiresAt))) throw new Problem("captcha_over");
    };
  }
}

/** Whether people come by http to another machine, where browsers keep their cryptography for secure pages. */
function isPlain(settings: Settings): boolean {
  const { protocol, hostname } = new URL(siteOf(settings));
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whom a proof is good for: everybody in a /48, or in the 256 addresses around an IPv4 address. */
const askerOf = (address: string): string => nameHash(`proof ${neighbourhoodOf(address)}`);

/** Makes the secret at the first start. */
export async function ensureCaptchaSecret(ctx: Context): Promise<void> {
  await ensureSecret(ctx);
}

/** Forgets the used proofs whose time is up anyway. */
export const sweepSpentProofs = (ctx: Context): Promise<boolean> =>
  deleteSpentBefore(ctx, new Date(ctx.now().getTime() - CLOCKS_DIFFER_MS));
