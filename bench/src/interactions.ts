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

/** Runs in the page: records the longest event of interactions from now on. */
const WATCH_EVENTS = `
  if (globalThis.longestEventMs === undefined)
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) globalThis.longestEventMs = Math.max(globalThis.longestEventMs, duration);
    }).observe({ type: "event", durationThreshold: ${SHORTEST_MS} });
  globalThis.longestEventMs = 0;`;

const watchEvents = (page: Page): Promise<unknown> => page.evaluate(WATCH_EVENTS);

/** The longest event since the last reset; 0 after a page load, which starts without a record. */
const longestEventMs = async (page: Page): Promise<number> =>
  Number((await page.evaluate("globalThis.longestEventMs")) ?? 0);
