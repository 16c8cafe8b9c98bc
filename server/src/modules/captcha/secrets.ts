import { randomBytes } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { CAPTCHA_VALID_S } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import {
  deleteReplacedSecrets,
  getOrInsertSecret,
  replaceSecret,
  type SecretRow,
} from "./captcha.store.ts";

const ROTATION_INTERVAL_MS = 7 * DAY_MS;
/** A process may sign with the previous secret for this long after a rotation. */
const REFRESH_INTERVAL_MS = 60_000;
/** Limits queries for proofs with an unknown signature. */
const FORCED_REFRESH_INTERVAL_MS = 1_000;
/** Maximum clock difference between processes that accept each other's proofs. */
export const CLOCK_SKEW_MS = 60_000;
/** Time after a rotation in which challenges signed with the previous secret may still come back. */
const VALID_AFTER_ROTATION_MS = REFRESH_INTERVAL_MS + CAPTCHA_VALID_S * 1000 + CLOCK_SKEW_MS;

/** Cached secrets of one process; processes agree except for the minute after a rotation. */
export class CaptchaSecrets {
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
export const getOrCreateSecret = (ctx: Context): Promise<SecretRow> =>
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
