import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";
import { findDebianTools } from "./debian-tools.ts";
import { ensureWebBuilt } from "./build.ts";

const isLong = process.argv[2] === "long";

/** `npm test`, or with the argument `long` the rest of the tests: `npm run test:long`. See test-runs.ts. */
if (isLong) process.env["LONG_TESTS"] = "1";

// Three times what the slower step takes on 2 cores. A test that hangs must be reported as such, not as a run without an end.
const STEP_LIMIT_MINUTES = 35;

/** Runs one step with its output shown; the first that fails or takes too long ends the run with its exit code. */
function run(command: string, ...args: string[]): void {
  const timeout = isLong ? undefined : STEP_LIMIT_MINUTES * 60_000;
  const { status, error } = spawnSync(command, args, { stdio: "inherit", timeout, killSignal: "SIGKILL" });
  if (error) process.stderr.write(`${[command, ...args].join(" ")}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
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
