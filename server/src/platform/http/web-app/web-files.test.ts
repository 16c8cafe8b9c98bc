import Fastify from "fastify";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { changeCommunity } from "#platform/community/change-community.ts";
import { storeValues } from "#platform/community/community-settings.store.ts";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { RateLimits } from "../rate-limits/rate-limits.ts";
import { createServer } from "../server.ts";
import { serveSource } from "./source.ts";
import { builtWeb, emptyFolder, SCRIPT, serve } from "../../../../test/fixtures/built-web.ts";

test("files with a content hash are cached for a year, in the smallest encoding the browser accepts", async () => {
  const get = await serve(builtWeb());
  const plain = await get("/assets/main-x1.js");
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "application/javascript; charset=utf-8",
    vary: "accept-encoding",
  });
  expect(plain.body).toBe(SCRIPT);
  const br = await get("/assets/main-x1.js", { "accept-encoding": "gzip, deflate, br" });
  expect(br.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/javascript; charset=utf-8",
  });
  expect(br.headers["cache-control"]).toContain("immutable");
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
  expect(
    (await get("/assets/main-x1.js", { "accept-encoding": "gzip" })).headers["content-encoding"],
  ).toBe("gzip");
});

test("the page contains the operator's texts, escaped", async () => {
  const get = await serve(builtWeb(), {
    COMMUNITY_NAME: `Freiburg "<b>fährt</b>" & 'mit'`,
    CURRENCY: "CHF",
    DRIVER_ROUNDING_M: "1000",
  });
  const { body } = await get("/", { accept: "text/html" });
  const content = /<meta name="commonlane-community" content="([^"]*)" \/>/.exec(body)?.[1] ?? "";
  expect(body).not.toContain("<b>");
  expect(content).toContain("&quot;currency&quot;:&quot;CHF&quot;");
  expect(content).toContain("&quot;drivers&quot;:1000");
  expect(content).toContain("&lt;b&gt;fährt&lt;/b&gt;");
});

test("every address without a file is a screen, and its page is revalidated each time", async () => {
  const get = await serve(builtWeb());
  for (const path of ["/", "/home", "/rides/7?tab=requests", "/no/such/screen", "/index.html"]) {
    const reply = await get(path, { accept: "text/html,*/*;q=0.8" });
    expect([path, reply.statusCode, reply.headers["cache-control"]]).toEqual([
      path,
      200,
      "no-cache",
    ]);
    expect(reply.body).toContain("<title>Built</title>");
  }
  const { headers } = await get("/home", { accept: "text/html", "accept-encoding": "br" });
  expect(headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "no-cache",
    "content-type": "text/html; charset=utf-8",
  });
  expect((await get("/favicon.svg")).headers).toMatchObject({
    "cache-control": "public, max-age=86400",
    "content-type": "image/svg+xml",
  });
});

test("only screens fall back to the page, and nothing outside the folder is served", async () => {
  const get = await serve(builtWeb());
  const missing = [
    "/api",
    "/api/nothing",
    "/health/nothing",
    "/dev/mailbox",
    "/live",
    "/assets/gone.js",
    "/assets/",
    "/gone.js",
    "/assets/main-x1.js.br",
  ];
  for (const path of missing) expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  // Password managers probe nonexistent addresses to see whether replies are reliable.
  for (const path of [
    "/.well-known/change-password",
    "/.well-known/openid-configuration",
    "/.well-known",
  ])
    expect([path, (await get(path, { accept: "text/html" })).statusCode]).toEqual([path, 404]);
  expect((await get("/api/nothing", { accept: "text/html" })).json()).toMatchObject({
    code: "not_found",
  });
  expect((await get("/home", { accept: "application/json" })).statusCode).toBe(404);
  for (const path of [
    "/../package.json",
    "/..%2f..%2fetc/passwd",
    "/assets/..%2findex.html",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/%5c..%5cindex.html",
  ]) {
    const { body } = await get(path, { accept: "text/html" });
    expect([path, body.includes("<title>Built</title>") || body.includes("not_found")]).toEqual([
      path,
      true,
    ]);
  }
});

test("a range of the map is served as partial content", async () => {
  const get = await serve(builtWeb());
  const partial = await get("/basemap.pmtiles", {
    range: "bytes=0-6",
    "accept-encoding": "br, gzip",
  });
  expect([partial.statusCode, partial.headers["content-range"], partial.body]).toEqual([
    206,
    "bytes 0-6/17",
    "PMTiles",
  ]);
  expect((await get("/basemap.pmtiles", { range: "bytes=99-" })).statusCode).toBe(416);
  const { etag } = (await get("/basemap.pmtiles")).headers;
  expect((await get("/basemap.pmtiles", { "if-none-match": String(etag) })).statusCode).toBe(304);
});

test("before the web app is built, a page says what to do", async () => {
  const get = await serve(emptyFolder());
  const reply = await get("/", { accept: "text/html" });
  expect([reply.statusCode, reply.body.includes("npm run build")]).toEqual([503, true]);
  expect((await get("/api/nothing")).statusCode).toBe(404);
});

test("the page may only load our own resources, and https is required only if it is in use", async () => {
  const folder = builtWeb();
  const { headers } = await (await serve(folder))("/", { accept: "text/html" });
  const policy = String(headers["content-security-policy"]).split(";");
  expect(policy).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": expect.stringContaining("geolocation=(self)"),
    "referrer-policy": "strict-origin-when-cross-origin",
  });
  expect(headers["strict-transport-security"]).toBeUndefined();
  const behindHttps = (
    await (
      await serve(folder, { PUBLIC_URL: "https://rides.example.org" })
    )("/", { accept: "text/html" })
  ).headers;
  expect(behindHttps["strict-transport-security"]).toBe("max-age=31536000");
  expect(behindHttps["content-security-policy"]).toContain("upgrade-insecure-requests");
});

/** Renders the path, the community's name and the operator's text. */
test("a device installs the app under the community's name, and workers are revalidated each time", async () => {
  const get = await serve(builtWeb(), { COMMUNITY_NAME: 'Ride "&" Share' });
  const manifest = await get("/manifest.webmanifest");
  expect(manifest.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  expect(manifest.json()).toEqual({
    name: 'Ride "&" Share',
    short_name: 'Ride "&" Share',
    start_url: "/home",
  });
  expect((await get("/shell-worker.js")).headers["cache-control"]).toBe("no-cache");
});

test("pages opened by links are not indexed, send no referrer, and may contact no other server", async () => {
  const get = await serve(builtWeb(), {
    BASEMAP: "pmtiles:https://tiles.example.org/europe.pmtiles",
  });
  for (const path of ["/follow", "/follow/", "/follow?x=1", "/trusted-contact"]) {
    const { headers, statusCode } = await get(path, { accept: "text/html" });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
    });
    expect(headers["content-security-policy"]).not.toContain("tiles.example.org");
  }
  for (const path of [
    "/verify-email?token=x",
    "/undo-email-change?token=x",
    "/unsubscribe/?token=x",
    "/verify-email",
  ]) {
    const { headers } = await get(path, { accept: "text/html" });
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
    });
  }
  const { headers } = await get("/following", { accept: "text/html" });
  expect(headers["x-robots-tag"]).toBeUndefined();
  expect(headers["content-security-policy"]).toContain("tiles.example.org");
});

test("the page and the manifest follow the settings of the community", async () => {
  const { ctx } = await createTestContext();
  const http = createServer(ctx, new RateLimits(), { webFolder: builtWeb() });
  onTestFinished(() => http.close());
  const read = async (url: string) =>
    (await http.inject({ url, headers: { accept: "text/html" } })).body;
  expect(await read("/home")).not.toContain("Uni Rides");
  await changeCommunity(ctx, (ctx) => storeValues(ctx, { name: "Uni Rides", currency: "CHF" }));
  await ctx.community.reload(ctx.db);
  expect(await read("/home")).toMatch(/Uni Rides.*CHF/s);
  expect(JSON.parse(await read("/manifest.webmanifest"))).toMatchObject({ name: "Uni Rides" });
});

test("the source code of the running version can be downloaded, if the installation has it", async () => {
  const folder = emptyFolder();
  const file = join(folder, "source.tar.gz");
  writeFileSync(file, "the source");
  const http = Fastify();
  onTestFinished(() => http.close());
  serveSource(http, { file, path: "/source/commonlane-1.2.3-source.tar.gz" });
  const reply = await http.inject("/source/commonlane-1.2.3-source.tar.gz");
  expect([reply.statusCode, reply.body]).toEqual([200, "the source"]);
  expect(reply.headers).toMatchObject({
    "content-type": "application/gzip",
    "content-length": "10",
    "content-disposition": 'attachment; filename="commonlane-1.2.3-source.tar.gz"',
  });
});
