import { describe, expect, test } from "vitest";
import { createRandom } from "../src/testing/random-town.ts";
import { SmallExtract, type SmallRoads } from "../src/testing/small-extract.ts";

const TOWNS = Number(process.env["TURN_TOWNS"] ?? 25);
const NODES = "ABCDEFGHIJKLMNOP";
const SIDE = 4;

interface Restriction {
  readonly kind: "no" | "only";
  /** Roads by the names of both ends, in the direction in which they are driven. */
  readonly from: string;
  readonly via: readonly string[];
  readonly to: string;
}

interface Town {
  readonly roads: SmallRoads;
  /** Every direction in which a road may be driven, such as "AB". */
  readonly drives: ReadonlySet<string>;
  readonly restrictions: readonly Restriction[];
}

const reverse = (road: string): string => `${road[1]}${road[0]}`;

async function randomTown(seed: number): Promise<Town> {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T | undefined =>
    values[Math.floor(random() * values.length)];
  const ways: string[] = [];
  const drives = new Set<string>();
  const rows = Array.from({ length: SIDE }, (_, row) =>
    NODES.slice(row * SIDE, (row + 1) * SIDE).split(""),
  );
  const extract = new SmallExtract(rows.map((row) => row.join("  ")).join("\n\n"));

  for (const [n, name] of NODES.split("").entries()) {
    const neighbours = [n % SIDE < SIDE - 1 ? NODES[n + 1] : undefined, NODES[n + SIDE]];
    for (const neighbour of neighbours) {
      if (neighbour === undefined || random() < 0.15) continue;
      const way = `${name}${neighbour}`;
      const isOneWay = random() < 0.2;
      ways.push(way);
      drives.add(way);
      if (!isOneWay) drives.add(reverse(way));
      const maxspeed = pick(["20", "30", "50"]) ?? "50";
      extract.way(way, { highway: "tertiary", maxspeed, oneway: isOneWay ? "yes" : "no" });
    }
  }

  const restrictions: Restriction[] = [];
  for (let n = 0; n < 10; n++) {
    const from = pick([...drives]) ?? "";
    const next = (road: string) =>
      [...drives].filter((other) => other[0] === road[1] && other !== reverse(road));
    const via = random() < 0.4 ? pick(next(from)) : undefined;
    const last = via ?? from;
    const turns = via === undefined && random() < 0.2 ? [reverse(from)] : next(last);
    const to = pick(turns.filter((turn) => drives.has(turn)));
    const kind = random() < 0.7 ? "no" : "only";
    if (to === undefined || (kind === "only" && to === reverse(from))) continue;
    restrictions.push({ kind, from, via: via === undefined ? [] : [via], to });
    const wayOf = (road: string) => (ways.includes(road) ? road : reverse(road));
    extract.restriction(`${kind}_turn`, {
      from: wayOf(from),
      via: via === undefined ? [from[1] ?? ""] : [wayOf(via)],
      to: wayOf(to),
    });
  }
  return { roads: await extract.build(), drives, restrictions };
}

const endsWithRoads = (path: readonly string[], tail: readonly string[]): boolean =>
  path.length >= tail.length && path.slice(-tail.length).join(" ") === tail.join(" ");

/** Whether the last road of a path may be driven after those before it, in the plainest code. */
function mayDrive(path: readonly string[], { drives, restrictions }: Town): boolean {
  const last = path.at(-1) ?? "";
  const before = path.at(-2);
  if (before === undefined) return true;
  const endsWith = (...tail: string[]) => endsWithRoads(path, tail);
  const isTurnRound = last === reverse(before);
  const goesOnFrom = (road: string) =>
    [...drives].some((other) => other[0] === road[1] && other !== reverse(road));

  return restrictions.every(({ kind, from, via, to }) => {
    const begin = [from, ...via];
    const hasBegun = endsWith(...begin, last);
    if (kind === "no") {
      if (endsWith(...begin, to)) return false;
      // Turning round on the via way.
      if (via.length > 0 && hasBegun && last === reverse(begin.at(-1) ?? "")) return false;
      // Another road at the junction, and back from its end.
      const isDetour = isTurnRound && endsWith(...begin, before, last) && before !== to;
      return !(isDetour && before !== reverse(begin.at(-1) ?? "") && goesOnFrom(before));
    }
    if (hasBegun && last !== to) return false;
    return !(isTurnRound && endsWith(...begin, to, last) && goesOnFrom(to));
  });
}

/** Seconds from a node to all others, by Dijkstra over the last three roads driven. */
function secondsFrom(start: string, town: Town, secondsOf: (road: string) => number) {
  const best = new Map<string, number>();
  const settled = new Map<string, number>();
  const queue: { path: string[]; seconds: number }[] = [{ path: [], seconds: 0 }];
  while (queue.length > 0) {
    queue.sort((a, b) => b.seconds - a.seconds);
    const state = queue.pop();
    if (!state) break;
    const at = state.path.at(-1)?.[1] ?? start;
    if (state.path.length > 0 && !settled.has(at)) settled.set(at, state.seconds);
    for (const road of town.drives) {
      if (road[0] !== at) continue;
      const path = [...state.path, road];
      if (!mayDrive(path, town)) continue;
      const key = path.slice(-3).join(" ");
      const seconds = state.seconds + secondsOf(road);
      if (seconds >= (best.get(key) ?? Infinity)) continue;
      best.set(key, seconds);
      queue.push({ path: path.slice(-3), seconds });
    }
  }
  return settled;
}

function compare(town: Town): string[] {
  const { roads } = town;
  const timeOf = new Map<string, number>();
  for (const road of town.drives) timeOf.set(road, roads.secondsOf(road) ?? Number.NaN);
  const differences: string[] = [];
  for (const from of NODES) {
    const expected = secondsFrom(from, town, (road) => timeOf.get(road) ?? Number.NaN);
    for (const to of NODES) {
      if (to === from) continue;
      const seconds = roads.seconds(from, to);
      const wanted = expected.get(to);
      const isSame = Math.abs((seconds ?? -1) - (wanted ?? -1)) < 0.01;
      if (!isSame) differences.push(`${from}${to}: ${seconds}, not ${wanted}`);
    }
  }
  return differences;
}

describe("turn restrictions in random towns", () => {
  test(
    "all drives take as long as by a search over roads that checks each turn",
    async () => {
      let used = 0;
      for (let seed = 1; seed <= TOWNS; seed++) {
        const town = await randomTown(seed);
        expect(compare(town), `town ${seed}`).toEqual([]);
        used += town.roads.built.restrictions;
      }
      expect(used).toBeGreaterThan(5 * TOWNS);
    },
    60_000 + 500 * TOWNS,
  );
});
