import { message } from "@commonlane/contract/message";
import type { PushDevice, PushSubscriptionInput } from "@commonlane/contract/notification-channels";
import { describeDevice } from "#modules/accounts/sign-in/index.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { pushSender } from "../keys.ts";
import {
  deleteAllButNewest,
  deleteOwnSubscription,
  deleteSubscription,
  deleteSubscriptionsExcept,
  findSubscriptions,
  saveSubscription,
  type SubscriptionRow,
} from "./push-subscriptions.store.ts";

/** Subscriptions per user. Limits the pushes that one account can cause. */
const MAX_DEVICES = 10;

export async function readPushKey(ctx: Context): Promise<{ publicKey: string }> {
  return {
    publicKey: (await pushSender(ctx)).publicKey,
  };
}

/** Creates or refreshes a push subscription, replacing the browser's previous one. */
export function subscribeToPush(
  ctx: Context,
  { uid, sessionId }: Caller,
  { endpoint, keys, replaces }: PushSubscriptionInput,
  userAgent: string,
): Promise<PushDevice> {
  return transaction(ctx, async (ctx) => {
    if (replaces !== undefined && replaces !== endpoint)
      await deleteSubscription(ctx, {
        uid,
        endpoint: replaces,
      });
    const subscription = {
      uid,
      session_id: sessionId,
      endpoint,
      ...keys,
      device: describeDevice(userAgent),
    };
    const row = await saveSubscription(ctx, subscription);
    await deleteAllButNewest(ctx, uid, MAX_DEVICES);
    return viewDevice(row, sessionId);
  });
}

export async function unsubscribeFromPush(
  ctx: Context,
  { uid }: Caller,
  endpoint: string,
): Promise<{ success: boolean }> {
  await deleteSubscription(ctx, { uid, endpoint });
  return { success: true };
}

export async function listOwnDevices(
  ctx: Context,
  { uid, sessionId }: Caller,
): Promise<{ items: PushDevice[] }> {
  return {
    items: ((await findSubscriptions(ctx, [uid])).get(uid) ?? []).map((row) =>
      viewDevice(row, sessionId),
    ),
  };
}

const viewDevice = (row: SubscriptionRow, sessionId: string): PushDevice => ({
  id: row.id,
  device: row.device,
  current: row.session_id === sessionId,
  refreshedAt: row.refreshed_at.toISOString(),
  pushedAt: row.pushed_at?.toISOString() ?? null,
  failure: row.failure,
});

/** A device with push shows parts of messages, also while no one uses the app there. */
export const pushAccess: AccountAccessKind = {
  name: "push-subscription",
  tables: ["push_subscription"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "all",
    deletion: "all",
  },
  notified: "none: it belongs to a session, which could read the same, and ends with it",
  unconfirmedBecause: "it belongs to a session, which could read the same, and ends with it",
  // Ends here as well as with the session's event, so that no push is sent in between.
  endAll: (ctx, { uid, exceptSessionId }) => deleteSubscriptionsExcept(ctx, uid, exceptSessionId),
  shown: {
    noun: message("Push notifications", {
      comment: "In a list of what lets somebody follow a member.",
    }),
    list: async (ctx, uid) =>
      ((await findSubscriptions(ctx, [uid])).get(uid) ?? []).map(
        ({ id, device, created_at, pushed_at, session_id }) => ({
          id,
          name: device,
          since: created_at,
          lastUsedAt: pushed_at,
          sessionId: session_id,
        }),
      ),
    end: async (ctx, { uid }, id) => {
      if (!(await deleteOwnSubscription(ctx, uid, id))) throw new Problem("not_found");
    },
  },
};
