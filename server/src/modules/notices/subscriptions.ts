import type { PushDevice, PushSubscribed } from "@commonlane/contract/notice-channels";
import { deviceOf } from "#modules/accounts/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { pushSender } from "./keys.ts";
import {
  dropSubscription,
  keepNewest,
  keepSubscription,
  type SubscriptionRow,
  subscriptionsOf,
} from "./subscriptions.store.ts";

/** Nobody reads on more devices; who registers browser after browser has us push to no more than these. */
const DEVICES_MOST = 10;

export const pushKey = async (ctx: Context): Promise<{ publicKey: string }> => ({
  publicKey: (await pushSender(ctx)).publicKey,
});

/** Stores where a browser takes messages, or that it still does, in place of where it did before. */
export function subscribe(
  ctx: Context,
  { uid, sessionId }: Caller,
  { endpoint, keys, replaces }: PushSubscribed,
  userAgent: string,
): Promise<PushDevice> {
  return transaction(ctx, async (ctx) => {
    if (replaces !== undefined && replaces !== endpoint) await dropSubscription(ctx, { uid, endpoint: replaces });
    const said = { uid, session_id: sessionId, endpoint, ...keys, device: deviceOf(userAgent) };
    const row = await keepSubscription(ctx, said);
    await keepNewest(ctx, uid, DEVICES_MOST);
    return viewDevice(row, sessionId);
  });
}

export async function unsubscribe(ctx: Context, { uid }: Caller, endpoint: string): Promise<{ success: boolean }> {
  await dropSubscription(ctx, { uid, endpoint });
  return { success: true };
}

export async function ownDevices(ctx: Context, { uid, sessionId }: Caller): Promise<{ items: PushDevice[] }> {
  return { items: ((await subscriptionsOf(ctx, [uid])).get(uid) ?? []).map((row) => viewDevice(row, sessionId)) };
}

const viewDevice = (row: SubscriptionRow, sessionId: string): PushDevice => ({
  id: row.id,
  device: row.device,
  current: row.session_id === sessionId,
  refreshedAt: row.refreshed_at.toISOString(),
  pushedAt: row.pushed_at?.toISOString() ?? null,
  failure: row.failure,
});
