import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import {
  createExtractServer,
  etagOf,
  serveFile,
  servePart,
} from "../../../test/regions/extract-server.ts";
import { downloadExtract, type DownloadState } from "./download-extract.ts";
import { assertSpaceForBuild } from "./disk-space.ts";

/** Extracts begin with the length of their first block; some other first bytes would be recognised as another format. */
const randomExtract = (length: number): Buffer => randomBytes(length).fill(0, 0, 1);
const BYTES = randomExtract(300_000);
const OTHER = randomExtract(200_000);

interface StartOptions {
  file?: string;
  earlier?: DownloadState;
  unlessEtag?: string;
  onStart?: () => Promise<void>;
}

function start(url: string, options: StartOptions = {}) {
  const {
    file = join(createTestFolder(), "file"),
    earlier,
    unlessEtag,
    onStart = async () => {},
  } = options;
  const progress: number[] = [];
  const finished = downloadExtract({
    url,
    file,
    earlier,
    unlessEtag,
    onStart,
    onProgress: (bytes) => progress.push(bytes),
    signal: new AbortController().signal,
  });
  return { finished, file, progress };
}

test("a file is downloaded over a redirect, with its ETag and progress", async () => {
  const server = await createExtractServer({
    "/latest": (_, response) => void response.writeHead(302, { location: "/2026.osm.pbf" }).end(),
    "/2026.osm.pbf": BYTES,
  });
  const { finished, file, progress } = start(server.url("/latest"));
  expect(await finished).toMatchObject({ url: server.url("/2026.osm.pbf"), etag: etagOf(BYTES) });
  expect(readFileSync(file).equals(BYTES)).toBe(true);
  expect(progress.at(-1)).toBe(BYTES.length);
});

test("after a lost connection only the rest is loaded", async () => {
  let count = 0;
  const server = await createExtractServer({
    "/file": (request, response) =>
      count++ === 0
        ? servePart(BYTES, 100_000)(request, response)
        : serveFile(BYTES, request, response),
  });
  const { finished, file, progress } = start(server.url("/file"));
  // A fetch discards what has arrived but was not read yet when its connection is lost.
  await expect.poll(() => progress.at(-1)).toBe(100_000);
  server.dropConnections();
  await finished;
  expect(readFileSync(file).equals(BYTES)).toBe(true);
  expect(server.seen.map(({ range, ifRange }) => [range, ifRange])).toEqual([
    [undefined, undefined],
    ["bytes=100000-", etagOf(BYTES)],
  ]);
});

test("a later run goes on with the same file, and starts again if the server has another one", async () => {
  const server = await createExtractServer({ "/file": BYTES });
  const url = server.url("/file");
  const partOf = (bytes: Buffer) => {
    const file = join(createTestFolder(), "part");
    writeFileSync(file, bytes.subarray(0, 50_000));
    return { file, earlier: { url, etag: etagOf(bytes) } };
  };
  for (const bytes of [BYTES, OTHER]) {
    const { finished, file } = start(url, partOf(bytes));
    await finished;
    expect(readFileSync(file).equals(BYTES)).toBe(true);
  }
  expect(server.seen.map(({ range }) => range)).toEqual(["bytes=50000-", "bytes=50000-"]);

  // A part without a strong ETag cannot be continued.
  const file = join(createTestFolder(), "part");
  writeFileSync(file, OTHER.subarray(0, 50_000));
  await start(url, { file, earlier: { url, etag: 'W/"1"' } }).finished;
  expect(readFileSync(file).equals(BYTES)).toBe(true);
});

test("a file that became shorter than the part is loaded again", async () => {
  const server = await createExtractServer({
    "/file": (request, response) =>
      request.headers.range === undefined
        ? serveFile(OTHER, request, response)
        : void response.writeHead(416).end("No such range"),
  });
  const file = join(createTestFolder(), "part");
  writeFileSync(file, BYTES);
  await start(server.url("/file"), {
    file,
    earlier: { url: server.url("/file"), etag: etagOf(BYTES) },
  }).finished;
  expect(readFileSync(file).equals(OTHER)).toBe(true);
});

test("an unchanged file is not loaded again", async () => {
  const server = await createExtractServer({ "/file": BYTES });
  const { finished, file } = start(server.url("/file"), { unlessEtag: etagOf(BYTES) });
  expect(await finished).toBe("unchanged");
  expect(existsSync(file)).toBe(false);
});

test("a file without a length is loaded to its end", async () => {
  const server = await createExtractServer({
    "/file": (_, response) => {
      response.writeHead(200);
      response.write(BYTES.subarray(0, 1000));
      response.end(BYTES.subarray(1000));
    },
  });
  const { finished, file } = start(server.url("/file"));
  await finished;
  expect(readFileSync(file).equals(BYTES)).toBe(true);
});

test.each([
  ["/missing", /^There is no file at http:\S+\/missing \(404\)\.$/],
  ["/secret", /^http:\S+\/secret may not be downloaded \(403\)\.$/],
  ["/loop", /^http:\S+\/loop redirects more than 5 times\.$/],
  ["/away", /^http:\/\/example\.org\/a\.osm\.pbf is not an https address\.$/],
  [
    "/page",
    /^http:\S+\/page is a web page\. Give the address of a file that ends with \.osm\.pbf\.$/,
  ],
  ["/bzip2", /^http:\S+\/bzip2 is bzip2-compressed \(\.osm\.bz2\)\./],
])("%s is refused at once", async (path, message) => {
  const server = await createExtractServer({
    "/secret": (_, response) => void response.writeHead(403).end(),
    "/loop": (_, response) => void response.writeHead(301, { location: "/loop" }).end(),
    "/away": (_, response) =>
      void response.writeHead(301, { location: "http://example.org/a.osm.pbf" }).end(),
    "/page": Buffer.from("<!DOCTYPE html><html><title>Liechtenstein</title></html>"),
    "/bzip2": Buffer.from("BZh91AY&SY and so on, as long as it takes"),
  });
  await expect(start(server.url(path)).finished).rejects.toThrow(message);
  expect(server.seen.length).toBe(path === "/loop" ? 6 : 1);
});

test("without a server or a network the message names the host", async () => {
  await expect(start("https://region.invalid/a.osm.pbf").finished).rejects.toThrow(
    "region.invalid is not known: check the address and the network.",
  );
  const server = await createExtractServer({});
  const { port } = new URL(server.url("/"));
  await expect(start(`https://127.0.0.1:${port}/a.osm.pbf`).finished).rejects.toThrow(
    /^(127\.0\.0\.1:\d+ has no valid certificate|The connection to 127\.0\.0\.1:\d+ was lost)/,
  );
});

const refuse = () => Promise.reject(new Error("No space."));

test("a download that is refused before it begins ends its connection", async () => {
  let isClosed = false;
  const server = await createExtractServer({
    "/planet": (_, response) => {
      response.on("close", () => (isClosed = true));
      response.writeHead(200, { "content-length": 1e15 });
      response.write(BYTES);
    },
  });
  await expect(start(server.url("/planet"), { onStart: refuse }).finished).rejects.toThrow(
    "No space.",
  );
  await expect.poll(() => isClosed).toBe(true);
});

test("a build needs space for what it writes", async () => {
  const folder = createTestFolder();
  await assertSpaceForBuild(folder, 1000);
  await expect(assertSpaceForBuild(folder, 1e15, 1e15)).rejects.toThrow(
    new RegExp(`^Not enough space in ${folder}: about \\d+ TB needed, [\\d.]+ [GT]B available\\.$`),
  );
});
