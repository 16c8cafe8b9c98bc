import { DAY_MS } from "@commonlane/contract/durations";
import type { LivePassing } from "@commonlane/contract/live";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { allChatted, openChat } from "../../../test/chats.ts";
import { askForSeats, hostRide, statuses } from "../../../test/journeys.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { authenticate } from "#modules/accounts/index.ts";
import { Bell } from "#platform/events.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLive } from "#platform/live/live.ts";

const PATIENCE = { timeout: 15_000, interval: 10 };

async function openLines() {
  const world = await openWorld();
  const rateLimits = new RateLimits(undefined, 1000);
  const pass = await attachLive(world.app, world.ctx, {
    hub: new Hub(),
    authenticate: authenticate(world.ctx),
    rateLimits,
  });
  const bell = await Bell.open(world.connection, pass);
  onTestFinished(() => bell.close());
  const address = await world.listen();
  const line = async ({ token }: Person) => {
    const socket = io(address, { path: "/live", transports: ["websocket"], auth: { token }, forceNew: true });
    onTestFinished(() => void socket.disconnect());
    const heard: LivePassing[] = [];
    socket.on("passing", (news: LivePassing) => heard.push(news));
    await vi.waitUntil(() => socket.connected, PATIENCE);
    return heard;
  };
  return { world, line };
}
const types = (world: World, as: Person, { id }: { id: string }) =>
  world.call("POST", `/chat/conversations/${id}/typing`, { as });

test("[issue5/chat:typing] whoever writes is seen writing by the others in the conversation, and by nobody else; nothing of it is kept", async () => {
  const { world, line } = await openLines();
  const [ada, bob, stranger] = [await world.person(), await world.person(), await world.person()];
  const chat = await openChat(world, ada, bob);
  const other = await openChat(world, stranger, bob);
  const [byAda, byBob, byStranger] = [await line(ada), await line(bob), await line(stranger)];
  expect(statuses([await types(world, ada, chat), await types(world, stranger, chat)])).toEqual([200, 404]);
  await types(world, bob, other);
  await vi.waitUntil(() => byBob.length > 0 && byStranger.length > 0, PATIENCE);
  expect([byAda, byBob, byStranger]).toEqual([
    [],
    [{ type: "chat.typing", conversationId: chat.id, uid: ada.uid }],
    [{ type: "chat.typing", conversationId: other.id, uid: bob.uid }],
  ]);
  const { rows } = await world.db
    .selectFrom("event")
    .select("fact")
    .execute()
    .then((rows) => ({ rows }));
  expect(JSON.stringify(rows)).not.toContain("typing");
});

test("[issue5/chat:typing] who left the ride neither tells nor sees it, and nobody does once the conversation is closed", async () => {
  const { world, line } = await openLines();
  const host = await world.person();
  const ride = await hostRide(world, host);
  const { seeker, accept, end } = await askForSeats(world, ride, host);
  await accept();
  await allChatted(world.ctx);
  const { body: group } = await world.call<{ id: string }>("GET", `/rides/${ride.id}/conversation`, { as: host });
  await end();
  await allChatted(world.ctx);
  const [bySeeker, byHost] = [await line(seeker), await line(host)];
  expect((await types(world, seeker, group)).body["code"]).toBe("conversation_closed");
  expect((await types(world, host, group)).status).toBe(200);
  world.world.now = new Date(world.world.now.getTime() + 40 * DAY_MS);
  const late = { ...host, token: await host.freshToken() };
  expect((await types(world, late, group)).body["code"]).toBe("conversation_closed");
  // Something that both hear comes after what neither should have heard.
  const direct = await openChat(world, { ...seeker, token: await seeker.freshToken() }, host);
  await types(world, { ...seeker, token: await seeker.freshToken() }, direct);
  await vi.waitUntil(() => byHost.length > 0, PATIENCE);
  expect([bySeeker, byHost.map((news) => news.conversationId)]).toEqual([[], [direct.id]]);
});
