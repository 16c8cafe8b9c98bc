import { expect, test } from "vitest";
import { z } from "zod";
import {
  openFakeUpstream,
  respondWith,
  neverRespond,
} from "../../../test/services/fake-upstream.ts";
import { openLog } from "../log.ts";
import { readSettings } from "../settings.ts";
import { buildUserAgent } from "./request-public-host.ts";
import {
  UpstreamClient,
  UpstreamUnavailable,
  type UpstreamOptions,
  UpstreamRejected,
} from "./upstream-client.ts";

const ReplyBody = z.object({ ok: z.boolean() });
const TRIES = 2;
const BREAKS_AFTER = 5;
const LONG_MS = 60_000;

function openClient(url: string, options: Partial<UpstreamOptions> = {}) {
  const lines: string[] = [];
  const log = openLog("debug", { write: (line) => void lines.push(line) });
  const upstream = new UpstreamClient(
    { name: "test", url, userAgent: () => "Commonlane/1 (test)", timeoutMs: LONG_MS, ...options },
    log,
  );
  return { ask: (path = "/it") => upstream.request(path, ReplyBody), peer: upstream, lines };
}

test("requests go to paths below the configured address, with a User-Agent, and replies are parsed", async () => {
  const { url, requests } = await openFakeUpstream(respondWith({ ok: true, more: 1 }));
  const { peer: upstream } = openClient(`${url}/maps/`);
  expect(await upstream.request("/it?a=1", ReplyBody)).toEqual({ ok: true });
  expect(await upstream.request("/it", ReplyBody, { question: 1 })).toEqual({ ok: true });
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/maps/it?a=1", ""],
    ["POST", "/maps/it", '{"question":1}'],
  ]);
  expect(requests[0]?.headers["user-agent"]).toBe("Commonlane/1 (test)");
});

test("one failure is retried; malformed replies and status 500 are failures", async () => {
  for (const failure of [
    respondWith("", 500),
    respondWith("<html>", 200),
    respondWith({ ok: "yes" }),
    respondWith("[", 200),
    respondWith("", 429),
  ]) {
    const upstream = await openFakeUpstream((request, reply) => {
      upstream.become(respondWith({ ok: true }));
      failure(request, reply);
    });
    expect(await openClient(upstream.url).ask()).toEqual({ ok: true });
    expect(upstream.requests).toHaveLength(TRIES);
  }
});

test("redirects are not followed", async () => {
  const otherServer = await openFakeUpstream(respondWith({ ok: true }));
  const { url } = await openFakeUpstream(
    (_, reply) => void reply.writeHead(307, { location: otherServer.url }).end(),
  );
  await expect(openClient(url).ask()).rejects.toBeInstanceOf(UpstreamUnavailable);
  expect(otherServer.requests).toEqual([]);
});

test("a rejected request is not retried, and does not count as an outage", async () => {
  const { url, requests } = await openFakeUpstream(respondWith({ code: "NoRoute" }, 400));
  const { ask } = openClient(url);
  for (let n = 0; n < 2 * BREAKS_AFTER; n++) {
    await expect(ask()).rejects.toMatchObject({ status: 400, body: { code: "NoRoute" } });
  }
  await expect(ask()).rejects.toBeInstanceOf(UpstreamRejected);
  expect(requests).toHaveLength(2 * BREAKS_AFTER + 1);
});

test("a hanging request is aborted after the time-out, even in the middle of a reply", async () => {
  const hanging = await openFakeUpstream(neverRespond);
  await expect(openClient(hanging.url, { timeoutMs: 30 }).ask()).rejects.toBeInstanceOf(
    UpstreamUnavailable,
  );
  expect(hanging.requests).toHaveLength(TRIES);
  const stalled = await openFakeUpstream((_, reply) => void reply.writeHead(200).write('{"ok":'));
  await expect(openClient(stalled.url, { timeoutMs: 100 }).ask()).rejects.toBeInstanceOf(
    UpstreamUnavailable,
  );
});

test("after repeated failures requests pause, and resume after a while", async () => {
  const upstream = await openFakeUpstream(respondWith("", 503));
  const { ask, lines } = openClient(upstream.url, { breakerResetMs: 50 });
  for (let n = 0; n < 10; n++) await expect(ask()).rejects.toBeInstanceOf(UpstreamUnavailable);
  expect(upstream.requests.length).toBeLessThan(20);
  upstream.become(respondWith({ ok: true }));
  // Retried until the pause is over, even on a slow machine.
  await expect.poll(() => ask().catch(() => undefined), { timeout: 10_000 }).toEqual({ ok: true });
  expect(lines.join("")).toContain("paused after repeated failures");
  expect(lines.join("")).toContain("works again");
});

test("nothing is sent during the pause", async () => {
  const upstream = await openFakeUpstream(neverRespond);
  const { ask } = openClient(upstream.url, { timeoutMs: 20, breakerResetMs: LONG_MS });
  for (let n = 0; n < BREAKS_AFTER; n++)
    await expect(ask()).rejects.toBeInstanceOf(UpstreamUnavailable);
  const { length } = upstream.requests;
  expect(length).toBe(BREAKS_AFTER);
  for (let n = 0; n < 20; n++)
    await expect(ask()).rejects.toThrow("paused after repeated failures");
  expect(upstream.requests).toHaveLength(length);
});

test("an endless reply is not read to the end, and concurrency is limited", async () => {
  const endless = await openFakeUpstream((_, reply) => {
    reply.on("error", () => undefined).writeHead(200);
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(1_000_000, " ")));
      if (!reply.destroyed) reply.once("drain", more);
    };
    more();
  });
  await expect(openClient(endless.url).ask()).rejects.toBeInstanceOf(UpstreamUnavailable);
  const upstream = await openFakeUpstream(neverRespond);
  const { ask } = openClient(upstream.url);
  const all = Array.from({ length: 100 }, () => ask().catch((error: unknown) => String(error)));
  expect(await Promise.race(all)).toContain("Too many requests at once");
  await expect.poll(() => upstream.requests.length, { timeout: 10_000 }).toBe(16);
  await upstream.close();
  await Promise.all(all);
});

test("a refused connection is reported in one short sentence", async () => {
  const upstream = await openFakeUpstream(neverRespond);
  await upstream.close();
  const { ask, lines } = openClient(upstream.url);
  await expect(ask("/route?lat=47.1234")).rejects.toBeInstanceOf(UpstreamUnavailable);
  expect(lines.join("")).not.toContain("47.1234");
});

test("the User-Agent names the community, its address and its contact", () => {
  const settings = readSettings({ PUBLIC_URL: "https://rides.example.org" });
  const community = { name: "Uni Köln 乗り合い", supportEmail: "help@example.org" };
  expect(buildUserAgent({ settings, community })).toBe(
    "Commonlane/1 (Uni Koln ; https://rides.example.org; help@example.org)",
  );
});
