import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { throttleWarnings } from "./connection-guard.ts";
import { type Checks, Warning } from "../health/readiness.ts";

const LOG_INTERVAL_MS = 10 * 60_000;
/** How long the health page warns after the last such request. */
const WARNING_SHOWN_MS = 10 * 60_000;
const ADVICE =
  "TRUST_PROXY is set, but requests arrive without X-Forwarded-For, so all users share the rate limits of one address. Configure the proxy to send it.";
/** Load balancers and monitoring request these directly. */
const DIRECT_PATH = /^\/(?:health\/|metrics)/;

/** Detects a trusted proxy that does not forward client addresses, and warns in the log and on the health page. */
export class ProxyHeaderCheck {
  readonly #ctx: Pick<Context, "now" | "settings">;
  readonly #warn: (advice: string) => void;
  #lastMissingAtMs: number | undefined;

  constructor(ctx: Pick<Context, "now" | "settings" | "log">) {
    this.#ctx = ctx;
    this.#warn = throttleWarnings(LOG_INTERVAL_MS, (advice) => ctx.log.warn(advice));
  }

  /** Must be called with every request. */
  inspect({ headers, url }: FastifyRequest): void {
    if (this.#ctx.settings.TRUST_PROXY === undefined || headers["x-forwarded-for"] !== undefined)
      return;
    if (DIRECT_PATH.test(url)) return;
    this.#lastMissingAtMs = this.#ctx.now().getTime();
    this.#warn(ADVICE);
  }

  /** The readiness check, if a proxy is configured. */
  get checks(): Checks {
    if (this.#ctx.settings.TRUST_PROXY === undefined) return {};
    return { proxy: async () => (this.#isMissing() ? new Warning(ADVICE) : undefined) };
  }

  #isMissing(): boolean {
    return (
      this.#lastMissingAtMs !== undefined &&
      this.#ctx.now().getTime() - this.#lastMissingAtMs < WARNING_SHOWN_MS
    );
  }
}
