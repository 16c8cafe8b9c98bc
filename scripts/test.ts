import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";
import { findDebianTools } from "./debian-tools.ts";
import { ensureWebBuilt } from "./build.ts";

/** `npm test`, and with the argument `slow` or `long` the tests that it leaves out. See test-runs.ts. */
const [testRun = "quick"] = process.argv.slice(2);
process.env["TEST_RUN"] = testRun;

// Three times what the slower step takes on 2 cores. A test that hangs must be reported as such, not as a run without an end.
const STEP_LIMIT_MINUTES = 45;

/** Runs one step with its output shown; the first that fails or takes too long ends the run with its exit code. */
function run(command: string, ...args: string[]): void {
  const timeout = testRun === "long" ? undefined : STEP_LIMIT_MINUTES * 60_000;
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    timeout,
    killSignal: "SIGKILL",
  });
  if (error) process.stderr.write(`${[command, ...args].join(" ")}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

// Before anything long: a machine that cannot finish should say so at once.
try {
  process.env["CHROMIUM"] = findChromium({ preferHeadlessShell: testRun === "quick" });
  findDebianTools();
  await ensureWebBuilt();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
run("vitest", "run");
run("playwright", "test", "--config", "e2e/playwright.config.ts");
