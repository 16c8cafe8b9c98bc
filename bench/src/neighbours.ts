import { z } from "zod";
import { type Bench, row } from "./bench.ts";
import { runLongTest } from "./support/run-test.ts";

const SEARCHES = 300;

const milliseconds = z.record(z.string(), z.number());

/** The own search with and without three neighbours, of which one is dead. */
export const neighbours: Bench = {
  name: "neighbours",
  run: async () => {
    const figures = await runLongTest({
      file: "server/src/modules/neighbours/many-searches.test.ts",
      settings: { NEIGHBOUR_SEARCHES: String(SEARCHES) },
      reportTo: "NEIGHBOUR_SEARCHES_REPORT",
      report: milliseconds,
      failed: "The searches of neighbours failed.",
    });
    const inMs = { unit: "ms", digits: 1 };
    const alone = figures["alone p99"] ?? NaN;
    return {
      how: `${SEARCHES} searches from different squares, one after the other, in a community with 100 rides; two of three neighbours answer, with 20 rides each, and one accepts connections and never answers: three searches wait 1.8 s for it, until requests to it pause. All communities and their database share the cores of one process, so the second pair of figures includes the work of the neighbours.`,
      rows: [
        row("own search without neighbours, p50", figures["alone p50"] ?? NaN, inMs),
        row("own search without neighbours, p99", alone, inMs),
        row("own search while neighbours are asked, p50", figures["beside p50"] ?? NaN, inMs),
        row("own search while neighbours are asked, p99", figures["beside p99"] ?? NaN, inMs),
        row("answer of the neighbours, p50", figures["neighbours p50"] ?? NaN, inMs),
        row("answer of the neighbours, p99", figures["neighbours p99"] ?? NaN, {
          ...inMs,
          atMost: 2_000,
        }),
      ],
    };
  },
};
