import { type Context, type InTransaction, transaction } from "../context.ts";
import type { PollOnce } from "../events/polling.ts";

/**
 * Runs a change of what `Community` holds in one transaction. It applies in this process before this returns, in the
 * others soon afterwards; if `change` throws, nowhere.
 */
export async function changeCommunity<T>(
  ctx: Context,
  change: (ctx: InTransaction) => Promise<T>,
): Promise<T> {
  const result = await transaction(ctx, async (ctx) => {
    const result = await change(ctx);
    ctx.publish("community-settings", { type: "community-settings.changed" });
    return result;
  });
  await ctx.community.reload(ctx.db);
  return result;
}

/** Reads the settings of the community again after another process, or this one, has changed them. */
export class SettingsFollower {
  readonly #ctx: Pick<Context, "db" | "community">;
  #isOutdated = false;

  constructor(ctx: Pick<Context, "db" | "community">) {
    this.#ctx = ctx;
  }

  /** Must be called for each event of the topic. */
  readonly onChanged = (): void => {
    this.#isOutdated = true;
  };

  /** Reloads after a poll that brought the event; after a failure again with the next one. */
  after(poll: PollOnce): PollOnce {
    return async () => {
      const count = await poll();
      if (this.#isOutdated) {
        await this.#ctx.community.reload(this.#ctx.db);
        this.#isOutdated = false;
      }
      return count;
    };
  }
}
