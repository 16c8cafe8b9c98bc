import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The system's browser, or the one set in CHROMIUM; scripts/test.ts finds or installs one. */
const chromium =
  process.env["CHROMIUM"] ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"].find(
    (place) => existsSync(place),
  );

const run = process.env["TEST_RUN"];
const slow = "**/*.slow.spec.ts";
const long = "**/*.long.spec.ts";
/** Which files run: `npm test`, `npm run test:slow` or `npm run test:long`; see test-runs.ts. */
const files =
  run === "slow"
    ? { testMatch: slow }
    : run === "long"
      ? { testMatch: long }
      : { testIgnore: run === "quick" ? [slow, long] : long };

const environment = Object.fromEntries(
  Object.entries(process.env).filter((entry) => entry[1] !== undefined),
);

export default defineConfig({
  testDir: ".",
  ...files,
  globalSetup: "./support/first-start.ts",
  outputDir: "../test-results/e2e",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only when retried is listed as flaky: a bug to fix. It does not block others, because a browser
  // whose server is killed on purpose sometimes reports an error without a message.
  retries: run === "long" ? 2 : 1,
  reporter: [["list"]],
  // A journey has several users and the machine may be busy; nothing waits longer than necessary.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "en-IE",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
    // Traces take half of the time; set TRACE=on to investigate.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // Date fields use the language of the browser, not the one of the page.
      env: { ...environment, LANGUAGE: "en_US", LANG: "en_US.UTF-8" },
      args: [
        "--no-sandbox",
        // The map uses WebGL, which a machine without a graphics card renders in software.
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        // The rest of a page is drawn without it, in a quarter of the time.
        "--disable-gpu-rasterization",
        "--disable-gpu-compositing",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
        // Host names outside this machine do not resolve.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ],
    },
  },
});
