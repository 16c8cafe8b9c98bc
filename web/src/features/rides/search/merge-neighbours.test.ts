import { expect, test } from "vitest";
import { mergeNeighbours } from "./merge-neighbours.ts";

const own = (id: string, order: number) => ({ ride: { id }, match: { order } });
const theirs = (id: string, order: number) => ({ id, order });
type Merged = ReturnType<typeof mergeNeighbours<ReturnType<typeof own>, ReturnType<typeof theirs>>>;
const idsOf = (merged: Merged) =>
  merged.map((item) => (item.kind === "own" ? item.result.ride.id : item.ride.id));

const ownRides = [own("a", 10), own("b", 30)];
const neighbours = [theirs("last", 90), theirs("equal", 10), theirs("between", 20)];

test("[domain/neighbours:shown-order] rides of neighbours stand among own ones by the same rank, never before an equal own ride", () => {
  const merged = mergeNeighbours(ownRides, neighbours, { order: "best", hasMore: false });
  expect(idsOf(merged)).toEqual(["a", "equal", "between", "b", "last"]);
});

test("what ranks after the last loaded own ride waits for the next page", () => {
  const merged = mergeNeighbours(ownRides, neighbours, { order: "best", hasMore: true });
  expect(idsOf(merged)).toEqual(["a", "equal", "between", "b"]);
});

test("in another order rides of neighbours follow all own ones", () => {
  const merged = mergeNeighbours(ownRides, neighbours, { order: "cheapest", hasMore: false });
  expect(idsOf(merged)).toEqual(["a", "b", "equal", "between", "last"]);
});
