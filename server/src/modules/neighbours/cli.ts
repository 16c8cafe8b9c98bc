import { recordOperatorAction } from "#modules/moderation/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { deleteOwnKey } from "./neighbours.store.ts";
import { fingerprintOf, getOwnKey } from "./own-key.ts";

/** For operators: the next request is signed by a new key, which neighbours refuse until they approve it. */
export async function replaceOwnKey(ctx: Context): Promise<string[]> {
  const fingerprint = await transaction(ctx, async (ctx) => {
    await deleteOwnKey(ctx);
    const { publicKey } = await getOwnKey(ctx);
    const fingerprint = fingerprintOf(publicKey);
    await recordOperatorAction(ctx, "neighbours.newKey", null, { fingerprint });
    return fingerprint;
  });
  return [
    `The key of this community is new. Its fingerprint: ${fingerprint}`,
    "Remove and invite each neighbour again; its administrators do the same.",
  ];
}
