import { type Context, type InTransaction, transaction } from "../context.ts";

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
