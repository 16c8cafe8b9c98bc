import type { Page } from "@playwright/test";
import { type Bench, logProgress, type Row, row } from "./bench.ts";
import { type Phone, withDemo, withPhone } from "./phone/demo-phone.ts";
import { memberFlow, moderatorFlow, type Step } from "./phone/flows.ts";

const AT_MOST_MS = 200;
const SETTLE_MS = 1_500;
/** Shorter events are not reported by browsers; a step without one took less. */
const SHORTEST_MS = 16;

/** Time from a tap or key press to the next picture (INP), for each interaction of real flows. */
export const interactions: Bench = {
  name: "interactions",
  run: () =>
    withDemo(async (demoUrl) => {
      const member = await withPhone(demoUrl, "Amara", (phone) => measureFlow(phone, memberFlow));
      const moderator = await withPhone(demoUrl, "Helena", (phone) =>
        measureFlow(phone, moderatorFlow),
      );
      return {
        how: `\`npm run demo\` in Chromium, 390 × 844 with touch, processor slowed down four times; the longest event of each interaction (Event Timing), of repeated ones the longest. Chromium draws maps on the processor here, so what moves a map takes longer than on a phone.`,
        rows: [...member, ...moderator],
      };
    }),
};

async function measureFlow({ page }: Phone, flow: readonly Step[]): Promise<Row[]> {
  const slowest = new Map<string, number>();
  for (const { what, act, settled } of flow) {
    await watchEvents(page);
    await act(page);
    await settled?.(page);
    await page.waitForTimeout(SETTLE_MS);
    const ms = await longestEventMs(page);
    logProgress(`${what}: ${ms} ms`);
    slowest.set(what, Math.max(ms, slowest.get(what) ?? 0));
  }
  return Array.from(slowest, ([what, ms]) => row(what, ms, { unit: "ms", atMost: AT_MOST_MS }));
}

declare global {
  var longestEvent: { ms: number } | undefined;
}

/** Records the longest event of interactions from now on; the page stays the same between steps. */
const watchEvents = (page: Page): Promise<void> =>
  page.evaluate((shortestMs) => {
    if (globalThis.longestEvent) {
      globalThis.longestEvent.ms = 0;
      return;
    }
    const longest = { ms: 0 };
    globalThis.longestEvent = longest;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ("interactionId" in entry && Number(entry.interactionId) > 0)
          longest.ms = Math.max(longest.ms, entry.duration);
    });
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: "event",
      durationThreshold: shortestMs,
    };
    observer.observe(options);
  }, SHORTEST_MS);

const longestEventMs = (page: Page): Promise<number> =>
  page.evaluate(() => globalThis.longestEvent?.ms ?? 0);
