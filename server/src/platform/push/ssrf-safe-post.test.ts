import { createServer } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { isPublic } from "../upstream/public-addresses.ts";
import { postToPublicHost, type PushReply } from "./ssrf-safe-post.ts";
import { generatePushKeys, sendPush } from "./send-push.ts";

const OUTSIDE = { services: { fetch } };
const post = postToPublicHost(15_000);
const send = (to: string) => post(to, {}, Buffer.from("sealed"));

test("nothing is posted to this machine, to private networks, to IP addresses, or without TLS", async () => {
  let calls = 0;
  const localServer = createServer((socket) => {
    calls++;
    socket.destroy();
  }).listen(0);
  onTestFinished(() => void localServer.close());
  await once(localServer, "listening");
  const address = localServer.address();
  const port = address && typeof address === "object" ? address.port : 0;
  for (const host of ["localhost", "127.0.0.1", "[::1]", "2130706433", "0", "[::ffff:127.0.0.1]"]) {
    await expect(send(`https://${host}:${port}/x`)).rejects.toThrow(
      /not a public address|Invalid URL/,
    );
    await expect(send(`http://${host}:${port}/x`)).rejects.toThrow("This is not a public address.");
  }
  expect(calls).toBe(0);
});

test("only globally routable addresses are public", () => {
  const addresses = {
    "8.8.8.8": true,
    "172.32.0.1": true,
    "2a00:1450:4001::1": true,
    "10.1.2.3": false,
    "127.0.0.1": false,
    "169.254.169.254": false,
    "172.31.0.1": false,
    "192.168.1.1": false,
    "100.64.0.1": false,
    "0.0.0.0": false,
    "224.0.0.1": false,
    "255.255.255.255": false,
    "::1": false,
    "fe80::1": false,
    "fd00::1": false,
    "::ffff:10.0.0.1": false,
    "64:ff9b::a00:1": false,
    "2002:7f00:1::": false,
  };
  const results = Object.keys(addresses).map((address) => [
    address,
    isPublic(address, address.includes(":") ? 6 : 4),
  ]);
  expect(Object.fromEntries(results)).toEqual(addresses);
});

test("errors are described without the browser's address", async () => {
  const sender = { ...(await generatePushKeys()), contact: "mailto:support@example.org" };
  const point =
    "BGEw2wsHgLwzerjvnMTkbKrFRxdmwJ5S_k7zi7A1coR_sVjHmGrlvzYpAT1n4NPbioFlQkIrTNL8EH4V3ZZ4vJE";
  const target = {
    endpoint: "https://push.example/secret",
    p256dh: point,
    auth: "8eDyX_uCN0XRhSbY5hs7Hg",
  };
  const message = { payload: { title: "Hello" }, ttlS: 60, urgent: false };
  const sendWith = (answer: () => Promise<PushReply>) =>
    sendPush(OUTSIDE, answer, sender, target, message);
  const timeoutError = new DOMException("late", "TimeoutError");
  const outcomes = await Promise.all([
    ...[200, 201, 404, 410, 413, 429, 502].map((status) =>
      sendWith(() => Promise.resolve({ status, text: "" })),
    ),
    sendWith(() => Promise.reject(timeoutError)),
    sendWith(() => Promise.reject(new Error("connect ECONNREFUSED https://push.example/secret"))),
    sendPush(
      OUTSIDE,
      () => Promise.resolve({ status: 201, text: "" }),
      sender,
      { ...target, p256dh: "x".repeat(87) },
      message,
    ),
  ]);
  expect(outcomes).toEqual([
    "accepted",
    "accepted",
    "gone",
    "gone",
    { failure: "The push service of your browser refused the message (413).", refusal: "413" },
    { failure: "The push service of your browser isn't accepting more messages right now." },
    { failure: "The push service of your browser has problems." },
    { failure: "The push service of your browser didn't respond in time." },
    { failure: "The push service of your browser can't be reached." },
    { failure: "The push service of your browser can't be reached." },
  ]);
});

test("the reason of a refusal is read from what push services say, without addresses and tokens", async () => {
  const sender = { ...(await generatePushKeys()), contact: "mailto:support@example.org" };
  const point =
    "BGEw2wsHgLwzerjvnMTkbKrFRxdmwJ5S_k7zi7A1coR_sVjHmGrlvzYpAT1n4NPbioFlQkIrTNL8EH4V3ZZ4vJE";
  const target = {
    endpoint: "https://push.example/secret",
    p256dh: point,
    auth: "8eDyX_uCN0XRhSbY5hs7Hg",
  };
  const refusalOf = async (status: number, text: string) => {
    const outcome = await sendPush(OUTSIDE, async () => ({ status, text }), sender, target, {
      payload: {},
      ttlS: 60,
      urgent: false,
    });
    return typeof outcome === "object" ? outcome.refusal : outcome;
  };
  expect(await refusalOf(403, '{"reason":"BadJwtToken"}')).toBe("403 BadJwtToken");
  expect(
    await refusalOf(401, '{"code":401,"errno":109,"error":"Unauthorized","message":"no"}'),
  ).toBe("401 Unauthorized");
  expect(await refusalOf(403, "the VAPID credentials do not\n correspond")).toBe(
    "403 the VAPID credentials do not correspond",
  );
  expect(await refusalOf(400, "<html><b>Bad</b> https://push.example/secret?x=1 </html>")).toBe(
    "400 Bad …",
  );
  expect(await refusalOf(400, `key ${"a".repeat(60)}`)).toBe("400 key …");
  expect((await refusalOf(400, "x ".repeat(500)))?.length).toBeLessThanOrEqual(124);
  // These pass by themselves.
  for (const status of [408, 429, 500, 503])
    expect(await refusalOf(status, "busy")).toBeUndefined();
});
