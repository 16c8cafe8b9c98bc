import { expect, test } from "vitest";
import { formatSeconds, ProgressDisplay } from "./progress-display.ts";

function open(isTerminal: boolean) {
  const clock = { nowMs: 0 };
  const saved: unknown[] = [];
  let text = "";
  const display = new ProgressDisplay(
    [
      { label: "Downloading", weight: 0 },
      { label: "Building roads", weight: 30 },
      { label: "Building places", weight: 10 },
    ],
    {
      isTerminal,
      write: (part) => (text += part),
      save: (progress) => saved.push(progress),
      nowMs: () => clock.nowMs,
    },
  );
  const at = (seconds: number, act: () => void) => {
    clock.nowMs = seconds * 1000;
    act();
  };
  return { display, at, saved, text: () => text };
}

function run({ display, at }: ReturnType<typeof open>): void {
  at(0, () => display.start());
  at(40, () => display.update(0.4, "4 of 10 MB"));
  at(100, () => display.finish("10 MB"));
  at(100, () => display.start());
  at(160, () => display.update(0.5));
  at(220, () => display.finish(""));
  at(220, () => display.start());
  at(240, () => display.update(0.5));
  at(260, () => display.finish("5 streets"));
}

test("without a terminal there is a line per step, and one now and then", () => {
  const opened = open(false);
  run(opened);
  expect(opened.text().split("\n")).toEqual([
    "[1/3] Downloading",
    "[1/3] Downloading: 40 %, 4 of 10 MB, 1 min left",
    "[1/3] Downloading: done in 2 min (10 MB)",
    "[2/3] Building roads",
    // 15 of 40 parts took a minute.
    "[2/3] Building roads: 50 %, 2 min left",
    "[2/3] Building roads: done in 2 min",
    "[3/3] Building places",
    "[3/3] Building places: done in 40 s (5 streets)",
    "",
  ]);
});

test("a terminal's line is rewritten, and the progress saved for the console", () => {
  const opened = open(true);
  run(opened);
  const lines = opened.text().split("\r\u001B[2K");
  expect(lines).toContain("[2/3] Building roads: 50 %, 2 min left");
  expect(lines).toContain("[3/3] Building places: 50 %, 20 s left");
  expect(opened.text().split("\n")).toHaveLength(4);
  expect(opened.saved).toContainEqual({
    step: "Building roads",
    stepNumber: 2,
    stepCount: 3,
    fraction: 0.5,
    secondsLeft: 100,
  });
});

test("a failure is saved with its step", () => {
  const { display, saved, at } = open(true);
  at(0, () => display.start());
  display.fail("No network.");
  expect(saved.at(-1)).toEqual({
    step: "Downloading",
    stepNumber: 1,
    stepCount: 3,
    fraction: 0,
    error: "No network.",
  });
});

test.each([
  [0, "1 s"],
  [59, "59 s"],
  [59.7, "1 min"],
  [3590, "1 h 0 min"],
  [4800, "1 h 20 min"],
])("%s seconds are %s", (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
