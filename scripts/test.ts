import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";
import { findDebianTools } from "./debian-tools.ts";
import { ensureWebBuilt } from "./build.ts";

/** `npm test`, or with the argument `long` the rest of the tests: `npm run test:long`. See test-runs.ts. */
if (process.argv[2] === "long") process.env["LONG_TESTS"] = "1";

/** Runs one step with its output shown; the first that fails ends the run with its exit code. */
function run(command: string, ...args: string[]): void {
  const { status, signal } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? (signal ? 1 : 0));
}

// Before anything long: a machine that cannot finish should say so at once.
try {
  process.env["CHROMIUM"] = findChromium();
  findDebianTools();
  await ensureWebBuilt();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
run("vitest", "run");
run("playwright", "test", "--config", "e2e/playwright.config.ts");
