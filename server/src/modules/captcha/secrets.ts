import { randomBytes } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import { deleteReplacedSecrets, getOrInsertSecret, replaceSecret, type SecretRow } from "./captcha.store.ts";

const ROTATION_INTERVAL_MS = 7 * DAY_MS;
/** So long after a replacement a process may still sign with the secret before. */
const REFRESH_INTERVAL_MS = 60_000;
/** Proofs that were signed with nothing of ours must not cost a query each. */
const FORCED_REFRESH_INTERVAL_MS = 1_000;
/** Processes whose clocks differ by less than this take each other's proofs, and agree on what was used. */
export const CLOCK_SKEW_MS = 60_000;
/** A challenge that was signed last with a secret can be solved and brought for so long after it was replaced. */
const VALID_AFTER_ROTATION_MS = REFRESH_INTERVAL_MS + CAPTCHA_VALID_S * 1000 + CLOCK_SKEW_MS;

/** What challenges are signed with, as this process knows it; the same in all of them but for the minute after it was replaced. */
export class CaptchaSecrets {
  readonly #ctx: Context;
  #known: Promise<SecretRow> | undefined;
  #knownAtMs = 0;
  #askedAgainAtMs = -Infinity;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** What signs now. */
  async current(): Promise<string> {
    return (await this.#row()).secret;
  }

  /** What a good proof may be signed with. */
  async accepted(): Promise<readonly string[]> {
    return this.#goodOf(await this.#row());
  }

  /** The same as the database has it; nothing where that was asked a moment ago. */
  async reloadAccepted(): Promise<readonly string[]> {
    const nowMs = performance.now();
    if (nowMs - this.#askedAgainAtMs < FORCED_REFRESH_INTERVAL_MS) return [];
    this.#askedAgainAtMs = nowMs;
    this.#known = undefined;
    return this.accepted();
  }

  #goodOf({ secret, since, before }: SecretRow): readonly string[] {
    const isOver = since.getTime() + VALID_AFTER_ROTATION_MS <= this.#ctx.now().getTime();
    return before === null || isOver ? [secret] : [secret, before];
  }

  #row(): Promise<SecretRow> {
    const nowMs = performance.now();
    if (this.#known && nowMs - this.#knownAtMs < REFRESH_INTERVAL_MS) return this.#known;
    const loading = getOrCreateSecret(this.#ctx);
    [this.#known, this.#knownAtMs] = [loading, nowMs];
    // Asked for anew by the next one, when the database may be there again.
    loading.catch(() => {
      if (this.#known === loading) this.#known = undefined;
    });
    return loading;
  }
}

/** Makes the secret where there is none. */
export const getOrCreateSecret = (ctx: Context): Promise<SecretRow> => getOrInsertSecret(ctx, generateSecret());

/**
 * To be called every hour or so: replaces the secret when it is a week old, and forgets the one before when nothing signed
 * with it is good any more.
 */
export async function rotateSecret(ctx: Context): Promise<void> {
  const nowMs = ctx.now().getTime();
  await replaceSecret(ctx, generateSecret(), new Date(nowMs - ROTATION_INTERVAL_MS));
  await deleteReplacedSecrets(ctx, new Date(nowMs - VALID_AFTER_ROTATION_MS));
}

const generateSecret = () => randomBytes(32).toString("hex");
