import { feedReceivers } from "@commonlane/contract/feed-receivers";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { addReceiver, listReceivers, removeReceiver } from "./receivers.ts";

export const feedReceiverRoutes: RegisterRoutes = (http) => {
  http.on(feedReceivers.list, (ctx) => listReceivers(ctx));
  http.on(feedReceivers.add, (ctx, { body }, by) => addReceiver(ctx, by.uid, body));
  http.on(feedReceivers.remove, (ctx, { params }, by) =>
    removeReceiver(ctx, by.uid, params.receiverId),
  );
};
