import { describe, expect, test } from "vitest";
import { countByDay, joinPages, readView, viewOf, writeView } from "./found-rides.ts";
import { found } from "./test-rides.ts";

const early = found("early", { pickupAt: "2026-11-21T06:00:00.000Z", detourS: 600, walkFromM: 0, seatsLeft: 1 });
const straight = found("straight", {
  pickupAt: "2026-11-21T08:00:00.000Z",
  detourS: 0,
  walkFromM: 900,
  contribution: null,
});
const late = found("late", { pickupAt: "2026-11-21T23:30:00.000Z", detourS: 300, walkFromM: 100 }, "instant");
const all = [straight, late, early];
const ids = (list: readonly { ride: { id: string } }[]) => list.map(({ ride }) => ride.id);
const usual = readView(new URLSearchParams());

describe("found rides", () => {
  test.each([
    ["best", ["straight", "late", "early"]],
    ["earliest", ["early", "straight", "late"]],
    ["detour", ["straight", "late", "early"]],
    ["walk", ["early", "late", "straight"]],
    ["price", ["straight", "early", "late"]],
  ] as const)("are shown by %s", (order, expected) => {
    expect(ids(viewOf(all, { ...usual, order }))).toEqual(expected);
  });

  test("are narrowed to instant ones and to free seats", () => {
    expect(ids(viewOf(all, { ...usual, instant: true }))).toEqual(["late"]);
    expect(ids(viewOf(all, { ...usual, seats: 2 }))).toEqual(["straight", "late"]);
  });

  test("of two pages that overlap come once, in the first one's place", () => {
    const pages = [{ items: [early, straight] }, { items: [straight, late] }];
    expect(ids(joinPages(pages, ({ ride }) => ride.id))).toEqual(["early", "straight", "late"]);
    expect(joinPages([], ({ ride }: typeof early) => ride.id)).toEqual([]);
  });

  test("are counted by the day that clocks at the ride's start show", () => {
    // 23:30 UTC is half past midnight of the next day in Berlin.
    expect(countByDay(all)).toEqual([
      ["2026-11-21", 2],
      ["2026-11-22", 1],
    ]);
  });
});

test("how rides are shown comes back from the address; wrong values are the usual ones", () => {
  const view = { order: "walk", instant: true, seats: 2 } as const;
  const params = writeView(view, new URLSearchParams("from=1,2,X"));
  expect(params.get("from")).toBe("1,2,X");
  expect(readView(params)).toEqual(view);
  expect([...writeView(usual, params).keys()]).toEqual(["from"]);
  expect(readView(new URLSearchParams("sort=luck&instant=yes&free=9"))).toEqual(usual);
});
