import { expect, test } from "vitest";
import { coverPairs, type Pair } from "./cover-pairs.ts";

const pair = (from: string, to: string): Pair<string> => ({ from, to });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Pairs that no table contains, and how many roads the tables contain. */
function check(pairs: readonly Pair<string>[]) {
  const tables = coverPairs(pairs);
  const missing = pairs.filter(
    ({ from, to }) =>
      !tables.some(({ sources, targets }) => sources.includes(from) && targets.includes(to)),
  );
  const roads = tables.reduce(
    (sum, { sources, targets }) => sum + sources.length * targets.length,
    0,
  );
  return { missing, roads, tables: tables.length };
}

test("the roads of one search are two tables, however many rides it has", () => {
  const ofRides = numbers(300).flatMap((n) => [
    pair(`start ${n}`, "A"),
    pair("A", `end ${n}`),
    pair(`start ${n}`, "B"),
    pair("B", `end ${n}`),
  ]);
  expect(check([...ofRides, pair("A", "B")])).toMatchObject({ missing: [], tables: 2 });
});

test("the roads of one ride and many searches are a few tables without many needless roads", () => {
  const pairs = numbers(200).flatMap((n) => [
    pair("start", `A${n}`),
    pair(`A${n}`, "end"),
    pair("start", `B${n}`),
    pair(`B${n}`, "end"),
    ...(n % 10 === 0 ? [pair(`A${n}`, `B${n}`)] : []),
  ]);
  const { missing, roads, tables } = check(pairs);
  expect(missing).toEqual([]);
  expect(tables).toBeLessThan(6);
  expect(roads).toBeLessThan(3 * pairs.length);
});

test("many rides and many searches are covered, too", () => {
  const pairs = numbers(400).map((n) =>
    pair(`place ${(n * 7) % 90}`, `place ${90 + ((n * 13) % 80)}`),
  );
  expect(check(pairs)).toMatchObject({ missing: [] });
  expect(coverPairs([])).toEqual([]);
});
