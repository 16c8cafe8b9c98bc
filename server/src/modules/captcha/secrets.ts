import { randomBytes } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import { forgetReplaced, keptSecret, replaceSecret, type SecretRow } from "./captcha.store.ts";

const REPLACED_AFTER_MS = 7 * DAY_MS;
/** So long after a replacement a process may still sign with the secret before. */
const LOOK_AGAIN_MS = 60_000;
/** Proofs that were signed with nothing of ours must not cost a query each. */
const UNKNOWN_AGAIN_MS = 1_000;
/** Processes whose clocks differ by less than this take each other's proofs, and agree on what was used. */
export const CLOCKS_DIFFER_MS = 60_000;
/** A challenge that was signed last with a secret can be solved and brought for so long after it was replaced. */
const GOOD_AFTERWARDS_MS = LOOK_AGAIN_MS + CAPTCHA_VALID_S * 1000 + CLOCKS_DIFFER_MS;

/** What challenges are signed with, as this process knows it; the same in all of them but for the minute after it was replaced. */
export class Secrets {
  readonly #ctx: Context;
  #known: Promise<SecretRow> | undefined;
  #knownAtMs = 0;
  #askedAgainAtMs = -Infinity;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** What signs now. */
  async signing(): Promise<string> {
    return (await this.#row()).secret;
  }

  /** What a good proof may be signed with. */
  async good(): Promise<readonly string[]> {
    return this.#goodOf(await this.#row());
  }

  /** The same as the database has it; nothing where that was asked a moment ago. */
  async goodAnew(): Promise<readonly string[]> {
    const nowMs = performance.now();
    if (nowMs - this.#askedAgainAtMs < UNKNOWN_AGAIN_MS) return [];
    this.#askedAgainAtMs = nowMs;
    this.#known = undefined;
    return this.good();
  }

  #goodOf({ secret, since, before }: SecretRow): readonly string[] {
    const isOver = since.getTime() + GOOD_AFTERWARDS_MS <= this.#ctx.now().getTime();
    return before === null || isOver ? [secret] : [secret, before];
  }

  #row(): Promise<SecretRow> {
    const nowMs = performance.now();
    if (this.#known && nowMs - this.#knownAtMs < LOOK_AGAIN_MS) return this.#known;
    const asked = ensureSecret(this.#ctx);
    [this.#known, this.#knownAtMs] = [asked, nowMs];
    // Asked for anew by the next one, when the database may be there again.
    asked.catch(() => {
      if (this.#known === asked) this.#known = undefined;
    });
    return asked;
  }
}

/** Makes the secret where there is none. */
export const ensureSecret = (ctx: Context): Promise<SecretRow> => keptSecret(ctx, newSecret());

/**
 * To be called every hour or so: replaces the secret when it is a week old, and forgets the one before when nothing signed
 * with it is good any more.
 */
export async function rotateSecret(ctx: Context): Promise<void> {
  const nowMs = ctx.now().getTime();
  await replaceSecret(ctx, newSecret(), new Date(nowMs - REPLACED_AFTER_MS));
  await forgetReplaced(ctx, new Date(nowMs - GOOD_AFTERWARDS_MS));
}

const newSecret = () => randomBytes(32).toString("hex");
