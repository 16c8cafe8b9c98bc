import { z } from "zod";
import { type Bench, row } from "./bench.ts";
import { runLongTest } from "./support/run-test.ts";

const RIDES = 10_000;
const FEEDS = ["amarillo", "gtfs", "realtime", "siri"] as const;

const milliseconds = z.record(z.string(), z.number());

/** Processor time of the feeds of listed rides, for everything at once, after one change, and without one. */
export const rideFeeds: Bench = {
  name: "ride-feeds",
  run: async () => {
    const figures = await runLongTest({
      file: "server/src/modules/ride-feeds/many-rides.test.ts",
      settings: { LISTED_RIDES: String(RIDES) },
      reportTo: "LISTED_RIDES_REPORT",
      report: milliseconds,
      failed: "The feeds of many rides failed.",
    });
    const sum = (prefix: string) =>
      FEEDS.reduce((total, name) => total + (figures[`${prefix}${name}Ms`] ?? NaN), 0);
    const megabytes = (name: string) => (figures[`${name}Bytes`] ?? NaN) / 1e6;
    const inMs = { unit: "ms" };
    const inMegabytes = { unit: "MB", digits: 1 };
    return {
      how: `${RIDES} listed rides with six stops each, in one process, fetched through HTTP as streams; processor time of the server without its database.`,
      rows: [
        row("all four feeds, the first time", figures["firstMs"] ?? NaN, {
          ...inMs,
          atMost: 2_000,
        }),
        row("all four feeds, after a ride changed", sum(""), { ...inMs, atMost: 2_000 }),
        row("all four feeds, without a change", sum("unchanged "), inMs),
        ...FEEDS.map((name) => row(`size: ${name}`, megabytes(name), inMegabytes)),
      ],
    };
  },
};
