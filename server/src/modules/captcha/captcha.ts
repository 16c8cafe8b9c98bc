import { randomBytes } from "node:crypto";
import type { Challenge } from "@commonlane/contract/captcha";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { CaptchaAction } from "@commonlane/contract/proof";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { deleteSpentBefore, keptSecret, spend } from "./captcha.store.ts";
import { newChallenge, readProof } from "./challenges.ts";
import { Difficulty } from "./difficulty.ts";

/** Processes whose clocks differ by less than this agree on what was used. */
const CLOCKS_DIFFER_MS = 60_000;

/** Gives out work, and looks at what was done; the work of any process is known to all on the same database. */
export class Captcha {
  readonly #ctx: Context;
  readonly #difficulty: Difficulty;
  #secret: Promise<string> | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#difficulty = new Difficulty(ctx.settings.RATE_LIMIT_FACTOR);
  }

  /** Work for somebody in `network`; none where no proofs are asked for. */
  async challenge(action: CaptchaAction, network: string): Promise<{ challenge: Challenge | null; validS: number }> {
    const { settings, now } = this.#ctx;
    if (settings.CAPTCHA === "off") return { challenge: null, validS: CAPTCHA_VALID_S };
    const expiresAt = new Date(now().getTime() + CAPTCHA_VALID_S * 1000);
    const harder = this.#difficulty.ask(now(), network);
    const challenge = await newChallenge(await this.#keptSecret(), { action, expiresAt, harder });
    return { challenge, validS: CAPTCHA_VALID_S };
  }

  /** As the binder's CheckProof promises. */
  async check(action: CaptchaAction, proof: string | undefined): Promise<() => Promise<void>> {
    const ctx = this.#ctx;
    if (ctx.settings.CAPTCHA === "off") return async () => {};
    if (!proof) throw new Problem("captcha_missing");
    const { nonce, expiresAt } = await readProof(await this.#keptSecret(), proof, action, ctx.now());
    return async () => {
      if (!(await spend(ctx, nonce, expiresAt))) throw new Problem("captcha_over");
    };
  }

  async #keptSecret(): Promise<string> {
    this.#secret ??= ensureSecret(this.#ctx);
    try {
      return await this.#secret;
    } catch (error) {
      // Asked for anew by the next one, when the database may be there again.
      this.#secret = undefined;
      throw error;
    }
  }
}

/** The secret that challenges are signed with; made where there is none. */
const ensureSecret = (ctx: Context): Promise<string> => keptSecret(ctx, randomBytes(32).toString("hex"));

/** Makes the secret at the first start. */
export async function ensureCaptchaSecret(ctx: Context): Promise<void> {
  await ensureSecret(ctx);
}

/** Forgets the used proofs whose time is up anyway. */
export const sweepSpentProofs = (ctx: Context): Promise<boolean> =>
  deleteSpentBefore(ctx, new Date(ctx.now().getTime() - CLOCKS_DIFFER_MS));
