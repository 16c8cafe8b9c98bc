import { expect, test } from "vitest";
import { compareImplementations } from "../src/testing/compare-implementations.ts";
import { createScenario } from "../src/testing/random-scenarios.ts";

const WORLDS = Number(process.env["WORLDS"] ?? 600);

test(
  `[domain/matching:oracle] rule, index and brute force agree to 1 m and 1 s on ${WORLDS} random scenarios`,
  () => {
    const problems: string[] = [];
    const totals = new Map<string, { matches: number; nearMisses: number }>();
    for (let seed = 1; seed <= WORLDS; seed++) {
      const scenario = createScenario(seed);
      const { problem, matches, nearMisses } = compareImplementations(scenario);
      if (problem !== undefined) problems.push(`${scenario.kind} ${problem}`);
      const sum = totals.get(scenario.kind) ?? { matches: 0, nearMisses: 0 };
      totals.set(scenario.kind, {
        matches: sum.matches + matches,
        nearMisses: sum.nearMisses + nearMisses,
      });
    }
    expect(problems.slice(0, 10), `${problems.length} worlds disagree`).toEqual([]);
    for (const [kind, { matches, nearMisses }] of totals) {
      expect(matches, `matches in ${kind}`).toBeGreaterThan(WORLDS / 200);
      expect(nearMisses, `near misses in ${kind}`).toBeGreaterThan(WORLDS / 400);
    }
  },
  60_000 + WORLDS * 100,
);
