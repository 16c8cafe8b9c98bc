import { describe, expect, test } from "vitest";
import { createRandom } from "../src/testing/random-town.ts";
import { SmallExtract, type SmallRoads } from "../src/testing/small-extract.ts";

const TOWNS = Number(process.env["TURN_TOWNS"] ?? 25);
const NODES = "ABCDEFGHIJKLMNOPQRST";
const COLUMNS = 5;

interface Road {
  readonly ends: string;
  readonly isOneWay: boolean;
  readonly isPrivate: boolean;
}

interface Town {
  readonly roads: readonly Road[];
  readonly built: SmallRoads;
}

const reverse = (names: string): string => `${names[1]}${names[0]}`;

async function randomTown(seed: number): Promise<Town> {
  const random = createRandom(seed);
  const rows = Array.from({ length: NODES.length / COLUMNS }, (_, row) =>
    NODES.slice(row * COLUMNS, (row + 1) * COLUMNS).split(""),
  );
  const extract = new SmallExtract(rows.map((row) => row.join("  ")).join("\n\n"));
  const roads: Road[] = [];
  for (const [n, name] of NODES.split("").entries()) {
    const right = n % COLUMNS < COLUMNS - 1 ? NODES[n + 1] : undefined;
    for (const other of [right, NODES[n + COLUMNS]]) {
      if (other === undefined || random() < 0.25) continue;
      const road = {
        ends: `${name}${other}`,
        isOneWay: random() < 0.15,
        isPrivate: random() < 0.35,
      };
      roads.push(road);
      extract.way(road.ends, {
        highway: "residential",
        maxspeed: random() < 0.5 ? "30" : "50",
        oneway: road.isOneWay ? "yes" : "no",
        access: road.isPrivate ? "private" : "yes",
      });
    }
  }
  return { roads, built: await extract.build() };
}

/** The nodes that roads connect, in any direction. */
function connectedWith(node: string, roads: readonly Road[]): ReadonlySet<string> {
  const found = new Set([node]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { ends } of roads)
      if (found.has(ends[0] ?? "") || found.has(ends[1] ?? ""))
        for (const end of ends) found.add(end);
  }
  return found;
}

/** Public roads that only private ones connect with more public roads count as private. */
function withPrivateParts(roads: readonly Road[]): Road[] {
  const isPublic = roads.filter(({ isPrivate }) => !isPrivate);
  const partOf = (road: Road): readonly Road[] => {
    const nodes = connectedWith(road.ends[0] ?? "", isPublic);
    return isPublic.filter(({ ends }) => nodes.has(ends[0] ?? ""));
  };
  const largestOf = (road: Road): Road | undefined => {
    const nodes = connectedWith(road.ends[0] ?? "", roads);
    const parts = isPublic.filter(({ ends }) => nodes.has(ends[0] ?? "")).map(partOf);
    return parts.reduce((most, part) => (part.length > most.length ? part : most), [])[0];
  };
  return roads.map((road) => {
    if (road.isPrivate) return road;
    return partOf(road)[0] === largestOf(road) ? road : { ...road, isPrivate: true };
  });
}

/** A drive leaves private roads, is on public ones, and ends on private ones: never in the order private, public twice. */
const PHASES = ["departing", "driving", "arriving"] as const;
type Phase = (typeof PHASES)[number];

function nextPhases(phase: Phase, isPrivate: boolean): readonly Phase[] {
  if (!isPrivate) return phase === "arriving" ? [] : ["driving"];
  return phase === "departing" ? ["departing", "arriving"] : ["arriving"];
}

function secondsFrom(start: string, { roads, built }: Town): ReadonlyMap<string, number> {
  const drives = withPrivateParts(roads).flatMap(({ ends, isOneWay, isPrivate }) =>
    (isOneWay ? [ends] : [ends, reverse(ends)]).map((drive) => ({ drive, isPrivate })),
  );
  const best = new Map<string, number>([[`${start} departing`, 0]]);
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const { drive, isPrivate } of drives)
      for (const phase of PHASES) {
        const before = best.get(`${drive[0]} ${phase}`);
        if (before === undefined) continue;
        const seconds = before + (built.secondsOf(drive) ?? Number.NaN);
        for (const next of nextPhases(phase, isPrivate)) {
          const key = `${drive[1]} ${next}`;
          if (seconds >= (best.get(key) ?? Infinity) - 0.01) continue;
          best.set(key, seconds);
          isBetter = true;
        }
      }
  }
  const least = new Map<string, number>();
  for (const [key, seconds] of best) {
    const node = key[0] ?? "";
    least.set(node, Math.min(seconds, least.get(node) ?? Infinity));
  }
  return least;
}

function findDifferences(town: Town): string[] {
  const differences: string[] = [];
  for (const from of NODES) {
    const expected = secondsFrom(from, town);
    for (const to of NODES) {
      if (to === from) continue;
      const seconds = town.built.seconds(from, to) ?? -1;
      const wanted = expected.get(to) ?? -1;
      if (Math.abs(seconds - wanted) > 0.05)
        differences.push(`${from}${to}: ${seconds}, not ${wanted}`);
    }
  }
  return differences;
}

describe("private roads in random towns", () => {
  test(
    "are driven from a place on them and to one, never through",
    async () => {
      for (let seed = 1; seed <= TOWNS; seed++)
        expect(findDifferences(await randomTown(seed)), `town ${seed}`).toEqual([]);
    },
    60_000 + 500 * TOWNS,
  );
});
