import { expect, onTestFinished, test, vi } from "vitest";
import { announceSteps } from "./start-progress.ts";

test("names a step that takes longer than a second, again every ten seconds, and a quick one never", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const step = announceSteps((line) => lines.push(line));
  expect(await step("Quick", async () => 7)).toBe(7);

  const slow = Promise.withResolvers<undefined>();
  const done = step("Slow", () => slow.promise);
  await vi.advanceTimersByTimeAsync(11_000);
  slow.resolve(undefined);
  await done;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual(["Slow …", "Slow … 10 s"]);
});
