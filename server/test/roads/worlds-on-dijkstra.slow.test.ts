import { CorridorIndex } from "@commonlane/matching/corridor-index";
import { findRoadNearMiss, matchOnRoads } from "@commonlane/matching/road-rule";
import { PairFilter } from "@commonlane/matching/roads/pair-filter";
import { DEFAULT_MATCH_SETTINGS } from "@commonlane/matching/rule";
import {
  findMatchProblem,
  findNearMissProblem,
} from "@commonlane/matching/testing/compare-implementations";
import { listAllRoadCandidates } from "@commonlane/matching/testing/oracle-roads";
import { expect, test } from "vitest";
import { createRandom } from "@commonlane/geo/testing/random-town";
import { TownWorld } from "./town-world.ts";

const WORLDS = Number(process.env["WORLDS"] ?? 400);
const FIRST_WORLD = Number(process.env["FIRST_WORLD"] ?? 1);
const settings = DEFAULT_MATCH_SETTINGS;

interface Counts {
  matches: number;
  misses: number;
}

/** The differences between brute force on Dijkstra's roads and matching on the road network, in the world of a seed. */
function findProblems(seed: number, counts: Counts): string[] {
  const { rides, search, roads, dijkstra } = new TownWorld(createRandom(seed));
  const index = new CorridorIndex(settings);
  for (const { ours } of rides) index.putOnRoads(ours);
  const filter = new PairFilter(roads, settings);
  const options = { limit: rides.length, roads };
  const named = new Map(index.candidates(search, options).map(({ id, order }) => [id, order]));
  const nearly = new Map(
    index.nearMissCandidates(search, options).map(({ id, order }) => [id, order]),
  );

  return rides.flatMap(({ ours, theirs }) => {
    const all = listAllRoadCandidates(theirs, search, dijkstra, settings);
    const { match } = matchOnRoads(ours, search, roads, settings);
    const { miss } = findRoadNearMiss(ours, search, roads, settings);
    counts.matches += match ? 1 : 0;
    counts.misses += miss ? 1 : 0;
    const isMissing = (candidates: Map<string, number>, order: number | undefined) =>
      order !== undefined && !((candidates.get(ours.id) ?? Infinity) <= order);
    const problems = [
      findMatchProblem(match, all, theirs, search, settings),
      findNearMissProblem(match, miss, all, theirs, search, settings),
      isMissing(named, match?.order) ? `${ours.id}: the index misses a match` : undefined,
      match && !filter.mayMatch(ours, search)
        ? `${ours.id}: the filter of pairs leaves a match out`
        : undefined,
      isMissing(nearly, miss?.match.order) ? `${ours.id}: the index misses a miss` : undefined,
    ];
    return problems.filter((problem) => problem !== undefined);
  });
}

test(
  `[domain/matching:roads-dijkstra] rule, index, filter of pairs and road network agree with brute force on Dijkstra's roads in ${WORLDS} random towns`,
  () => {
    const different: string[] = [];
    const counts: Counts = { matches: 0, misses: 0 };
    for (let seed = FIRST_WORLD; seed < FIRST_WORLD + WORLDS; seed++) {
      const problems = findProblems(seed, counts);
      if (problems.length > 0) different.push(`world ${seed}: ${problems.join("; ")}`);
    }
    expect(different.slice(0, 10), `${different.length} differ`).toEqual([]);
    expect(counts.matches).toBeGreaterThan(WORLDS / 4);
    expect(counts.misses).toBeGreaterThan(WORLDS / 20);
  },
  60_000 + WORLDS * 100,
);
