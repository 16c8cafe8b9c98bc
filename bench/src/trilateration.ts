import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Bench, row } from "./bench.ts";
import { inNewFolder } from "./support/folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const TEST = "server/src/modules/active-drivers/trilateration.test.ts";
const QUERIES = process.env["QUERIES"] ?? "10000";

const Report = z.object({
  asked: z.number(),
  apartM: z.number(),
  closestM: z.number(),
  gainedM: z.number(),
});

/** The ordinary test of who measures a driver from many points, with many more questions: it fails where any answer gives more away. */
export const trilateration: Bench = {
  name: "trilateration",
  run: () =>
    inNewFolder(async (folder) => {
      const report = join(folder, "report.json");
      const test = spawn(process.execPath, [VITEST, "run", "--project", "server", TEST], {
        cwd: ROOT,
        stdio: ["ignore", "inherit", "inherit"],
        env: { ...process.env, QUERIES, TRILATERATION_REPORT: report },
      });
      const [code] = await once(test, "close");
      if (code !== 0) throw new Error("An answer gave away where a driver is; which one stands above.");
      const { asked, apartM, closestM, gainedM } = Report.parse(JSON.parse(readFileSync(report, "utf8")));
      return {
        how: `A spy who has no seat with a driver asks who is near, from chosen points all around: circles that shrink and grow until their edge is found (twenty to a point), the distance told, and who of two comes first; then reckons from all of it where the driver is. The driver stands at one corner of the square that strangers are told, and then at the opposite one; every answer must be the same to the letter.`,
        rows: [
          row("questions asked, half of them of each place", asked, { unit: "", atLeast: 10_000 }),
          row("two places that the answers do not tell apart are so far from each other", apartM, {
            unit: "m",
            atLeast: 500,
          }),
          row("the reckoned place, from the driver at its closest", closestM, { unit: "m" }),
          row("so much closer than the first answer alone", gainedM, { unit: "m", atMost: 20 }),
        ],
      };
    }),
};
