import { expect, test } from "vitest";
import { chooseTagSides } from "./tag-sides.ts";

const free = { left: 0, top: 0, right: 400, bottom: 400 };
const tag = (x: number, y: number) => ({ x, y, width: 100, height: 30 });

test("places tags above their stops if there is room", () => {
  expect(chooseTagSides([tag(200, 100), tag(200, 300)], free)).toEqual(["top", "top"]);
  expect(chooseTagSides([{ x: 200.1, y: 100.7, width: 99.3, height: 29.1 }], free)).toEqual([
    "top",
  ]);
});

test("places the tag of a stop at the upper edge below, and at the left edge to the right", () => {
  expect(chooseTagSides([tag(200, 10)], free)).toEqual(["bottom"]);
  expect(chooseTagSides([tag(10, 200)], free)).toEqual(["right"]);
});

test("keeps the tags of neighbouring stops apart", () => {
  expect(chooseTagSides([tag(180, 200), tag(215, 200)], free)).toEqual(["top", "bottom"]);
});

test("keeps a tag off the stop above", () => {
  expect(chooseTagSides([tag(200, 180), tag(200, 205)], free)).toEqual(["top", "bottom"]);
});
