import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, afterAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

/**
 * Builds the archive for this machine as `npm run release` does and runs it as an operator would: unpacked, by an
 * ordinary user, with nothing but a shell on the PATH. Set RELEASE_DIR to test archives that are already built.
 */
const ROOT = join(import.meta.dirname, "../../..");
const PROCESSOR = process.arch;
const MINUTES = 60_000;
const NOBODY = 65_534;
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const name = `commonlane-${version}-linux-${PROCESSOR}`;
const isRoot = process.getuid?.() === 0;

let folder: string;
let built: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "commonlane-release-"));
  // An ordinary user must be able to enter the folder.
  execFileSync("chmod", ["755", folder]);
  built = process.env["RELEASE_DIR"] ?? join(folder, "built");
  if (process.env["RELEASE_DIR"] === undefined)
    execFileSync("npm", ["run", "release", "--", "--processor", PROCESSOR, "--out", built], {
      cwd: ROOT,
      stdio: "inherit",
    });
  execFileSync("tar", ["xzf", join(built, `${name}.tar.gz`), "-C", folder, "--no-same-owner"]);
}, 20 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }), MINUTES);

/** Runs the unpacked program as an ordinary user whose machine has no Node. */
const command = () => join(folder, name, "commonlane");
const options = (home: string, environment: Record<string, string> = {}) => ({
  cwd: home,
  env: { PATH: "/usr/bin:/bin", HOME: home, ...environment },
  ...(isRoot && { uid: NOBODY, gid: NOBODY }),
});

function createHome(): string {
  const home = mkdtempSync(join(folder, "home-"));
  if (isRoot) execFileSync("chown", [`${NOBODY}:${NOBODY}`, home]);
  return home;
}

test("an archive is at most 250 MB, and its checksum and its list of components are right", () => {
  const archive = join(built, `${name}.tar.gz`);
  expect(statSync(archive).size).toBeLessThanOrEqual(250_000_000);
  const sums = readFileSync(join(built, "SHA256SUMS"), "utf8");
  expect(sums).toContain(
    `${createHash("sha256").update(readFileSync(archive)).digest("hex")}  ${name}.tar.gz`,
  );
  const Sbom = z.object({
    bomFormat: z.literal("CycloneDX"),
    components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
  });
  const { components } = Sbom.parse(
    JSON.parse(readFileSync(join(folder, name, "sbom.cdx.json"), "utf8")),
  );
  const named = new Set(components.map(({ name }) => name));
  // Of the server, of the web app's files, and the programs that are not JavaScript.
  for (const component of ["fastify", "react", `node-linux-${PROCESSOR}`, `linux-${PROCESSOR}`])
    expect(named).toContain(component);
  const installed = readdirSync(join(folder, name, "node_modules")).filter(
    (entry) => !/^[.@]/.test(entry),
  );
  expect(installed.filter((entry) => !named.has(entry))).toEqual([]);
  for (const tool of ["vite", "vitest", "typescript", "playwright"])
    expect(installed).not.toContain(tool);
});

test(
  "a release starts without npm or Node, serves the app, and stops on SIGTERM",
  { timeout: 5 * MINUTES },
  async () => {
    const home = createHome();
    const server = spawn(command(), ["start"], options(home, { PORT: "0" }));
    const gone = once(server, "close");
    onTestFinished(async () => {
      server.kill("SIGKILL");
      await gone;
    });
    const lines: string[] = [];
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr])
        createInterface(stream).on("line", (line) => {
          lines.push(line);
          const ready = /^Commonlane is ready at (http:\S+)$/.exec(line)?.[1];
          if (ready !== undefined) resolve(ready);
        });
      void gone.then(() => reject(new Error(lines.join("\n"))));
    });
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect(await (await fetch(address, { headers: { accept: "text/html" } })).text()).toContain(
      '<div id="root">',
    );
    // The licence asks for an offer of the source of what runs.
    const source = await fetch(`${address}/source/commonlane-${version}-source.tar.gz`);
    const sourceFolder = mkdtempSync(join(tmpdir(), "commonlane-source-"));
    onTestFinished(() => rmSync(sourceFolder, { recursive: true }));
    writeFileSync(join(sourceFolder, "source.tar.gz"), Buffer.from(await source.arrayBuffer()));
    const listed = spawnSync("tar", ["-tzf", join(sourceFolder, "source.tar.gz")], {
      encoding: "utf8",
    }).stdout;
    for (const file of [
      "LICENSE",
      "package-lock.json",
      "web/src/app/main.tsx",
      "server/src/main.ts",
    ])
      expect(listed).toContain(`commonlane-${version}/${file}`);
    const { PORT } = { PORT: new URL(address).port };
    expect(spawnSync(command(), ["healthcheck"], options(home, { PORT })).status).toBe(0);
    const moderators = spawnSync(command(), ["admin", "moderators"], {
      ...options(home),
      encoding: "utf8",
    });
    expect([moderators.status, moderators.stderr]).toEqual([0, ""]);
    expect(existsSync(join(home, "data/postgres"))).toBe(true);
    server.kill("SIGTERM");
    await gone;
    expect(server.exitCode).toBe(0);
  },
);

test("commands are named as they are typed here, and an unknown one prints the help", () => {
  const home = createHome();
  const run = (...args: string[]) =>
    spawnSync(command(), args, { ...options(home), encoding: "utf8" });
  expect(run("version").stdout.trim()).toBe(version);
  expect(run("admin", "--help").stdout).toContain(`Usage: ${command()} admin`);
  expect(run("region").stdout).toContain(`${command()} region add`);
  expect([run("help").status, run("no-such-command").status]).toEqual([0, 2]);
  expect(run("no-such-command").stderr).toContain("Usage:");
});

test("a region is built with the archive alone", { timeout: 5 * MINUTES }, () => {
  const home = createHome();
  mkdirSync(join(home, "data"), { recursive: true });
  if (isRoot) execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, home]);
  const extract = join(folder, name, "server/data/regions/liechtenstein.osm.pbf");
  const { status, stderr } = spawnSync(command(), ["region", "add", extract], {
    ...options(home),
    encoding: "utf8",
  });
  expect([status, stderr.split("\n").filter((line) => /error/i.test(line))]).toEqual([0, []]);
});
