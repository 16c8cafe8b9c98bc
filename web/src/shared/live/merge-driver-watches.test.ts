import { expect, test } from "vitest";
import { mergeDriverWatches } from "./merge-driver-watches.ts";

const row = (from: number) => ({ cells: Array.from({ length: 40 }, (_, n) => `1.${from + n}`) });

test("merges the watched cells of all tabs, preferring recent ones above the limit", () => {
  expect(mergeDriverWatches([{ cells: ["1.2", "1.3"] }, { cells: [] }, "rubbish", { cells: ["1.3", "1.4"] }])).toEqual({
    cells: ["1.2", "1.3", "1.4"],
  });
  const { cells } = mergeDriverWatches([row(100), row(200)]);
  expect(cells).toHaveLength(60);
  expect(cells).toEqual([...row(100).cells, ...row(200).cells.slice(0, 20)]);
});
