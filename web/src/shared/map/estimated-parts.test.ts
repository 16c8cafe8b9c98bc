import { expect, test } from "vitest";
import { splitEstimatedLine } from "./journey-layers.ts";

const at = (kilometres: number) => ({ lat: 47 + kilometres / 111.2, lng: 9.5 });

test("an estimated line is straight beyond the roads that it follows", () => {
  const road = [0, 0.4, 1.2, 2, 2.1, 3].map(at);
  expect(splitEstimatedLine([...road, at(60)])).toEqual([
    { points: road, isStraight: false },
    { points: [at(3), at(60)], isStraight: true },
  ]);
});

test("a line without roads is straight, also where its stops are near each other", () => {
  const line = [0, 20, 21, 40].map(at);
  expect(splitEstimatedLine(line)).toEqual([{ points: line, isStraight: true }]);
  expect(splitEstimatedLine([])).toEqual([]);
  expect(splitEstimatedLine([at(0)])).toEqual([]);
});
