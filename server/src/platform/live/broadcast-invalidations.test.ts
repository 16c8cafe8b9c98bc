import type { LiveInvalidation } from "@commonlane/contract/live";
import Fastify from "fastify";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { verifiedCaller } from "../../../test/app/test-endpoint-router.ts";
import type { StoredEvent } from "../db/outbox/outbox.ts";
import { RateLimits } from "../http/rate-limits/rate-limits.ts";
import { Hub } from "./hub.ts";
import { attachLiveServer } from "./live-server.ts";

const PATIENCE = { timeout: 5_000 };
const ADA = crypto.randomUUID();
const BOB = crypto.randomUUID();

const changed = (rideRequestId: string): StoredEvent => ({
  xid: "1",
  id: 1,
  at: new Date(),
  topic: "ride-requests",
  payload: { type: "ride-requests.changed", rideRequestId },
});

test("[domain/privacy:live] an invalidation reaches only the connected users whom the changes of a second concern", async () => {
  const { ctx } = await createTestContext();
  const http = Fastify();
  const hub = new Hub();
  const asked: unknown[] = [];
  await attachLiveServer(http, ctx, {
    hub,
    authenticate: async (token) => verifiedCaller(token),
    rateLimits: new RateLimits(undefined, 1000),
    concerned: {
      "ride-requests": async (events, uids) => {
        asked.push([events.length, uids.toSorted()]);
        return new Set([ADA]);
      },
    },
  });
  onTestFinished(() => http.close());
  const address = await http.listen({ host: "127.0.0.1", port: 0 });
  const connect = async (uid: string) => {
    const heard: LiveInvalidation[] = [];
    const socket = io(address, {
      path: "/live",
      transports: ["websocket"],
      auth: { token: uid },
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    socket.on("invalidation", (invalidation: LiveInvalidation) => heard.push(invalidation));
    await new Promise<void>((ready) => void socket.once("resync", () => ready()));
    return heard;
  };
  const ada = await connect(ADA);
  const bob = await connect(BOB);

  for (let n = 0; n < 3; n++) hub.dispatch(changed(crypto.randomUUID()));
  await vi.waitUntil(() => ada.length === 2, PATIENCE);
  expect(ada).toEqual([{ about: "ride-requests" }, { about: "ride-requests" }]);
  expect(bob).toEqual([]);
  const both = [ADA, BOB].toSorted();
  expect(asked).toEqual([
    [1, both],
    [2, both],
  ]);
});
