import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { createErrorHandler } from "#platform/http/error-handler.ts";
import { mountDevMailbox } from "./index.ts";
import { createDevMailer } from "#platform/mail/open-mailer.ts";

const KEY = "the-key-of-this-test";

interface StoredEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: string;
}

async function openMailbox(environment: Record<string, string> = {}) {
  const { ctx } = await createTestContext({ LOCAL_PAGES_KEY: KEY, ...environment });
  const http = Fastify();
  http.setErrorHandler(createErrorHandler(ctx.log, ctx.community));
  mountDevMailbox(http, ctx);
  onTestFinished(() => http.close());
  const post = (to: string, subject: string, text: string) =>
    createDevMailer().send(ctx, { to, subject, language: "en", paragraphs: [text] });
  const get = (
    url: string,
    { from = "127.0.0.1", host = "localhost:3000", headers = {}, key = KEY } = {},
  ) =>
    http.inject({
      url,
      remoteAddress: from,
      headers: { host, ...(key && { cookie: `commonlane_local=${key}` }), ...headers },
    });
  return { post, get };
}

test("e-mails are listed newest first, all of them or those to one address", async () => {
  const { post, get } = await openMailbox();
  await post("ada@example.org", "First", "Code 111111");
  await post("bob@example.org", "Second", "Code 222222");
  const all = (await get("/dev/mailbox.json")).json<StoredEmail[]>();
  expect(all.map(({ to }) => to)).toEqual(["bob@example.org", "ada@example.org"]);
  const [ours, ...others] = (await get("/dev/mailbox.json?to=Ada@example.org")).json<
    StoredEmail[]
  >();
  expect(others).toEqual([]);
  expect(ours).toMatchObject({ subject: "First", sentAt: "2026-01-01T08:00:00.000Z" });
  expect(ours?.id).toMatch(/^[\da-f-]{36}$/);
  expect(ours?.text).toContain("111111");
  expect(ours?.html).toContain("111111");
});

test("the page escapes the contents of e-mails", async () => {
  const { post, get } = await openMailbox();
  await post("ada@example.org", "<script>alert(1)</script>", '<img src=x onerror="alert(1)">');
  const { body, headers } = await get("/dev/mailbox?to=ada@example.org");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).not.toMatch(/<script|<img|style=/);
  expect(body).toContain("&#60;script&#62;");
  expect((await get(`/dev/mailbox?to=${encodeURIComponent('"><script>')}`)).body).not.toContain(
    "<script",
  );
});

test("no one else can see it: not from another machine, through a proxy or with a forged host, and not once there is a mail server", async () => {
  const { post, get } = await openMailbox();
  await post("ada@example.org", "First", "Code 111111");
  const strangers = [
    { from: "192.0.2.7" },
    { host: "evil.example" },
    { headers: { "x-forwarded-for": "192.0.2.7" } },
    { headers: { "x-forwarded-proto": "https" } },
    { headers: { "x-real-ip": "127.0.0.1" } },
    { headers: { via: "1.1 proxy" } },
    { headers: { forwarded: "for=127.0.0.1" } },
    { key: "" },
    { key: `${KEY}x` },
  ];
  for (const path of ["/dev/mailbox", "/dev/mailbox.json", "/dev/mailbox.css"]) {
    expect((await get(path)).statusCode).toBe(200);
    const statuses = await Promise.all(
      strangers.map(async (headers) => (await get(path, headers)).statusCode),
    );
    expect(statuses).toEqual(strangers.map(() => 404));
  }
  const closed = [
    { SMTP_URL: "smtp://localhost" },
    { SMTP_URL: "smtp://localhost", DEV_MAILBOX: "on" },
    { HOST: "0.0.0.0" },
    { DEV_MAILBOX: "off" },
    { LOCAL_PAGES_KEY: "" },
    { TRUST_PROXY: "1", DEV_MAILBOX: "on" },
    { PUBLIC_URL: "https://rides.example.org", DEV_MAILBOX: "on" },
  ];
  for (const environment of closed) {
    const elsewhere = await openMailbox(environment);
    expect((await elsewhere.get("/dev/mailbox.json")).statusCode).toBe(404);
  }
  const local = await openMailbox({ PUBLIC_URL: "http://localhost:4000" });
  expect((await local.get("/dev/mailbox.json")).statusCode).toBe(200);
  const open = await openMailbox({ HOST: "0.0.0.0", DEV_MAILBOX: "on" });
  expect((await open.get("/dev/mailbox.json")).statusCode).toBe(200);
  expect((await open.get("/dev/mailbox.json", { from: "192.0.2.7" })).statusCode).toBe(404);
});

test("the key in the link becomes a cookie and leaves the URL; without it the page explains what is missing", async () => {
  const { post, get } = await openMailbox();
  await post("ada@example.org", "First", "Code 111111");
  const opened = await get(`/dev/mailbox?to=ada@example.org&key=${KEY}`, { key: "" });
  expect([opened.statusCode, opened.headers.location]).toEqual([
    303,
    "/dev/mailbox?to=ada%40example.org",
  ]);
  expect(opened.headers["set-cookie"]).toBe(
    `commonlane_local=${KEY}; Path=/dev; HttpOnly; SameSite=Strict`,
  );
  expect((await get(`/dev/mailbox.json?key=${KEY}`, { key: "" })).json()).toHaveLength(1);
  const closed = await get("/dev/mailbox", { key: "" });
  expect([closed.statusCode, closed.headers["content-type"]]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
  expect(closed.body).toContain("the link that the server printed");
  expect(closed.body).not.toContain("111111");
});
