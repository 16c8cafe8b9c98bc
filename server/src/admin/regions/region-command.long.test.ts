import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { createExtractServer, serveFile, servePart } from "../../../test/regions/extract-server.ts";
import { writeRegion } from "../../../test/regions/write-region.ts";

const MAIN = join(import.meta.dirname, "../main.ts");
const LIECHTENSTEIN = join(import.meta.dirname, "../../../data/regions/liechtenstein.osm.pbf");

const SHIPPED = join(import.meta.dirname, "../../../data/regions/liechtenstein");

const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** The files of a region by path, except the one that says when and from where it was built. */
function readFiles(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "region.json")
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), hash(path)]));
}

const PATIENT = { timeout: 60_000, interval: 1 };

/** `npm run region -- …` as an operator runs it in `folder`, with a data folder in it. */
function start(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, "region", ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], INIT_CWD: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let errors = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const exited = once(child, "close").then(([code]) => ({ code: Number(code), output, errors }));
  return { child, exited, output: () => output };
}
const run = (folder: string, ...args: string[]) => start(folder, ...args).exited;

/** Kills the command without a chance to clean up. */
async function crash({ child, exited }: ReturnType<typeof start>): Promise<void> {
  child.kill("SIGKILL");
  await exited;
}

test("Liechtenstein is added from an address through crashes and Ctrl-C, listed, updated and removed", async () => {
  const folder = createTestFolder();
  const regions = join(folder, "data/regions");
  const bytes = readFileSync(LIECHTENSTEIN);
  const server = await createExtractServer({
    "/liechtenstein-latest.osm.pbf": servePart(bytes, 600_000),
  });
  const url = server.url("/liechtenstein-latest.osm.pbf");
  const part = join(regions, ".building-liechtenstein/.work/extract.osm.pbf");
  const loadedBytes = () => (existsSync(part) ? readFileSync(part).length : 0);

  const first = start(folder, "add", url);
  await expect.poll(loadedBytes, PATIENT).toBe(600_000);
  expect(await run(folder, "add", url)).toMatchObject({
    code: 1,
    errors: "Another command is building liechtenstein now. Wait until it has finished.\n",
  });
  await crash(first);

  server.files["/liechtenstein-latest.osm.pbf"] = servePart(bytes, 300_000);
  const second = start(folder, "add", url);
  await expect.poll(loadedBytes, PATIENT).toBe(900_000);
  second.child.kill("SIGINT");
  expect(await second.exited).toMatchObject({
    code: 130,
    errors: "Stopped. The same command goes on from here.\n",
  });
  expect((await run(folder)).output).toMatch(
    /^liechtenstein: is being built \(Downloading, \d+ %\)\n$/,
  );

  server.files["/liechtenstein-latest.osm.pbf"] = (request, response) =>
    serveFile(bytes, request, response);
  const third = start(folder, "add", url);
  await expect.poll(third.output, PATIENT).toContain("Building coverage\n");
  await crash(third);
  expect(readdirSync(regions)).toEqual([".building-liechtenstein"]);
  const ranges = server.seen.filter(({ path }) => path.endsWith(".pbf")).map(({ range }) => range);
  expect(ranges).toEqual([undefined, "bytes=600000-", "bytes=900000-"]);

  const fourth = await run(folder, "add", url);
  expect(fourth).toMatchObject({ code: 0, errors: "" });
  expect(fourth.output).toMatch(/^\[1\/\d\] Building coverage\n/);
  expect(fourth.output).toMatch(
    /\nLiechtenstein is ready\. A running server uses it within seconds\.\n$/,
  );
  expect(readdirSync(regions)).toEqual(["liechtenstein"]);
  expect(readdirSync(join(regions, "liechtenstein"))).not.toContain(".work");
  // The demo's region is what this command builds: otherwise run `npm run generate -- demo-region`.
  expect(readFiles(join(regions, "liechtenstein"))).toEqual(readFiles(SHIPPED));

  const { output } = await run(folder, "list");
  expect(output).toContain("liechtenstein: Liechtenstein, data of 2015-07-27, built 20");
  expect(output).toContain(`  from ${url}\n  coverage: 4,660 roads`);
  expect(await run(folder, "add", url)).toMatchObject({
    code: 1,
    errors:
      "There is a region Liechtenstein (liechtenstein) already. Build it again with npm run region -- update liechtenstein, or choose another --name.\n",
  });
  expect((await run(folder, "update")).output).toMatch(/Liechtenstein is up to date\.\n$/);
  expect(await run(folder, "remove", "liechtenstein")).toMatchObject({
    code: 1,
    errors: "Add --yes to remove it without a question.\n",
  });
  expect(await run(folder, "remove", "liechtenstein", "--yes")).toMatchObject({ code: 0 });
  expect(readdirSync(regions)).toEqual([]);
}, 180_000);

test("mistakes are one clear line, and leave nothing behind", async () => {
  const folder = createTestFolder();
  writeFileSync(join(folder, "cut.osm.pbf"), readFileSync(LIECHTENSTEIN).subarray(0, 900_000));
  writeFileSync(join(folder, "packed.osm.pbf.gz"), gzipSync(readFileSync(LIECHTENSTEIN)));
  writeRegion(join(folder, "data"), { id: "here" });
  const results = await Promise.all([
    run(folder, "add", "missing.osm.pbf"),
    run(folder, "add", "cut.osm.pbf"),
    run(folder, "add", "packed.osm.pbf.gz"),
    run(folder, "add", "http://download.example.org/a.osm.pbf"),
    run(folder, "add", "a.osm.pbf", "--name", " "),
    run(folder, "update", "nowhere"),
  ]);
  expect(results.map(({ code }) => code)).toEqual(Array(results.length).fill(1));
  expect(results.map(({ errors }) => errors.split("\n")[0])).toEqual([
    `${join(folder, "missing.osm.pbf")} does not exist.`,
    "cut.osm.pbf is incomplete: it ends in the middle of a block. Download it again.",
    "packed.osm.pbf.gz is gzip-compressed. An OpenStreetMap extract (.osm.pbf) is needed.",
    "error: command-argument value 'http://download.example.org/a.osm.pbf' is invalid for argument 'extract'. http://download.example.org/a.osm.pbf is not an https address.",
    "error: option '--name <name>' argument ' ' is invalid. A name has 1 to 60 characters.",
    "There is no region nowhere. There are: here.",
  ]);
  expect(readdirSync(join(folder, "data/regions"))).toEqual(["here"]);
}, 120_000);
