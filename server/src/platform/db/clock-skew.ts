import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Warning } from "../http/health/readiness.ts";

/**
 * Compares this process's clock with the database's. Rides are completed and requests expire by this clock. If the two
 * differ, one is wrong, and a ride completed by a wrong clock stays completed.
 */
export class ClockSkew {
  readonly #ctx: Pick<Context, "db" | "now" | "log" | "settings">;
  #wasInSync = true;
  /** Time-based rules pause while the clocks differ by more than this. */
  readonly #maxSkewMs: number;

  constructor(ctx: Pick<Context, "db" | "now" | "log" | "settings">) {
    this.#ctx = ctx;
    this.#maxSkewMs = ctx.settings.MAX_CLOCK_SKEW_S * 1000;
  }

  /** True while the clocks agree; logs changes. */
  async isInSync(): Promise<boolean> {
    const skewMs = await this.measureMs();
    const isInSync = skewMs <= this.#maxSkewMs;
    if (!isInSync && this.#wasInSync) this.#ctx.log.warn(formatWarning(skewMs));
    if (isInSync && !this.#wasInSync)
      this.#ctx.log.warn("The clocks of this server and of its database agree again.");
    this.#wasInSync = isInSync;
    return isInSync;
  }

  /** Check for `/health/ready`: a warning only, since requests are still answered. */
  readonly check = async (): Promise<Warning | undefined> => {
    const skewMs = await this.measureMs();
    return skewMs > this.#maxSkewMs ? new Warning(formatWarning(skewMs)) : undefined;
  };

  /** Difference in milliseconds, at least as large as can be proved. */
  async measureMs(): Promise<number> {
    const { db, now } = this.#ctx;
    // The wall clock may be adjusted while the database answers, so the delay is measured with the monotonic clock.
    const before = now().getTime();
    const startedMs = performance.now();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const after = before + performance.now() - startedMs;
    const at = rows[0]?.at.getTime() ?? after;
    return Math.max(before - at, at - after, 0);
  }
}

const formatWarning = (skewMs: number): string =>
  `The clocks of this server and of its database differ by ${Math.round(skewMs / 1000)} s. Until they agree, rides are not completed, requests do not expire and old data is not deleted. Synchronise both clocks with NTP.`;
