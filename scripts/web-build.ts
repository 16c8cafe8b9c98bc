import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const BUILT = join(ROOT, "web/dist/index.html");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const SOURCES = [
  "web/src",
  "web/public",
  "web/build",
  "web/index.html",
  "web/vite.config.ts",
  "contract/src",
  "package-lock.json",
];

/** Builds the web app where it was never built, or something it is made of is newer. Throws one line when that fails. */
export async function ensureWebBuilt(): Promise<void> {
  if (existsSync(BUILT)) {
    // Without the tools for it (npm ci --omit=dev) what was built is what there is.
    if (!existsSync(VITE)) return;
    const built = statSync(BUILT).mtimeMs;
    if (SOURCES.every((source) => newestIn(join(ROOT, source)) <= built)) return;
  }
  process.stderr.write("Building the web app...\n");
  // In the web app's own folder, where its tools look for their settings.
  const vite = spawn(process.execPath, [VITE, "build", "--logLevel", "error"], {
    cwd: join(ROOT, "web"),
    stdio: "inherit",
  });
  const stop = (signal: NodeJS.Signals) => {
    vite.kill(signal);
    process.exit(1);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const [code] = await once(vite, "exit");
  process.off("SIGINT", stop).off("SIGTERM", stop);
  if (code !== 0) throw new Error("The web app could not be built; what is wrong with it stands above.");
}

/** When something in there was last changed, in milliseconds; a folder counts, so that a removal is seen. */
function newestIn(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), mtimeMs);
}
