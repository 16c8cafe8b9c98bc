import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DAY_MS } from "@commonlane/contract/durations";
import { expect, onTestFinished, test } from "vitest";
import { hostRide } from "../../../test/fixtures/rides.ts";
import { openReceiver, openWebhookApp } from "../../../test/fixtures/webhooks.ts";

const EXAMPLE = fileURLToPath(
  new URL("../../../../examples/chat-room/post-new-rides.mjs", import.meta.url),
);

/** Runs the example and returns its port. */
async function runExample(chatUrl: string, secret: string, port: string): Promise<string> {
  const bot = spawn(execPath, [EXAMPLE], {
    env: { ...env, CHAT_URL: chatUrl, WEBHOOK_SECRET: secret, PORT: port },
  });
  onTestFinished(() => void bot.kill());
  const [line] = await once(createInterface(bot.stdout), "line");
  return String(line).replace(/\D+/, "");
}

/** A port that was free a moment ago. */
async function findFreePort(): Promise<string> {
  const { createServer } = await import("node:net");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return String(address && typeof address === "object" ? address.port : 0);
}

test("the example posts a new ride to a chat room once, and nothing that another has signed", async () => {
  const chat = await openReceiver();
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const { app, hook, deliver } = await openWebhookApp(origin, ["ride.listed", "ride.changed"]);
  await runExample(`${chat.origin}/hooks/x`, hook.secret, port);

  app.clock.now = new Date();
  const departsAt = new Date(Date.now() + DAY_MS).toISOString();
  const ride = await hostRide(app, await app.createUser(), { isListed: true, departsAt });
  expect(await deliver()).toBe(true);
  expect(chat.received.map(({ body }) => body)).toEqual([
    expect.stringMatching(
      new RegExp(`New ride: Freiburg im Breisgau → .*Köln, .*/rides/${ride.id}`),
    ),
  ]);

  const forged = await fetch(origin, {
    method: "POST",
    headers: { "webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,x" },
    body: "{}",
  });
  expect(forged.status).toBe(401);
  expect(chat.received).toHaveLength(1);
});
