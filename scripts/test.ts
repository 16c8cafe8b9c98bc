import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";
import { findChromium } from "./find-chromium.ts";
import { ensureWebBuilt } from "./build.ts";

/** `npm test`, and with the argument `slow` or `long` the tests that it leaves out. See test-runs.ts. */
const [testRun = "quick"] = process.argv.slice(2);
process.env["TEST_RUN"] = testRun;

/** Programs that tests run. `path` may have a `*` for the version. The environment variable `setting` overrides it. */
const TOOLS = [
  { name: "redis-server", setting: "REDIS_SERVER", path: "/usr/bin/redis-server", required: false },
  { name: "age", setting: "AGE", path: "/usr/bin/age", required: false },
  { name: "prometheus", setting: "PROMTOOL", path: "/usr/bin/promtool", required: false },
  { name: "caddy", setting: "CADDY", path: "/usr/bin/caddy", required: false },
  { name: "pgbouncer", setting: "PGBOUNCER", path: "/usr/sbin/pgbouncer", required: false },
  {
    name: "postgresql",
    setting: "POSTGRESQL_BIN",
    path: "/usr/lib/postgresql/*/bin/pg_rewind",
    required: false,
  },
  { name: "nginx-light", setting: "NGINX", path: "/usr/sbin/nginx", required: true },
];

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

/**
 * Installs missing packages of Debian if the user is root. Without the optional ones their tests are reported as not
 * run. @throws Error with one line that says what to install if a required one is missing.
 */
function findDebianTools(): void {
  for (const { name, setting, path, required } of TOOLS) {
    if (process.env[setting] !== undefined || isInstalled(path)) continue;
    if (mayInstall()) install(name);
    if (required && !isInstalled(path))
      throw new Error(
        `The tests need ${name}. Install it (on Debian: apt-get install ${name}), or set ${setting} to it.`,
      );
  }
}

function isInstalled(path: string): boolean {
  return globSync(path).length > 0;
}
