import type { LiveFact } from "@commonlane/contract/live";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { messagesOf, openChat, send } from "../../../test/chats.ts";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { openWorld, type Person } from "../../../test/world.ts";
import { authenticate } from "#modules/accounts/index.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLive } from "#platform/live/live.ts";
import { reviewMessages } from "./missed.ts";

const PATIENCE = { timeout: 15_000, interval: 10 };

test("[issue5/live:rights-now] whoever comes back hears of what was written meanwhile as they may see it now, and nothing of what they may not", async () => {
  const world = await openWorld();
  const rateLimits = new RateLimits(undefined, 1000);
  await attachLive(world.app, world.ctx, {
    hub: new Hub(),
    authenticate: authenticate(world.ctx),
    rateLimits,
    review: reviewMessages(world.ctx),
  });
  const address = await world.listen();
  const resume = ({ token }: Person, seq?: string) => {
    const auth = { token, seq };
    const socket = io(address, { path: "/live", transports: ["websocket"], auth, forceNew: true });
    onTestFinished(() => void socket.disconnect());
    const heard: LiveFact[] = [];
    socket.on("fact", (fact: LiveFact) => heard.push(fact));
    const resynced = new Promise<string>((resolve) => {
      socket.on("resync", (news: { seq: string }) => resolve(news.seq));
    });
    return { socket, heard, resynced };
  };
  const [host, bob] = [await world.person(), await world.person()];
  const ride = await hostRide(world, host);
  const chat = await openChat(world, bob, host, ride.id);
  const ask = await askForSeats(world, ride, host, {}, bob);
  await ask.accept();
  const before = resume(host);
  const seq = await before.resynced;
  before.socket.disconnect();
  const text = "Call +49 761 1234567";
  await send(world, bob, chat, text);
  const messages = ({ heard }: typeof before) =>
    heard.flatMap((fact) => (fact.type === "chat.message-sent" ? [fact.message] : []));
  const soon = resume(host, seq);
  await vi.waitUntil(() => messages(soon).length > 0, PATIENCE);
  expect(messages(soon)).toMatchObject([{ text }]);

  await ask.end();
  const late = resume(host, seq);
  await vi.waitUntil(() => late.heard.some(({ type }) => type === "seat-request.cancelled"), PATIENCE);
  expect(messages(late)).toMatchObject([{ text: "Call •••••", hidden: ["phone"] }]);
  expect(messages(late)).toEqual(await messagesOf(world, host, chat));

  await world.db.deleteFrom("conversation_member").where("uid", "=", host.uid).execute();
  const out = resume(host, seq);
  await vi.waitUntil(() => out.heard.some(({ type }) => type === "seat-request.cancelled"), PATIENCE);
  expect(messages(out)).toEqual([]);
});
