import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createDemoPlugin } from "#modules/demo/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { createServer } from "#platform/http/server.ts";
import { MAP_FILE } from "#platform/map-tiles/build-map.ts";
import { openRegions } from "#platform/regions/regions.ts";
import type { Settings } from "#platform/settings.ts";
import { createTestApp } from "./app/test-app.ts";
import { createTestContext } from "./app/test-context.ts";
import { createTestFolder } from "./app/test-folders.ts";
import { writeRegion } from "./regions/write-region.ts";
import { startNginx } from "./services/nginx.ts";

const KEY = "the-key-of-this-test";
const SITE = "rides.example.org";
const PATHS = [
  "/dev/mailbox",
  `/dev/mailbox?key=${KEY}x`,
  "/dev/mailbox.json?to=ada@example.org",
  "/dev/mailbox.css",
  "/metrics",
  "/demo",
];
/** With the right key as well, which is ignored unless only this machine is served. */
const WITH_KEY = [
  ...PATHS,
  `/dev/mailbox.json?key=${KEY}`,
  `/dev/mailbox?key=${KEY}`,
  `/demo?key=${KEY}`,
];

async function serve(settings: Partial<Settings>): Promise<string> {
  const app = await createTestApp({ settings: { LOCAL_PAGES_KEY: KEY, ...settings } });
  createDemoPlugin().mount(app.http, app.ctx, app.drivers);
  return app.listen();
}

/** Status for a remote browser, which requests the site by its name. */
const visit = (address: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const visitor = request(new URL(path, address), { headers: { host: SITE } }, (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
    visitor.on("error", reject).end();
  });
const visitAll = async (address: string, paths: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await visit(address, path)] as const)),
  );
const allHidden = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, 404]));

test("behind nginx with only proxy_pass, mailbox, demo and metrics do not exist", async () => {
  const server = await serve({});
  const nginx = await startNginx(`proxy_pass ${server};`);
  // nginx sends our own address as Host, and no header with the client's address.
  expect(await visit(nginx, "/api/rides/all")).toBe(401);
  expect(await visitAll(nginx, PATHS)).toEqual(allHidden(PATHS));
  // The same server offers them to this machine.
  expect((await fetch(`${server}/dev/mailbox.json?key=${KEY}`)).status).toBe(200);
  expect((await fetch(`${server}/metrics`)).status).toBe(200);
});

test.for<[string, Partial<Settings>]>([
  ["PUBLIC_URL", { PUBLIC_URL: `https://${SITE}` }],
  ["TRUST_PROXY", { TRUST_PROXY: "1" }],
  [
    "both, with DEV_MAILBOX",
    { PUBLIC_URL: `https://${SITE}`, TRUST_PROXY: "1", DEV_MAILBOX: "on" },
  ],
])("with %s the right key opens nothing, whatever nginx sends", async ([, settings]) => {
  const server = await serve(settings);
  for (const lines of [
    `proxy_pass ${server};`,
    `proxy_pass ${server}; proxy_http_version 1.1; proxy_set_header Connection "";`,
    `proxy_pass ${server}; proxy_set_header Host 127.0.0.1; proxy_set_header X-Forwarded-For 127.0.0.1;`,
  ]) {
    const nginx = await startNginx(lines);
    expect(await visit(nginx, "/api/rides/all")).toBe(401);
    expect(await visitAll(nginx, WITH_KEY)).toEqual(allHidden(WITH_KEY));
  }
  for (const path of WITH_KEY) expect((await fetch(server + path)).status).toBe(404);
});

test("metrics of a public server require the token, through nginx too", async () => {
  const METRICS_TOKEN = "only-the-monitor-knows";
  const server = await serve({ PUBLIC_URL: `https://${SITE}`, TRUST_PROXY: "1", METRICS_TOKEN });
  const nginx = await startNginx(`proxy_pass ${server};`);
  const metrics = (token?: string) =>
    fetch(`${nginx}/metrics`, { headers: { ...(token && { authorization: `Bearer ${token}` }) } });
  expect([(await metrics()).status, (await metrics("another-token-altogether")).status]).toEqual([
    404, 404,
  ]);
  expect((await metrics(METRICS_TOKEN)).status).toBe(200);
  expect((await fetch(`${server}/metrics`)).status).toBe(404);
});

/** As on many servers: everything is cached and compressed. */
const CACHE_AND_COMPRESS =
  "proxy_cache cache; proxy_cache_valid 200 1m; gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;";

/** A server with the map of the world and that of a region, which compress well. */
async function serveMaps() {
  const data = createTestFolder();
  const webFolder = join(data, "web");
  mkdirSync(webFolder);
  writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>Built</title>");
  writeFileSync(join(webFolder, "favicon.svg"), "<svg/>");
  writeFileSync(join(webFolder, "basemap.pmtiles"), MAP);
  writeFileSync(join(writeRegion(data, { id: "vaduz" }), MAP_FILE), MAP);
  const { ctx } = await createTestContext({ DATA_DIR: data });
  const regions = openRegions({ DATA_DIR: data }, ctx.log);
  const http = createServer({ ...ctx, regions }, new RateLimits(), { webFolder });
  onTestFinished(async () => {
    await http.close();
    regions.close();
  });
  const [region] = regions.list();
  const paths = {
    world: "/basemap.pmtiles",
    region: `/basemap/regions/vaduz.pmtiles?v=${region?.version}`,
  };
  return { server: await http.listen({ host: "127.0.0.1", port: 0 }), paths };
}

const MAP = "PMTiles0123456789".repeat(1_000);
const MAPS = ["world", "region"] as const;

/** What a browser gets that accepts compression. */
async function readPart(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    headers: { range: "bytes=0-6", "accept-encoding": "gzip, deflate, br", ...headers },
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

test.each(MAPS)(
  "[domain/maps:ranges] behind nginx that caches and compresses, the map of the %s is served in ranges",
  async (map) => {
    const { server, paths } = await serveMaps();
    const url = (await startNginx(`proxy_pass ${server}; ${CACHE_AND_COMPRESS}`)) + paths[map];
    // The second answer comes from the cache.
    for (const _ of [1, 2]) {
      const part = await readPart(url);
      expect([part.status, part.body.slice(0, 20)]).toEqual([206, "PMTiles"]);
      expect(part.headers.get("content-range")).toBe(`bytes 0-6/${MAP.length}`);
      expect(part.headers.get("cache-control")).toMatch(/, no-transform$/);
      expect(part.headers.get("etag")).toMatch(/^"[^"]+"$/);
    }
  },
);

test.each(MAPS)(
  "a part of the map of the %s is sent only for the same version, also behind nginx",
  async (map) => {
    const { server, paths } = await serveMaps();
    for (const address of [
      server,
      await startNginx(`proxy_pass ${server}; ${CACHE_AND_COMPRESS}`),
    ]) {
      const url = address + paths[map];
      const etag = (await readPart(url)).headers.get("etag") ?? "";
      expect((await readPart(url, { "if-range": etag })).status).toBe(206);
      for (const other of [`W/${etag}`, '"another"', "Thu, 01 Jan 2099 00:00:00 GMT"]) {
        const { status, body } = await readPart(url, { "if-range": other });
        expect([other, status, body === MAP]).toEqual([other, 200, true]);
      }
    }
  },
);

test("other files have weak ETags, so they are never sent in parts", async () => {
  const { server } = await serveMaps();
  const picture = await readPart(`${server}/favicon.svg`);
  expect([picture.status, picture.body]).toEqual([200, "<svg/>"]);
  expect(picture.headers.get("accept-ranges")).toBeNull();
});
