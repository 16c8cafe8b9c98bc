import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");

/** A workspace that must be built. */
interface Part {
  readonly what: string;
  readonly folder: string;
  /** An output file, whose modification time is that of the build. */
  readonly result: string;
  readonly sources: readonly string[];
}

const WEB: Part = {
  what: "web app",
  folder: "web",
  result: "web/dist/index.html",
  sources: [
    "web/src",
    "web/public",
    "web/build",
    "web/index.html",
    "web/vite.config.ts",
    "contract/src",
    "package-lock.json",
  ],
};
const SERVER: Part = {
  what: "server",
  folder: "server",
  result: "server/dist/main.js",
  sources: [
    "server/src",
    "server/vite.config.ts",
    "contract/src",
    "geo/src",
    "matching/src",
    "geo/src",
    "package-lock.json",
  ],
};

/** Builds the web app if it is missing or older than its sources. @throws Error with one line if that fails. */
export const ensureWebBuilt = (): Promise<void> => ensureBuilt(WEB);

/** The same for the server, whose source also runs unbuilt, but slower. */
export const ensureServerBuilt = (): Promise<void> => ensureBuilt(SERVER);

/** The server to run: built if available, otherwise its source. */
export function programOf(name: "main" | "main-cluster" | "main-demo"): string {
  const built = join(ROOT, SERVER.folder, "dist", `${name}.js`);
  return existsSync(built) ? built : join(ROOT, SERVER.folder, "src", `${name}.ts`);
}

async function ensureBuilt({ what, folder, result, sources }: Part): Promise<void> {
  // Without build tools (npm ci --omit=dev) the existing build is used.
  if (!existsSync(VITE) && (existsSync(join(ROOT, result)) || what === SERVER.what)) return;
  if (existsSync(join(ROOT, result))) {
    const built = statSync(join(ROOT, result)).mtimeMs;
    if (sources.every((source) => changed(source) <= built)) return;
  }
  process.stderr.write(`Building the ${what}...\n`);
  // In its own folder, where its tools look for their settings.
  const vite = spawn(process.execPath, [VITE, "build", "--logLevel", "error"], {
    cwd: join(ROOT, folder),
    stdio: "inherit",
  });
  const stop = (signal: NodeJS.Signals) => {
    vite.kill(signal);
    process.exit(1);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const [code] = await once(vite, "exit");
  process.off("SIGINT", stop).off("SIGTERM", stop);
  if (code !== 0)
    throw new Error(`The ${what} could not be built; what is wrong with it stands above.`);
}

/** Several parts share sources, so each folder is examined once per start. */
const looked = new Map<string, number>();

function changed(source: string): number {
  const at = looked.get(source) ?? newestIn(join(ROOT, source));
  looked.set(source, at);
  return at;
}

/** The latest modification in a folder, in milliseconds; folders count, so that a removal is noticed. */
function newestIn(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestIn(join(path, name))),
    found.mtimeMs,
  );
}
