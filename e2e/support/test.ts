import { test as base, type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { MAIN, Server } from "./server.ts";
import { Watch } from "./watch.ts";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const satisfies BrowserContextOptions;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const satisfies BrowserContextOptions;

export interface World {
  readonly server: Server;
  readonly watch: Watch;
  /** A browser of one's own, with nothing in it, on its first page. */
  readonly browserOf: (options?: BrowserContextOptions) => Promise<Page>;
}

/** A test with a real server and browsers that are looked over: at the end nothing may have been wrong in any of them. */
export const test = base.extend<{ script: string; world: World }>({
  /** What the server is started with. */
  script: [MAIN, { option: true }],
  world: async ({ browser, script }, use) => {
    await within(await Server.open(script), browser, use);
  },
});

async function within(server: Server, browser: Browser, use: (world: World) => Promise<void>): Promise<void> {
  const watch = new Watch(server.address);
  const browserOf = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ baseURL: server.address, ...options });
    watch.over(context);
    return context.newPage();
  };
  try {
    await use({ server, watch, browserOf });
  } finally {
    for (const context of browser.contexts()) await context.close();
    expect.soft(await server.close(), "what the server complained of").toBe("");
  }
  expect(watch.wrong, "what went wrong in the browsers, and what left the machine").toEqual([]);
}

export { expect };
