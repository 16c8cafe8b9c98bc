import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "@playwright/test";
import { findChromium } from "../../../scripts/find-chromium.ts";
import { DEMO, serve } from "../support/processes.ts";
import { withTempFolder } from "../support/temp-folder.ts";
import { watchActivity } from "./settle.ts";

const LOCAL_PAGES_KEY = "the-key-of-this-measurement";
const STEP_AT_MOST_MS = 20_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: "en-GB",
  timezoneId: "Europe/Zurich",
  geolocation: { latitude: 47.1664, longitude: 9.5105 },
  permissions: ["geolocation"],
};

/** A phone in the hands of a demo member. */
export interface Phone {
  readonly browser: Browser;
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Waits until the page has nothing left to do. */
  readonly settle: () => Promise<void>;
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

/** Signs a demo member in on a phone. */
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
    const context = await browser.newContext({ ...PHONE, baseURL: new URL(demoUrl).origin });
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_AT_MOST_MS);
    const settle = watchActivity(page);
    await page.goto(demoUrl);
    await page.waitForURL("**/demo");
    await page.getByRole("button", { name: `Continue as ${member}` }).click();
    await page.waitForURL(/\/(?:home|moderation)/);
    await settle();
    const devtools = await context.newCDPSession(page);
    return await measure({ browser, page, devtools, settle });
  } finally {
    await browser.close();
  }
}

type StoredSession = Awaited<ReturnType<BrowserContext["storageState"]>>;

/**
 * Opens a tab in a browser that has a member's session and nothing else: no cache, no service worker. Returns the session
 * as it is afterwards, because each start renews it.
 */
export async function withEmptyCache(
  { browser, page }: Pick<Phone, "browser" | "page">,
  session: StoredSession,
  measure: (page: Page, devtools: CDPSession) => Promise<void>,
): Promise<StoredSession> {
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ ...PHONE, baseURL, storageState: session });
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(STEP_AT_MOST_MS);
    await measure(tab, await context.newCDPSession(tab));
    return await context.storageState();
  } finally {
    await context.close();
  }
}
