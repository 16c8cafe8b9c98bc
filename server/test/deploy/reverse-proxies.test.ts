import { type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request, type RequestOptions } from "node:https";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLiveServer } from "#platform/live/live-server.ts";
import { createTestApp } from "../app/test-app.ts";
import { hasCaddy, startShippedCaddy, startShippedNginx } from "./start-proxy.ts";

const NAME = "rides.example.org";
const SECRET = "a-secret-of-a-calendar-feed";

interface Options {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** A visitor who requests the site by its name and does not know the test's certificate authority. */
function createVisitor(httpsPort: number) {
  const options = (path: string, more: Options): RequestOptions => ({
    host: "127.0.0.1",
    port: httpsPort,
    path,
    servername: NAME,
    rejectUnauthorized: false,
    ...more,
    headers: { host: NAME, ...more.headers },
  });
  const send = (path: string, more: Options = {}, body?: Buffer) =>
    new Promise<Answer>((resolve, reject) => {
      const visit = request(options(path, more), (response) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
      });
      visit.on("error", reject);
      visit.end(body);
    });
  const upgrade = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        connection: "Upgrade",
        upgrade: "websocket",
        origin: `https://${NAME}`,
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      };
      const visit = request(options(path, { headers }));
      visit.on("upgrade", ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode);
      });
      visit.on("response", ({ statusCode }) => resolve(statusCode));
      visit.on("error", reject).end();
    });
  return { send, upgrade };
}

async function serve() {
  const app = await createTestApp({
    settings: { PUBLIC_URL: `https://${NAME}`, TRUST_PROXY: "1" },
  });
  const addresses: string[] = [];
  app.http.addHook("onRequest", async ({ ip }) => void addresses.push(ip));
  const dependencies = {
    hub: new Hub(),
    authenticate: createAuthenticator(app.ctx),
    rateLimits: new RateLimits(),
  };
  await attachLiveServer(app.http, app.ctx, dependencies);
  return { addresses, upstream: await app.listen() };
}

test.for([
  ["nginx", startShippedNginx, true],
  ["Caddy", startShippedCaddy, hasCaddy],
] as const)(
  "the shipped configuration of %s serves the site as the guide says",
  async ([name, start, isHere], { skip }) => {
    skip(!isHere, `${name} is not installed`);
    const { addresses, upstream } = await serve();
    const proxy = await start(NAME, upstream);
    const { send, upgrade } = createVisitor(proxy.httpsPort);

    // A visitor cannot choose their address: the proxy appends the real one, which is the only one trusted.
    expect(
      (await send("/api/rides/all", { headers: { "x-forwarded-for": "203.0.113.9" } })).status,
    ).toBe(401);
    expect(addresses).toEqual(["127.0.0.1"]);
    expect((await send("/health/ready")).status).toBe(200);
    expect(await upgrade("/live/?EIO=4&transport=websocket")).toBe(101);

    // Proxy or server refuse what is too large; a photo of the largest size reaches the server.
    const refusals = [5_000_000, 9_000_000].flatMap((bytes) =>
      Array.from({ length: 10 }, async () => {
        const headers = { "content-type": "application/json", "content-length": bytes };
        const json = { method: "POST", headers };
        return (await send("/api/identity/sign-in", json, Buffer.alloc(bytes, " "))).status;
      }),
    );
    expect(new Set(await Promise.all(refusals))).toEqual(new Set([413]));
    const photo = {
      method: "PUT",
      headers: { "content-type": "image/png", "content-length": 5_000_000 },
    };
    expect((await send("/api/profiles/me/photo", photo, Buffer.alloc(5_000_000))).body).toContain(
      "requestId",
    );

    for (const path of ["/metrics", "/dev/mailbox", "/dev/mailbox.json"])
      expect((await send(path)).status).toBe(404);
    await send(`/api/calendar-feeds/${SECRET}.ics?token=${SECRET}`);
    expect(proxy.readLog()).not.toContain(SECRET);

    const redirect = await new Promise<string | undefined>((resolve, reject) => {
      requestHttp(
        { host: "127.0.0.1", port: proxy.httpPort, path: "/login", headers: { host: NAME } },
        ({ headers }) => resolve(headers.location),
      )
        .on("error", reject)
        .end();
    });
    expect(redirect).toMatch(new RegExp(`^https://${NAME}(?::\\d+)?/login$`));
  },
);
