import { expect, test } from "vitest";
import { countdown } from "./Toast.tsx";

function handClock() {
  let now = 0;
  let due: { at: number; run: () => void } | undefined;
  return {
    clock: {
      now: () => now,
      after: (ms: number, run: () => void) => {
        due = { at: now + ms, run };
        return () => {
          due = undefined;
        };
      },
    },
    pass: (ms: number) => {
      now += ms;
      if (due && due.at <= now) {
        const { run } = due;
        due = undefined;
        run();
      }
    },
  };
}

test("[spec/toast:duration] ends after its duration", () => {
  let ended = 0;
  const { clock, pass } = handClock();
  countdown(3000, () => ended++, clock);
  pass(2999);
  expect(ended).toBe(0);
  pass(1);
  expect(ended).toBe(1);
});

test("a pause keeps the remaining time", () => {
  let ended = 0;
  const { clock, pass } = handClock();
  const timer = countdown(3000, () => ended++, clock);
  pass(2000);
  timer.pause();
  pass(60_000);
  expect(ended).toBe(0);
  timer.resume();
  pass(999);
  expect(ended).toBe(0);
  pass(1);
  expect(ended).toBe(1);
});

test("never ends once stopped", () => {
  let ended = 0;
  const { clock, pass } = handClock();
  countdown(10, () => ended++, clock).stop();
  pass(1000);
  expect(ended).toBe(0);
});
