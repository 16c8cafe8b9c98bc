import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  type TestInfo,
} from "@playwright/test";
import { MAIN, Server, type Settings } from "./server.ts";
import { localCookie } from "./process.ts";
import { ActivityLog } from "./activity-log.ts";
import { ErrorWatch } from "./watch-errors.ts";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const satisfies BrowserContextOptions;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const satisfies BrowserContextOptions;

type Maps = "none" | "coarse" | "fine";

export interface World {
  readonly server: Server;
  readonly watch: ErrorWatch;
  /** A browser of one's own, with nothing in it, on its first page. */
  readonly browserOf: (options?: BrowserContextOptions) => Promise<Page>;
}

/** A test with a real server and browsers that are looked over: at the end nothing may have been wrong in any of them. */
export const test = base.extend<{ script: string; settings: Settings; maps: Maps; world: World }>({
  /** What the server is started with. */
  script: [MAIN, { option: true }],
  settings: [{}, { option: true }],
  /** Coarse where a walk looks at the map, fine where at its pixels: drawing takes a machine without a graphics card most of its time. */
  maps: ["none", { option: true }],
  world: async ({ browser, script, settings, maps }, use, info) => {
    const server = await Server.open(script, settings);
    const browsers = { browser, prepare: PREPARED[maps], info };
    try {
      await browse(server, browsers, use);
    } finally {
      expect.soft(await server.close(), "what the server complained of").toBe("");
    }
  },
});

/**
 * The same on one server for each Playwright worker: all files which start it in the same way share it, which saves two or
 * three seconds for each test. Give each test people of its own. A test which moves the server's clock, or needs a
 * community with nobody else in it, takes `test` instead.
 */
export const testOnOneServer = base.extend<
  { maps: Maps; world: World },
  { script: string; settings: Settings; server: Server }
>({
  /** What the server is started with. Set them for a whole file: another value is another server. */
  script: [MAIN, { option: true, scope: "worker" }],
  settings: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ script, settings }, use) => {
      const server = await Server.open(script, settings);
      await use(server);
      expect(await server.close(), "what the server complained of").toBe("");
    },
    { scope: "worker" },
  ],
  maps: ["none", { option: true }],
  world: async ({ browser, server, maps }, use, info) =>
    browse(server, { browser, prepare: PREPARED[maps], info }, use),
});

type Prepare = (context: Pick<BrowserContext, "addInitScript">) => Promise<unknown>;

/** As a browser that cannot draw maps: the app shows its stops as a list. */
export const noMaps: Prepare = (context) =>
  context.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called on each canvas, below
    const { getContext } = HTMLCanvasElement.prototype;
    const flat = function (this: HTMLCanvasElement, kind: string, ...said: unknown[]) {
      return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...said]);
    };
    Object.assign(HTMLCanvasElement.prototype, { getContext: flat });
  });

/** The same maps with a twentieth of their pixels. */
const coarseMaps: Prepare = (context) =>
  context.addInitScript(() => {
    Object.defineProperty(globalThis, "devicePixelRatio", { get: () => 0.22 });
  });

const PREPARED: Readonly<Record<Maps, Prepare | undefined>> = { none: noMaps, coarse: coarseMaps, fine: undefined };

interface Browsers {
  readonly browser: Browser;
  readonly prepare: Prepare | undefined;
  readonly info: TestInfo;
}

async function browse(
  server: Server,
  { browser, prepare, info }: Browsers,
  use: (world: World) => Promise<void>,
): Promise<void> {
  const watch = new ErrorWatch(server.address);
  const trail = new ActivityLog();
  const browserOf = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      baseURL: server.address,
      // They would fetch the whole app in each test that is not about them.
      serviceWorkers: "block",
      ...options,
    });
    await context.addCookies([localCookie(server.address, "/dev"), localCookie(server.address, "/demo")]);
    watch.over(context);
    trail.over(context);
    await prepare?.(context);
    return context.newPage();
  };
  try {
    await use({ server, watch, browserOf });
  } finally {
    for (const context of browser.contexts()) await context.close();
    // Told in the output, which is all that is left of a run elsewhere.
    if (info.errors.length + watch.wrong.length > 0)
      process.stderr.write(`${info.title}: what went before\n${trail.told}\n`);
  }
  expect(watch.wrong, "what went wrong in the browsers, and what left the machine").toEqual([]);
}

export { expect };
