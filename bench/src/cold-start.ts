import { z } from "zod";
import { type Bench, logProgress, median, type Row, row } from "./bench.ts";
import { type Phone, withDemo, withPhone } from "./phone/demo-phone.ts";

const RUNS = 5;
/** Slow 4G, as in Lighthouse, with its delay for each request. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const HOME_AT_MOST_S = 3;

/** Runs in the page. */
const LOADED = `performance.getEntriesByType("resource").map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`;
const Loaded = z.array(z.object({ name: z.string(), encodedBodySize: z.number() }));

interface Screen {
  readonly path: string;
  /** What a person opens the screen for. */
  readonly useful: string;
  readonly atMostS: number;
}

const SCREENS: readonly Screen[] = [
  { path: "/home", useful: "main article a[href^='/rides/']", atMostS: HOME_AT_MOST_S },
  { path: "/seek", useful: "main form [role=combobox]", atMostS: HOME_AT_MOST_S },
  { path: "/host", useful: "main form [role=combobox]", atMostS: HOME_AT_MOST_S },
  { path: "ride", useful: "main h1 + p, main header h1", atMostS: HOME_AT_MOST_S },
];

/** From opening a signed-in screen with an empty cache to what it is opened for. */
export const coldStart: Bench = {
  name: "cold-start",
  run: () =>
    withDemo((demoUrl) =>
      withPhone(demoUrl, "Amara", async (phone) => {
        const { page, devtools } = phone;
        const ride = await page
          .locator("main article a[href^='/rides/']")
          .first()
          .getAttribute("href");
        await devtools.send("Network.enable");
        await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
        const rows: Row[] = [];
        for (const screen of SCREENS)
          rows.push(...(await measureScreen(phone, screen, ride ?? "/home")));
        return {
          how: `\`npm run demo\`, signed in, nothing cached and no service worker; Chromium at 390 × 844, processor slowed down four times, slow 4G (1.6 Mbit/s, 150 ms a request). Useful is the first trip on Home, the form on Seek and Host, and the title of a ride. ${RUNS} runs, medians.`,
          rows,
        };
      }),
    ),
};

async function measureScreen(
  { page, devtools }: Phone,
  { path, useful, atMostS }: Screen,
  ride: string,
): Promise<Row[]> {
  const times: number[] = [];
  let scripts = 0;
  let kb = 0;
  for (let run = 0; run < RUNS; run++) {
    await devtools.send("Network.clearBrowserCache");
    await devtools.send("Storage.clearDataForOrigin", {
      origin: new URL(page.url()).origin,
      storageTypes: "service_workers,cache_storage",
    });
    const began = Date.now();
    await page.goto(path === "ride" ? ride : path, { waitUntil: "commit" });
    await page.locator(useful).first().waitFor();
    times.push((Date.now() - began) / 1000);
    const loaded = Loaded.parse(await page.evaluate(LOADED));
    scripts = loaded.filter(({ name }) => name.endsWith(".js")).length;
    kb = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
    await page.waitForLoadState("networkidle");
  }
  const name = path === "ride" ? "a ride" : path;
  logProgress(`${name}: ${times.map((time) => time.toFixed(2)).join(", ")} s, ${scripts} scripts`);
  return [
    row(`${name}, useful`, median(times), { unit: "s", digits: 2, atMost: atMostS }),
    row(`${name}, scripts until then`, scripts, { unit: "" }),
    row(`${name}, loaded until then`, kb, { unit: "kB" }),
  ];
}
