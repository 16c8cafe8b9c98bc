import { type CDPSession, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../../scripts/find-chromium.ts";
import { DEMO, serve } from "../support/processes.ts";
import { withTempFolder } from "../support/temp-folder.ts";

const LOCAL_PAGES_KEY = "the-key-of-this-measurement";
const CPU_SLOWDOWN = 4;

/** A phone in the hands of a demo member, four times slower than this machine. */
export interface Phone {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Runs measurements on a server with the demo, or on one that runs already (`BENCH_DEMO`, with its key in the URL). */
export async function withDemo<T>(measure: (demoUrl: string) => Promise<T>): Promise<T> {
  const running = process.env["BENCH_DEMO"];
  if (running !== undefined) return measure(running);
  return withTempFolder(async (folder) => {
    const environment = { DATA_DIR: folder, LOCAL_PAGES_KEY, RATE_LIMIT_FACTOR: "1000" };
    const { address, stop } = await serve(DEMO, environment);
    try {
      return await measure(new URL(`/demo?key=${LOCAL_PAGES_KEY}`, address).href);
    } finally {
      await stop();
    }
  });
}

/** Signs a demo member in on a phone, and slows it down. */
export async function withPhone<T>(
  demoUrl: string,
  member: string,
  measure: (phone: Phone) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  try {
    const context = await browser.newContext({
      baseURL: new URL(demoUrl).origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: "en-GB",
      timezoneId: "Europe/Zurich",
      geolocation: { latitude: 47.1664, longitude: 9.5105 },
      permissions: ["geolocation"],
    });
    const page = await context.newPage();
    await page.goto(demoUrl);
    await page.waitForURL("**/demo");
    await page.getByRole("button", { name: `Continue as ${member}` }).click();
    await page.waitForURL(/\/(?:home|moderation)/);
    await page.waitForLoadState("networkidle");
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    return await measure({ page, devtools });
  } finally {
    await browser.close();
  }
}
