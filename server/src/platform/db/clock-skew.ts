import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Warning } from "../http/health/readiness.ts";

/**
 * Compares this process's clock, by which rides are completed and requests expire, with the database's. Where they differ
 * one of them is wrong, and what a wrong clock completes stays completed.
 */
export class ClockSkew {
  readonly #ctx: Pick<Context, "db" | "now" | "log" | "settings">;
  #wasInSync = true;
  /** Rules of time are not applied while the clocks differ by more. */
  readonly #maxSkewMs: number;

  constructor(ctx: Pick<Context, "db" | "now" | "log" | "settings">) {
    this.#ctx = ctx;
    this.#maxSkewMs = ctx.settings.MAX_CLOCK_SKEW_S * 1000;
  }

  /** True while they agree; logs when that changes. */
  async isInSync(): Promise<boolean> {
    const skewMs = await this.#measureSkewMs();
    const isInSync = skewMs <= this.#maxSkewMs;
    if (!isInSync && this.#wasInSync) this.#ctx.log.warn(formatWarning(skewMs));
    if (isInSync && !this.#wasInSync) this.#ctx.log.warn("The clocks of this server and of its database agree again.");
    this.#wasInSync = isInSync;
    return isInSync;
  }

  /** For `/health/ready`: a warning, since calls are still answered. */
  readonly check = async (): Promise<Warning | undefined> => {
    const skewMs = await this.#measureSkewMs();
    return skewMs > this.#maxSkewMs ? new Warning(formatWarning(skewMs)) : undefined;
  };

  async #measureSkewMs(): Promise<number> {
    const { db, now } = this.#ctx;
    // The clock may be set while the database answers, so that time is measured by one that cannot.
    const [before, startedMs] = [now().getTime(), performance.now()];
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const after = before + performance.now() - startedMs;
    const at = rows[0]?.at.getTime() ?? after;
    return Math.max(before - at, at - after, 0);
  }
}

const formatWarning = (skewMs: number): string =>
  `The clocks of this server and of its database differ by ${Math.round(skewMs / 1000)} s. Rides are not completed, requests do not expire and nothing is deleted by age until they agree: set both by NTP.`;
