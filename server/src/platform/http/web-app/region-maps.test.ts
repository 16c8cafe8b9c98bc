import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { writeRegion } from "../../../../test/regions/write-region.ts";
import { MAP_FILE } from "../../map-tiles/build-map.ts";
import { openRegions } from "../../regions/regions.ts";
import { RateLimits } from "../rate-limits/rate-limits.ts";
import { createServer } from "../server.ts";
import { parseByteRange } from "./map-files.ts";

const MAP = "PMTiles0123456789";

function writeMap(dataFolder: string, id: string, builtAt: string, folderName?: string): string {
  const folder = writeRegion(dataFolder, { id, builtAt }, folderName);
  writeFileSync(join(folder, MAP_FILE), MAP);
  return folder;
}

async function serve() {
  const data = createTestFolder();
  const web = join(data, "web");
  mkdirSync(web);
  writeFileSync(join(web, "index.html"), "<!doctype html><title>Built</title>");
  const { ctx } = await createTestContext({ DATA_DIR: data });
  writeMap(data, "vaduz", "2026-01-01T00:00:00Z");
  writeRegion(data, { id: "no-map" });
  const regions = openRegions({ DATA_DIR: data }, ctx.log, { pollMs: 10 });
  onTestFinished(() => regions.close());
  const http = createServer({ ...ctx, regions }, new RateLimits(), { webFolder: web });
  onTestFinished(() => http.close());
  const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });
  const listedMaps = async (): Promise<{ url: string; bbox: number[] }[]> => {
    const { body } = await get("/", { accept: "text/html" });
    const content = /<meta name="commonlane-community" content="([^"]*)" \/>/.exec(body)?.[1] ?? "";
    const community: unknown = JSON.parse(
      content.replaceAll("&quot;", '"').replaceAll("&#39;", "'"),
    );
    const { regionMaps, openStreetMap } = Object(community);
    expect(openStreetMap).toBe(true);
    return regionMaps;
  };
  return { data, get, http, listedMaps };
}

test("pages list the maps of regions, which are served in ranges and cached for good", async () => {
  const { get, http, listedMaps } = await serve();
  const maps = await listedMaps();
  expect(maps).toEqual([
    {
      url: expect.stringMatching(/^\/basemap\/regions\/vaduz\.pmtiles\?v=/),
      bbox: [9.4, 47, 9.7, 47.3],
      minZoom: 7,
      maxZoom: 14,
    },
  ]);
  const [{ url } = { url: "" }] = maps;
  const head = await get(url, { range: "bytes=0-6" });
  expect([head.statusCode, head.body]).toEqual([206, "PMTiles"]);
  expect(head.headers).toMatchObject({
    "content-range": "bytes 0-6/17",
    "content-length": "7",
    "content-type": "application/octet-stream",
    "cache-control": "public, max-age=31536000, immutable, no-transform",
    "x-content-type-options": "nosniff",
    etag: expect.stringMatching(/^"[^"]+"$/),
  });
  const etag = String(head.headers.etag);
  expect((await get(url)).body).toBe(MAP);
  for (const known of [etag, `W/${etag}`, `"older", ${etag}`, "*"])
    expect((await get(url, { "if-none-match": known })).statusCode).toBe(304);
  expect((await get(url, { "if-none-match": '"older"' })).statusCode).toBe(200);
  expect((await get(url, { range: "bytes=7-9", "if-range": etag })).body).toBe("012");
  expect((await get(url, { range: "bytes=7-9", "if-range": '"older"' })).body).toBe(MAP);
  const beyond = await get(url, { range: "bytes=99-" });
  expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, "bytes */17"]);
  const headers = await http.inject({ method: "HEAD", url });
  expect([headers.statusCode, headers.headers["content-length"], headers.body]).toEqual([
    200,
    "17",
    "",
  ]);
});

test("an update gives the map a new address, and the old one answers 404", async () => {
  const { data, get, listedMaps } = await serve();
  const [{ url } = { url: "" }] = await listedMaps();
  const bare = await get("/basemap/regions/vaduz.pmtiles");
  expect([bare.statusCode, bare.headers["cache-control"]]).toEqual([200, "no-cache, no-transform"]);
  renameSync(
    writeMap(data, "vaduz", "2026-02-01T00:00:00Z", ".building-vaduz"),
    join(data, "regions/vaduz@2"),
  );
  await vi.waitFor(async () => expect((await listedMaps())[0]?.url).not.toBe(url));
  expect((await get(url)).statusCode).toBe(404);
  expect((await get((await listedMaps())[0]?.url ?? "")).statusCode).toBe(200);
  expect((await get("/basemap/regions/vaduz.pmtiles")).headers.etag).not.toBe(bare.headers.etag);
});

test("a removed region is listed no more, and its map is gone", async () => {
  const { data, get, listedMaps } = await serve();
  const [{ url } = { url: "" }] = await listedMaps();
  rmSync(join(data, "regions/vaduz"), { recursive: true });
  expect((await get(url)).statusCode).toBe(404);
  await vi.waitFor(async () => expect(await listedMaps()).toEqual([]));
});

test("only maps of regions are served from the data folder", async () => {
  const { get } = await serve();
  for (const path of [
    "no-map.pmtiles",
    "vaduz",
    "vaduz/map.pmtiles",
    "vaduz/region.json",
    "..%2fvaduz.pmtiles",
    "vaduz%2f..%2f..%2fvaduz.pmtiles",
    "%2e%2e/web/index.html",
    "vaduz.pmtiles%00",
    "",
  ])
    expect([
      path,
      (await get(`/basemap/regions/${path}`, { accept: "application/octet-stream" })).statusCode,
    ]).toEqual([path, 404]);
});

test.each([
  [undefined, undefined],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["Bytes=0-0", { start: 0, end: 0 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-4", undefined],
  ["bytes=0-1,3-4", undefined],
  ["bytes=-", undefined],
  ["lines=0-1", undefined],
])("the range %s of 100 bytes is %j", (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});
