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

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
} as const satisfies BrowserContextOptions;
export const DESKTOP = {
  viewport: { width: 1440, height: 900 },
} as const satisfies BrowserContextOptions;

type Maps = "none" | "coarse" | "fine";

export interface World {
  readonly server: Server;
  readonly watch: ErrorWatch;
  /** A new, empty browser, on its first page. */
  readonly browserOf: (options?: BrowserContextOptions) => Promise<Page>;
}

/** A test with a real server and watched browsers: it fails if any of them reported an error. */
export const test = base.extend<{
  script: string;
  settings: Settings;
  isPublic: boolean;
  maps: Maps;
  world: World;
}>({
  /** The settings of the server. */
  script: [MAIN, { option: true }],
  settings: [{}, { option: true }],
  /** The server knows its address, as one that other servers ask. */
  isPublic: [false, { option: true }],
  /** Low if a test looks at the map, high if it looks at its pixels: software rendering takes most of the time. */
  maps: ["none", { option: true }],
  world: async ({ browser, script, settings, isPublic, maps }, use, info) => {
    const server = await Server.open(script, settings, { isPublic });
    const browsers = { browser, prepare: PREPARED[maps], info };
    try {
      await browse(server, browsers, use);
    } finally {
      expect.soft(await server.close(), "what the server complained of").toBe("");
    }
  },
});

/**
 * The same with one server per Playwright worker, shared by all files with the same settings, which saves two or three
 * seconds per test. Give each test its own users. A test that moves the server's clock or needs an empty community
 * takes `test` instead.
 */
export const testOnOneServer = base.extend<
  { maps: Maps; world: World },
  { script: string; settings: Settings; server: Server }
>({
  /** The settings of the server. Set them for a whole file: another value means another server. */
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

/** A browser that cannot draw maps: the app lists the stops instead. */
export const noMaps: Prepare = (context) =>
  context.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called on each canvas, below
    const { getContext } = HTMLCanvasElement.prototype;
    const flat = function (this: HTMLCanvasElement, kind: string, ...args: unknown[]) {
      return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...args]);
    };
    Object.assign(HTMLCanvasElement.prototype, { getContext: flat });
  });

/** The same maps with a twentieth of their pixels. */
const coarseMaps: Prepare = (context) =>
  context.addInitScript(() => {
    Object.defineProperty(globalThis, "devicePixelRatio", { get: () => 0.22 });
  });

const PREPARED: Readonly<Record<Maps, Prepare | undefined>> = {
  none: noMaps,
  coarse: coarseMaps,
  fine: undefined,
};

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
      // They would load the whole app in each test that is not about them.
      serviceWorkers: "block",
      ...options,
    });
    await context.addCookies([
      localCookie(server.address, "/dev"),
      localCookie(server.address, "/demo"),
    ]);
    watch.over(context);
    trail.over(context);
    await prepare?.(context);
    return context.newPage();
  };
  try {
    await use({ server, watch, browserOf });
  } finally {
    for (const context of browser.contexts()) await context.close();
    // Printed, because a remote run leaves only its output.
    if (info.errors.length + watch.wrong.length > 0)
      process.stderr.write(`${info.title}: what went before\n${trail.text}\n`);
  }
  expect(watch.wrong, "what went wrong in the browsers, and what left the machine").toEqual([]);
}

export { expect };
