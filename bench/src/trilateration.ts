import { z } from "zod";
import { type Bench, row } from "./bench.ts";
import { runLongTest } from "./support/run-test.ts";

const Report = z.object({
  queryCount: z.number(),
  apartM: z.number(),
  closestM: z.number(),
  gainedM: z.number(),
});

/**
 * The ordinary test that measures a driver from many points, with many more requests: fails if any reply reveals more.
 */
export const trilateration: Bench = {
  name: "trilateration",
  run: async () => {
    const { queryCount, apartM, closestM, gainedM } = await runLongTest({
      file: "server/src/modules/active-drivers/trilateration.test.ts",
      settings: { QUERIES: process.env["QUERIES"] ?? "10000" },
      reportTo: "TRILATERATION_REPORT",
      report: Report,
      failed: "An answer gave away where a driver is; which one stands above.",
    });
    return {
      how: `A spy who has no seat with a driver asks who is near, from chosen points all around: circles that shrink and grow until their edge is found (twenty to a point), the distance told, and who of two comes first; then reckons from all of it where the driver is. The driver stands at one corner of the square that strangers are told, and then at the opposite one; every answer must be the same to the letter.`,
      rows: [
        row("questions asked, half of them of each place", queryCount, {
          unit: "",
          atLeast: 10_000,
        }),
        row("two places that the answers do not tell apart are so far from each other", apartM, {
          unit: "m",
          atLeast: 500,
        }),
        row("the reckoned place, from the driver at its closest", closestM, { unit: "m" }),
        row("so much closer than the first answer alone", gainedM, { unit: "m", atMost: 20 }),
      ],
    };
  },
};
