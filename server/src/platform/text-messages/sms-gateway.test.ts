import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import {
  neverRespond,
  openFakeUpstream,
  respondWith,
  type RequestHandler,
} from "../../../test/services/fake-upstream.ts";
import { readSettings } from "../settings.ts";
import { SmsGateway } from "./sms-gateway.ts";

const message = { to: "+4915123456789", text: "123456 is your code." };

async function openGateway(handler: RequestHandler) {
  const upstream = await openFakeUpstream(handler);
  const app = await createTestApp({
    settings: {
      SMS_GATEWAY_URL: upstream.url,
      SMS_GATEWAY_TOKEN: "let-me-in",
      SMS_COUNTRIES: ["DE"],
    },
  });
  return { upstream, app, gateway: new SmsGateway(app.ctx, { timeoutMs: 1_000 }) };
}

test.each([200, 201, 202, 204])(
  "a reply with status %i means that the message was sent",
  async (status) => {
    const { app, gateway, upstream } = await openGateway(
      (_, reply) => void reply.writeHead(status).end(),
    );
    expect(await gateway.send(app.ctx, message)).toBe(true);
    expect(JSON.parse(upstream.requests[0]?.body ?? "")).toEqual(message);
  },
);

test("[domain/phone:gateway] a gateway that fails, redirects or does not answer sends nothing, is asked once and is logged without number, text or token", async () => {
  const elsewhere = await openFakeUpstream(respondWith({}));
  const failures: readonly RequestHandler[] = [
    respondWith({ error: message.to }, 500),
    respondWith({ error: message.to }, 400),
    respondWith({}, 429),
    (_, reply) => void reply.writeHead(307, { location: elsewhere.url }).end(),
    (_, reply) => void reply.writeHead(302, { location: elsewhere.url }).end(),
    (request) => void request.socket.destroy(),
    neverRespond,
  ];
  const { upstream, app, gateway } = await openGateway(neverRespond);
  for (const [n, failure] of failures.entries()) {
    upstream.become(failure);
    expect(await gateway.send(app.ctx, message)).toBe(false);
    expect(upstream.requests).toHaveLength(n + 1);
  }
  expect(elsewhere.requests).toEqual([]);
  const log = JSON.stringify(app.lines);
  expect(log).toContain("the SMS gateway did not accept a message");
  expect(log).toContain("the SMS gateway did not answer");
  for (const secret of [message.to, message.text, "let-me-in"]) expect(log).not.toContain(secret);
});

test("an endless reply is not read", async () => {
  let written = 0;
  const part = Buffer.alloc(64 * 1024);
  const endless = new Readable({
    read() {
      written += part.byteLength;
      this.push(written < 200_000_000 ? part : null);
    },
  });
  const { app, gateway } = await openGateway((_, reply) => void endless.pipe(reply.writeHead(200)));
  expect(await gateway.send(app.ctx, message)).toBe(true);
  expect(written).toBeLessThan(50_000_000);
});

test("settings: https, or http on this machine, with countries", () => {
  const countries = { SMS_COUNTRIES: "de, AT ch" };
  for (const url of [
    "https://sms.example.org/send",
    "http://localhost:8080",
    "http://127.0.0.1:8080/x",
  ])
    expect(readSettings({ SMS_GATEWAY_URL: url, ...countries })).toMatchObject({
      SMS_COUNTRIES: ["DE", "AT", "CH"],
    });
  for (const url of [
    "http://sms.example.org",
    "ftp://localhost",
    "https://user:secret@sms.example.org",
    "sms.example",
  ])
    expect(() => readSettings({ SMS_GATEWAY_URL: url, ...countries })).toThrow("SMS_GATEWAY_URL");
  const url = "https://sms.example.org";
  expect(() => readSettings({ SMS_GATEWAY_URL: url })).toThrow("SMS_COUNTRIES: name the countries");
  expect(() => readSettings({ SMS_GATEWAY_URL: url, SMS_COUNTRIES: "Germany" })).toThrow(
    "SMS_COUNTRIES",
  );
  expect(() => readSettings({ SMS_GATEWAY_URL: url, SMS_COUNTRIES: "+49" })).toThrow(
    "SMS_COUNTRIES",
  );
  expect(() => readSettings({ SMS_GATEWAY_TOKEN: "two words" })).toThrow("SMS_GATEWAY_TOKEN");
});
