import { describe, expect, test } from "vitest";
import { compareWithBruteForce } from "../../../../test/roads/compare-with-brute-force.ts";
import { createAppOnRoads } from "../../../../test/roads/roads.ts";

const WORLDS = Number(process.env["ROAD_WORLDS"] ?? 1);
describe("matching on the roads of Liechtenstein", () => {
  test(
    `[domain/matching:roads-same-answer] search, days, near misses, alerts, requests, offers and bookings agree with brute force in ${WORLDS} random worlds`,
    async () => {
      const totals: Record<string, number> = {};
      const problems: string[] = [];
      for (let seed = 1; seed <= WORLDS; seed++) {
        const app = await createAppOnRoads({ PLACE_ROUNDING_M: 0 });
        const compared = await compareWithBruteForce(app, seed, {
          rides: 12,
          searches: 4,
          requests: 4,
        });
        problems.push(...compared.problems);
        for (const [kind, count] of Object.entries(compared.counts))
          totals[kind] = (totals[kind] ?? 0) + count;
        expect(app.bugs).toEqual([]);
      }
      expect(problems).toEqual([]);
      const neverFound = Object.keys(totals).filter((kind) => totals[kind] === 0);
      expect(neverFound).toEqual([]);
    },
    300_000 * WORLDS,
  );
});
