import { loadavg } from "node:os";
import type { CDPSession, Page } from "@playwright/test";
import { z } from "zod";
import { type Bench, logProgress, median, type Row, row } from "./bench.ts";
import { withDemo, withEmptyCache, withPhone } from "./phone/demo-phone.ts";
import { CPU_SLOWDOWN } from "./phone/interaction-time.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** Slow 4G, as in Lighthouse, with its delay for each request. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const USEFUL_AT_MOST_S = 3;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** What a person opens the screen for. */
  readonly useful: string;
}

/** Figures of one load, until the screen is useful. */
interface Load {
  readonly usefulS: number;
  readonly scripts: number;
  readonly kb: number;
  readonly inARow: number;
}
type Rounds = Map<string, Load[]>;

/** From opening a signed-in screen with an empty cache to what it is opened for. */
export const coldStart: Bench = {
  name: "cold-start",
  run: () =>
    withDemo(async (demoUrl) => {
      // Of an earlier build, in the same rounds: the machine may be busier in one hour than in another.
      const earlierUrl = process.env["BENCH_BEFORE"];
      const earlier: Rounds = new Map();
      const rounds: Rounds = new Map();
      // A person's server has been up for days: one that has just started still plays the demo, and compiles.
      if (earlierUrl !== undefined) await measureRound(earlierUrl, new Map());
      await measureRound(demoUrl, new Map());
      for (let round = 1; round <= ROUNDS; round++) {
        if (earlierUrl !== undefined) await measureRound(earlierUrl, earlier);
        await measureRound(demoUrl, rounds);
      }
      return {
        how: `\`npm run demo\`, signed in, an empty cache and no service worker each time; Chromium at 390 × 844, processor slowed down four times, slow 4G (1.6 Mbit/s, 150 ms a request). Useful is the first trip on Home, the form on Seek and Host, and times and host of a ride. In a row: requests of which each begins after the one before has ended. The server has answered one round before, which does not count. ${ROUNDS} rounds, medians${earlierUrl === undefined ? "" : "; in brackets an earlier build, in turn with this one"}. The processor's part is as busy as the machine.`,
        rows: [...rounds].flatMap(([name, loads]) => toRows(name, loads, earlier.get(name))),
      };
    }),
};

function toRows(name: string, loads: readonly Load[], earlier: readonly Load[] = []): Row[] {
  const figure = (what: string, of: (load: Load) => number, digits: number, unit: string) => {
    const atMost = unit === "s" ? { atMost: USEFUL_AT_MOST_S } : {};
    const measured = row(`${name}, ${what}`, median(loads.map(of)), { unit, digits, ...atMost });
    if (earlier.length === 0) return measured;
    return { ...measured, value: `${measured.value} (${median(earlier.map(of)).toFixed(digits)})` };
  };
  return [
    figure("useful", ({ usefulS }) => usefulS, 2, "s"),
    figure("scripts until then", ({ scripts }) => scripts, 0, ""),
    figure("loaded until then", ({ kb }) => kb, 0, "kB"),
    figure("requests in a row until then", ({ inARow }) => inARow, 0, ""),
  ];
}

const measureRound = (demoUrl: string, rounds: Rounds): Promise<void> =>
  withPhone(demoUrl, "Amara", async (phone) => {
    const { page } = phone;
    const ride = await page.locator("main article a[href^='/rides/']").first().getAttribute("href");
    let session = await page.context().storageState();
    for (const screen of screensWith(ride ?? "/home")) {
      session = await withEmptyCache(phone, session, async (tab, devtools) => {
        await devtools.send("Network.enable");
        await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
        const load = await measureLoad(tab, devtools, screen);
        rounds.set(screen.name, [...(rounds.get(screen.name) ?? []), load]);
        const busy = loadavg()[0]?.toFixed(1);
        logProgress(
          `${demoUrl} ${screen.name}: ${load.usefulS.toFixed(2)} s, ${load.scripts} scripts, ${load.inARow} in a row, load ${busy}`,
        );
      });
    }
  });

const screensWith = (ride: string): readonly Screen[] => [
  { name: "Home", path: "/home", useful: "main article a[href^='/rides/']" },
  { name: "Seek", path: "/seek", useful: "main form [role=combobox]" },
  { name: "Host", path: "/host", useful: "main form [role=combobox]" },
  { name: "a ride", path: ride, useful: "main h1" },
];

async function measureLoad(
  page: Page,
  devtools: CDPSession,
  { path, useful }: Screen,
): Promise<Load> {
  const painted = await watchFor(devtools, useful);
  await page.goto(path, { waitUntil: "commit" });
  const usefulMs = await painted.at;
  const requests = await readRequests(page, usefulMs);
  const scripts = requests.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
  const bytes = requests.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    usefulS: usefulMs / 1000,
    scripts: scripts.length,
    kb: bytes / 1000,
    inARow: countInARow(requests),
  };
}

const BINDING = "reportUseful";

/**
 * Returns when, by the clock of the next page, an element has been painted. Playwright would wait with a script of its
 * own in the page, which the slow processor has to read, too.
 */
async function watchFor(devtools: CDPSession, selector: string): Promise<{ at: Promise<number> }> {
  await devtools.send("Page.enable");
  await devtools.send("Runtime.enable");
  await devtools.send("Runtime.addBinding", { name: BINDING });
  await devtools.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `new MutationObserver((_, observer) => {
      if (!document.querySelector(${JSON.stringify(selector)})) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => ${BINDING}(String(performance.now()))));
    }).observe(document, { subtree: true, childList: true })`,
  });
  const at = new Promise<number>((resolve) => {
    devtools.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === BINDING) resolve(Number(payload));
    });
  });
  return { at };
}

/** Runs in the page. */
const REQUESTS = `["navigation", "resource"]
  .flatMap((type) => performance.getEntriesByType(type))
  .map(({ name, startTime, responseEnd, encodedBodySize }) => ({ name, startTime, responseEnd, encodedBodySize }))`;
const Requests = z.array(
  z.object({
    name: z.string(),
    startTime: z.number(),
    responseEnd: z.number(),
    encodedBodySize: z.number(),
  }),
);
type Request = z.infer<typeof Requests>[number];

/** Requests of the page that ended before a time. */
async function readRequests(page: Page, beforeMs: number): Promise<Request[]> {
  const requests = Requests.parse(await page.evaluate(REQUESTS));
  return requests.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= beforeMs);
}

/** The longest chain of requests of which each was asked for after the one before had ended. */
function countInARow(requests: readonly Request[]): number {
  let inARow = 0;
  let endedAt = -1;
  for (const { startTime, responseEnd } of requests.toSorted(
    (a, b) => a.responseEnd - b.responseEnd,
  )) {
    if (startTime < endedAt) continue;
    inARow++;
    endedAt = responseEnd;
  }
  return inARow;
}
