import { expect, test } from "vitest";
import { Difficulty } from "./difficulty.ts";

const START = new Date("2026-01-01T08:00:00Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

/** How hard the last of so many is. */
function last(difficulty: Difficulty, network: string, count: number, at = START): number {
  let harder = 0;
  for (let n = 0; n < count; n++) harder = difficulty.ask(at, network);
  return harder;
}

test("[issue3/captcha:harder] twenty challenges are free, each twenty more double the work, up to sixteen times", () => {
  const difficulty = new Difficulty(1);
  expect(last(difficulty, "192.0.2.1", 20)).toBe(1);
  expect(last(difficulty, "192.0.2.1", 20)).toBeCloseTo(2);
  expect(last(difficulty, "192.0.2.1", 20)).toBeCloseTo(4);
  expect(last(difficulty, "192.0.2.1", 1000)).toBeCloseTo(16);
  expect(last(difficulty, "192.0.2.2", 1)).toBe(1);
});

test("[issue3/captcha:easier-again] the work becomes less as time passes, and within the hour what it was", () => {
  const difficulty = new Difficulty(1);
  last(difficulty, "192.0.2.1", 1000);
  expect(difficulty.ask(after(10), "192.0.2.1")).toBeCloseTo(2 ** 3.05);
  expect(difficulty.ask(after(20), "192.0.2.1")).toBeLessThan(2 ** 2.2);
  expect(difficulty.ask(after(60), "192.0.2.1")).toBe(1);
});

test("[issue3/captcha:harder] a community that comes from few addresses is given more", () => {
  const difficulty = new Difficulty(10);
  expect(last(difficulty, "192.0.2.1", 200)).toBe(1);
  expect(last(difficulty, "192.0.2.1", 200)).toBeCloseTo(2);
});

test("however many networks ask, only the last fifty thousand are remembered, and one that keeps asking among them", () => {
  const difficulty = new Difficulty(1);
  last(difficulty, "busy", 60);
  for (let n = 0; n < 60_000; n++) {
    difficulty.ask(START, `network ${n}`);
    if (n % 30_000 === 0) difficulty.ask(START, "busy");
  }
  expect(difficulty.size).toBe(50_000);
  expect(difficulty.ask(START, "busy")).toBeGreaterThan(4);
});
