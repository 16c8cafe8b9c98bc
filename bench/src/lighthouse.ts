import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { findChromium } from "../../scripts/chromium.ts";
import { type Bench, median, type Row, row, say } from "./bench.ts";
import { inNewFolder } from "./support/folder.ts";
import { serve, STARTER } from "./support/processes.ts";

const PAGES = ["/", "/login", "/register", "/forgot-password", "/privacy-policy", "/terms-of-use"];
const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const AT_LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const LCP_AT_MOST_S = 2;
const CLS_AT_MOST = 0.05;

/** What Lighthouse says of the public pages on the phone and the network that it simulates. */
export const lighthouseBench: Bench = {
  name: "lighthouse",
  run: () =>
    inNewFolder(async (folder) => {
      const { address, stop } = await serve(STARTER, { DATA_DIR: folder });
      const chrome = await launch({
        chromePath: findChromium(),
        chromeFlags: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
        logLevel: "error",
      });
      try {
        const rows: Row[] = [];
        for (const path of PAGES) rows.push(...(await rowsOf(path, new URL(path, address).href, chrome.port)));
        return {
          how: `\`npm start\` with the web app built; Lighthouse with its own settings: a mid-range phone on slow 4G, simulated. ${RUNS} runs, medians. Performance and LCP count the work of the machine's own processor four times, so a busy machine lowers them.`,
          rows,
        };
      } finally {
        chrome.kill();
        await stop();
      }
    }),
};

async function rowsOf(path: string, url: string, port: number): Promise<Row[]> {
  const runs: Result[] = [];
  while (runs.length < RUNS) runs.push(await look(url, port));
  const of = (figure: (run: Result) => number) => median(runs.map(figure));
  const scores = CATEGORIES.map((name) => {
    const score = of(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100));
    return row(`${path}, ${name}`, score, { unit: "of 100", atLeast: AT_LEAST[name] });
  });
  const lcpS = of(({ audits }) => (audits["largest-contentful-paint"]?.numericValue ?? NaN) / 1000);
  const cls = of(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? NaN);
  const rows = [
    ...scores,
    row(`${path}, largest contentful paint`, lcpS, { unit: "s", digits: 2, atMost: LCP_AT_MOST_S }),
    row(`${path}, cumulative layout shift`, cls, { unit: "", digits: 3, atMost: CLS_AT_MOST }),
  ];
  say(`${path}: ${rows.map(({ value }) => value).join(", ")}`);
  return rows;
}

async function look(url: string, port: number): Promise<Result> {
  const told = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] });
  if (!told) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { runtimeError } = told.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.message}`);
  return told.lhr;
}
