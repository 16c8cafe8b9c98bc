import { expect, test } from "vitest";
import { toCost } from "./road-cost.ts";
import { createLabel, leastCost, openLabel } from "./road-label.ts";

const POINT = { line: 0, part: 0.5 };
const FAR_NODE = 3_000_000;
/** Times and lengths with one to four groups of bits, up to the most that a cost can hold. */
const COSTS = new Map([
  [0, toCost(0, 0)],
  [1, toCost(127, 128)],
  [130, toCost(16_383, 16_384)],
  [20_000, toCost(2_097_151, 2_097_152)],
  [FAR_NODE, toCost(66_000_000, 2 ** 27 - 1)],
]);

function labelOf(nodes: readonly number[], direction: "from" | "to") {
  const costs = new Float64Array(FAR_NODE + 1).fill(Infinity);
  for (const node of nodes) costs[node] = COSTS.get(node)!;
  return createLabel(POINT, direction, Uint32Array.from(nodes), costs);
}

test("a label gives back its nodes and costs, however large they are", () => {
  const { nodes, costs } = openLabel(labelOf([...COSTS.keys()], "from"));
  expect([...nodes]).toEqual([...COSTS.keys()]);
  expect([...costs]).toEqual([...COSTS.values()]);
});

test("two labels meet at the node of both that costs least", () => {
  const from = openLabel(labelOf([0, 130, 20_000, FAR_NODE], "from"));
  expect(leastCost(from, labelOf([1, 20_000, FAR_NODE], "to"))).toBe(2 * COSTS.get(20_000)!);
  expect(leastCost(from, labelOf([1], "to"))).toBe(Infinity);
});
