import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Warning } from "../http/readiness.ts";

/**
 * Compares this process's clock, by which rides are completed and requests expire, with the database's. Where they differ
 * one of them is wrong, and what a wrong clock completes stays completed.
 */
export class Clocks {
  readonly #ctx: Pick<Context, "db" | "now" | "log" | "settings">;
  #agreed = true;
  /** Rules of time are not applied while the clocks differ by more. */
  readonly #mostMs: number;

  constructor(ctx: Pick<Context, "db" | "now" | "log" | "settings">) {
    this.#ctx = ctx;
    this.#mostMs = ctx.settings.CLOCKS_APART_S * 1000;
  }

  /** True while they agree; logs when that changes. */
  async agree(): Promise<boolean> {
    const apartMs = await this.#apartMs();
    const agree = apartMs <= this.#mostMs;
    if (!agree && this.#agreed) this.#ctx.log.warn(sentence(apartMs));
    if (agree && !this.#agreed) this.#ctx.log.warn("The clocks of this server and of its database agree again.");
    this.#agreed = agree;
    return agree;
  }

  /** For `/health/ready`: a warning, since calls are still answered. */
  readonly check = async (): Promise<Warning | undefined> => {
    const apartMs = await this.#apartMs();
    return apartMs > this.#mostMs ? new Warning(sentence(apartMs)) : undefined;
  };

  async #apartMs(): Promise<number> {
    const { db, now } = this.#ctx;
    // The clock may be set while the database answers, so that time is measured by one that cannot.
    const [before, beganMs] = [now().getTime(), performance.now()];
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const after = before + performance.now() - beganMs;
    const at = rows[0]?.at.getTime() ?? after;
    return Math.max(before - at, at - after, 0);
  }
}

const sentence = (apartMs: number): string =>
  `The clocks of this server and of its database differ by ${Math.round(apartMs / 1000)} s. Rides are not completed, requests do not expire and nothing is deleted by age until they agree: set both by NTP.`;
