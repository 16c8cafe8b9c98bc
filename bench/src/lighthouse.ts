import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { findChromium } from "../../scripts/find-chromium.ts";
import { requireFrom } from "../../scripts/on-demand-packages.ts";
import { type Bench, median, type Row, row, logProgress } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { serve, STARTER } from "./support/processes.ts";

const PAGES = [
  "/",
  "/login",
  "/register",
  "/forgot-password",
  "/privacy-policy",
  "/terms-of-use",
  "/about",
  "/popular-routes",
];
const RUNS = 3;
const TRIES = 6;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const AT_LEAST = { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 };
const LCP_AT_MOST_S = 2;
const CLS_AT_MOST = 0.05;

/** The parts of Lighthouse's report that are measured. */
const Result = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});
type Result = z.infer<typeof Result>;

/** Lighthouse scores of the public pages on its simulated phone and network. */
export const lighthouseBench: Bench = {
  name: "lighthouse",
  run: () =>
    withTempFolder(async (folder) => {
      const program = join(
        requireFrom("bench/lighthouse").resolve("lighthouse"),
        "../../cli/index.js",
      );
      const { address, stop } = await serve(STARTER, { DATA_DIR: folder });
      try {
        const rows: Row[] = [];
        for (const path of PAGES)
          rows.push(...(await rowsOf(path, new URL(path, address).href, program)));
        return {
          how: `\`npm start\` with the web app built; Lighthouse with its own settings: a mid-range phone on slow 4G, simulated. ${RUNS} runs, medians. Performance and LCP count the work of the machine's own processor four times, so a busy or slow machine lowers them: Lighthouse assumes a benchmark index of about 1,500.`,
          rows,
        };
      } finally {
        await stop();
      }
    }),
};

async function rowsOf(path: string, url: string, program: string): Promise<Row[]> {
  const runs: Result[] = [];
  for (let tries = 0; runs.length < RUNS; tries++) {
    const result = await look(url, program);
    if (!result.runtimeError) runs.push(result);
    // Now and then Chromium's trace lacks the start of the navigation.
    else if (tries >= TRIES)
      throw new Error(`Lighthouse could not look at ${url}: ${result.runtimeError.message}`);
  }
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
    row(
      `${path}, benchmark index of the machine meanwhile`,
      of(({ environment }) => environment.benchmarkIndex),
      {
        unit: "",
      },
    ),
    row(`${path}, cumulative layout shift`, cls, { unit: "", digits: 3, atMost: CLS_AT_MOST }),
  ];
  logProgress(`${path}: ${rows.map(({ value }) => value).join(", ")}`);
  return rows;
}

/** Runs the command, because its types would have to be installed wherever the benchmarks are type-checked. */
function look(url: string, program: string): Promise<Result> {
  return withTempFolder(async (folder) => {
    // A report on standard output is cut off when Lighthouse ends with an error.
    const report = join(folder, "report.json");
    const flags = [
      `--only-categories=${CATEGORIES.join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
      "--output=json",
      `--output-path=${report}`,
      "--quiet",
      "--no-enable-error-reporting",
    ];
    const run = spawn(process.execPath, [program, url, ...flags], {
      env: { ...process.env, CHROME_PATH: findChromium() },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await once(run, "close");
    if (!existsSync(report)) throw new Error(`Lighthouse could not look at ${url}.`);
    return Result.parse(JSON.parse(readFileSync(report, "utf8")));
  });
}
