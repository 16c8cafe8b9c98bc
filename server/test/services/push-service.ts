import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { PushedNotification } from "@commonlane/contract/notification-channels";
import { onTestFinished } from "vitest";
import { PushApiModel, SubscriptionExpiredError } from "web-push-testing/src/PushApiModel.js";
import type { SendPushRequest } from "#platform/push/ssrf-safe-post.ts";
import type { TestUser, TestApp } from "../app/test-app.ts";

const PUSH_SITE = "https://push.example/";

/** A push service on its own port whose browsers verify and decrypt messages. */
export async function openPushService() {
  const model = new PushApiModel();
  model.notifyUrl = PUSH_SITE;
  const requests: { ttl: number; urgency: string }[] = [];
  let forced: { readonly status?: number | undefined; readonly text?: string } = {};
  const http = createServer((request, reply) => {
    requests.push({
      ttl: Number(request.headers["ttl"]),
      urgency: String(request.headers["urgency"]),
    });
    void take(model, request)
      .catch(() => 500)
      .then((status) => reply.writeHead(forced.status ?? status).end(forced.text));
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => void http.close());
  const address = http.address();
  const port = address && typeof address === "object" ? address.port : 0;

  const post: SendPushRequest = async (to, headers, body) => {
    const url = to.replace(PUSH_SITE, `http://127.0.0.1:${port}/`);
    const said = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    const reply = await fetch(url, { method: "POST", headers: said, body: new Uint8Array(body) });
    return { status: reply.status, text: await reply.text() };
  };
  /** Subscribes a browser of this user to push notifications. */
  const subscribe = async (app: TestApp, as: TestUser, replaces?: string) => {
    const key = await app.call<{ publicKey: string }>("GET", "/notifications/push-key", { as });
    const options = { userVisibleOnly: "true", applicationServerKey: key.body.publicKey } as const;
    const { endpoint, keys, clientHash } = await model.subscribe(options);
    const body = {
      endpoint,
      keys: { p256dh: urlSafe(keys.p256dh), auth: urlSafe(keys.auth) },
      replaces,
    };
    const headers = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
    };
    const stored = await app.call("PUT", "/notifications/devices", { as, body, headers });
    return {
      endpoint,
      stored,
      expire: () => model.expireSubscription(clientHash),
      messages: () =>
        model
          .getNotifications({ clientHash })
          .messages.map((text): PushedNotification => JSON.parse(text)),
    };
  };
  const answerWith = (status: number | undefined, text = "") => void (forced = { status, text });
  return { post, subscribe, requests, answerWith };
}

const urlSafe = (text: string) =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function take(model: PushApiModel, request: IncomingMessage): Promise<number> {
  const { "content-encoding": encoding, authorization, ttl } = request.headers;
  const body = await buffer(request);
  const headers = { encoding, authorization, ttl: ttl === undefined ? undefined : String(ttl) };
  try {
    await model.handleNotification((request.url ?? "/").slice(1), headers, body);
    return 201;
  } catch (error) {
    return error instanceof SubscriptionExpiredError ? 410 : 400;
  }
}
