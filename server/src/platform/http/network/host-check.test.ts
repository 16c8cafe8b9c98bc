import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import type { Settings } from "#platform/settings.ts";

const SITE = "https://rides.example.org";
const MINUTE_MS = 60_000;

const hosts = (...of: readonly object[]): string[] => of.flatMap((one) => Object.keys(one));

async function statuses(
  settings: Partial<Settings>,
  hosts: readonly string[],
  url = "/api/rides/all",
) {
  const { http } = await createTestApp({ settings });
  const replies = hosts.map(
    async (host) => [host, (await http.inject({ url, headers: { host } })).statusCode] as const,
  );
  return Object.fromEntries(await Promise.all(replies));
}

test("a foreign Host is refused if PUBLIC_URL or a loopback address defines the expected one", async () => {
  const local = { "localhost:3000": 401, "127.0.0.1:3000": 401, "[::1]:3000": 401 };
  const foreign = {
    "evil.example": 421,
    "localhost.evil.example": 421,
    "127.0.0.1.evil.example": 421,
  };
  expect(await statuses({}, hosts(local, foreign))).toEqual({ ...local, ...foreign });
  const site = {
    "rides.example.org": 401,
    "RIDES.example.org.": 401,
    "rides.example.org:443": 401,
  };
  expect(
    await statuses({ PUBLIC_URL: SITE, HOST: "0.0.0.0" }, hosts(local, foreign, site)),
  ).toEqual({
    ...local,
    ...foreign,
    ...site,
  });
  const open = Object.fromEntries(hosts(local, foreign).map((host) => [host, 401]));
  expect(await statuses({ HOST: "0.0.0.0" }, hosts(open))).toEqual(open);
});

test("load balancers may request the health of an address, and a trusted proxy may send the name next to its own", async () => {
  const settings = { PUBLIC_URL: SITE, HOST: "0.0.0.0" };
  const health = { "10.0.0.7:3000": 200, "[2001:db8::7]": 200, "evil.example": 421 };
  expect(await statuses(settings, Object.keys(health), "/health/live")).toEqual(health);
  expect(await statuses(settings, ["10.0.0.7:3000"])).toEqual({ "10.0.0.7:3000": 421 });
  const headers = {
    host: "backend",
    "x-forwarded-host": "rides.example.org",
    "x-forwarded-for": "192.0.2.7",
  };
  const behind = await createTestApp({ settings: { ...settings, TRUST_PROXY: "1" } });
  expect((await behind.http.inject({ url: "/api/rides/all", headers })).statusCode).toBe(401);
  const direct = await createTestApp({ settings });
  expect((await direct.http.inject({ url: "/api/rides/all", headers })).statusCode).toBe(421);
  expect(
    direct.lines.filter(({ msg }) => String(msg).startsWith("Requests with a foreign Host")),
  ).toHaveLength(1);
});

test("a request with two hosts or none, or below HTTP 1.0, is refused", async () => {
  const { port } = new URL(await (await createTestApp()).listen());
  const say = async (...lines: string[]) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return (await text(socket)).slice(0, 12);
  };
  const request = "GET /health/live HTTP/1.1";
  const close = "connection: close";
  expect(await say(request, "host: localhost", close)).toBe("HTTP/1.1 200");
  expect(await say(request, "host: localhost", "host: localhost", close)).toBe("HTTP/1.1 400");
  expect(await say(request, "Host: localhost", "hOST: evil.example", close)).toBe("HTTP/1.1 400");
  expect(await say(request, close)).toBe("HTTP/1.1 400");
  expect(await say("GET /health/live")).not.toBe("HTTP/1.1 200");
  // Old health checks send this.
  expect(await say("GET /health/live HTTP/1.0")).toBe("HTTP/1.1 200");
});

/** The endpoints that a cookie alone authenticates. */
const withCookie = async ({ call }: TestApp, headers: Record<string, string>) =>
  Promise.all(
    ["/identity/refresh", "/identity/sign-out"].map(
      async (path) => (await call("POST", path, { headers })).status,
    ),
  );

test("a page of another site changes nothing, even in a browser that sends only its origin", async () => {
  const app = await createTestApp({ settings: { PUBLIC_URL: SITE } });
  for (const origin of [
    "https://evil.example",
    "null",
    "https://rides.example.org.evil.example",
    "",
  ])
    expect(await withCookie(app, { origin })).toEqual([403, 403]);
  for (const origin of [SITE, "http://localhost:3000"])
    expect(await withCookie(app, { origin, host: "localhost:3000" })).not.toContain(403);
  // Fetch metadata take precedence; clients other than browsers send neither.
  expect(await withCookie(app, { origin: SITE, "sec-fetch-site": "cross-site" })).toEqual([
    403, 403,
  ]);
  expect(
    await withCookie(app, { origin: "http://localhost:5173", "sec-fetch-site": "same-origin" }),
  ).not.toContain(403);
  expect(await withCookie(app, {})).not.toContain(403);
  expect(
    (await app.call("GET", "/rides/all", { headers: { origin: "https://evil.example" } })).status,
  ).toBe(401);
});

test("with TRUST_PROXY and no address from a proxy, the log and the health page warn for a while", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const ready = async () =>
    (await app.http.inject("/health/ready")).json<Record<string, unknown>>();
  const forwarded = { headers: { "x-forwarded-for": "192.0.2.7" } };
  await app.call("GET", "/rides/all", forwarded);
  expect(await ready()).toMatchObject({ status: "ok", checks: { proxy: "ok" } });
  for (let n = 0; n < 3; n++) await app.call("GET", "/rides/all");
  expect(await ready()).toMatchObject({
    status: "ok",
    checks: { proxy: "warning" },
    reasons: { proxy: expect.stringContaining("X-Forwarded-For") },
  });
  expect(app.lines.filter(({ msg }) => String(msg).startsWith("TRUST_PROXY is set"))).toHaveLength(
    1,
  );
  app.clock.now = new Date(app.now().getTime() + 11 * MINUTE_MS);
  expect(await ready()).toMatchObject({ checks: { proxy: "ok" } });
  const without = await createTestApp();
  await without.call("GET", "/rides/all");
  expect((await without.http.inject("/health/ready")).json()).not.toHaveProperty("checks.proxy");
});
