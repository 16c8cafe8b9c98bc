import { DAY_MS } from "@commonlane/contract/durations";
import type { EphemeralEvent } from "@commonlane/contract/live";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { waitForChats, openChat } from "../../../test/fixtures/chats.ts";
import { requestSeats, hostRide, sortedStatuses } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { NewEventSignal } from "#platform/events/polling.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLiveServer } from "#platform/live/live-server.ts";

const PATIENCE = { timeout: 15_000, interval: 10 };

async function createLiveApp() {
  const app = await createTestApp();
  const rateLimits = new RateLimits(undefined, 1000);
  const pass = await attachLiveServer(app.http, app.ctx, {
    hub: new Hub(),
    authenticate: createAuthenticator(app.ctx),
    rateLimits,
  });
  const bell = await NewEventSignal.open(app.connection, pass);
  onTestFinished(() => bell.close());
  const address = await app.listen();
  const connect = async ({ token }: TestUser) => {
    const socket = io(address, {
      path: "/live",
      transports: ["websocket"],
      auth: { token },
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    const events: EphemeralEvent[] = [];
    socket.on("ephemeral", (event: EphemeralEvent) => events.push(event));
    await vi.waitUntil(() => socket.connected, PATIENCE);
    return events;
  };
  return { app, connect };
}
const types = (app: TestApp, as: TestUser, { id }: { id: string }) =>
  app.call("POST", `/chat/conversations/${id}/typing`, { as });

test("only the other members see that a user is typing, and nothing is stored", async () => {
  const { app, connect } = await createLiveApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const stranger = await app.createUser();
  const chat = await openChat(app, ada, bob);
  const other = await openChat(app, stranger, bob);
  const byAda = await connect(ada);
  const byBob = await connect(bob);
  const byStranger = await connect(stranger);
  expect(sortedStatuses([await types(app, ada, chat), await types(app, stranger, chat)])).toEqual([
    200, 404,
  ]);
  await types(app, bob, other);
  await vi.waitUntil(() => byBob.length > 0 && byStranger.length > 0, PATIENCE);
  expect([byAda, byBob, byStranger]).toEqual([
    [],
    [{ type: "chat.typing", conversationId: chat.id, uid: ada.uid }],
    [{ type: "chat.typing", conversationId: other.id, uid: bob.uid }],
  ]);
  const { rows } = await app.db
    .selectFrom("event")
    .select("type")
    .execute()
    .then((rows) => ({ rows }));
  expect(JSON.stringify(rows)).not.toContain("typing");
});

test("former members neither send nor receive typing, and no one does in a closed conversation", async () => {
  const { app, connect } = await createLiveApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const { seeker, accept, end } = await requestSeats(app, ride, host);
  await accept();
  await waitForChats(app.ctx);
  const { body: group } = await app.call<{ id: string }>("GET", `/rides/${ride.id}/conversation`, {
    as: host,
  });
  await end();
  await waitForChats(app.ctx);
  const bySeeker = await connect(seeker);
  const byHost = await connect(host);
  expect((await types(app, seeker, group)).body["code"]).toBe("conversation_closed");
  expect((await types(app, host, group)).status).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 40 * DAY_MS);
  const late = { ...host, token: await host.freshToken() };
  expect((await types(app, late, group)).body["code"]).toBe("conversation_closed");
  // An event that both receive arrives after those they must not receive.
  const direct = await openChat(app, { ...seeker, token: await seeker.freshToken() }, host);
  await types(app, { ...seeker, token: await seeker.freshToken() }, direct);
  await vi.waitUntil(() => byHost.length > 0, PATIENCE);
  expect([bySeeker, byHost]).toMatchObject([
    [],
    [{ type: "chat.typing", conversationId: direct.id }],
  ]);
});
