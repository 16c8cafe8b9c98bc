import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoBarriers } from "./axe.ts";
import { PHONE } from "./test.ts";

/** Waits for what shows that a screen is there, then looks for barriers in both themes, and whether it fits the window. */
export async function inspect(page: Page, screen: string, there: Locator): Promise<void> {
  await expect(there).toBeVisible();
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(tooWide, `${screen} is wider than the window`).toBe(0);
  // As tall as the page: what lies under a bar at the edge and can be scrolled out from there is no barrier.
  const size = page.viewportSize() ?? PHONE.viewport;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
  await expectNoBarriers(page, screen);
  // The dark theme differs in its colours alone.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoBarriers(page, `${screen}, dark`, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(size);
}
