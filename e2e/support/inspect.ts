import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoBarriers } from "./axe.ts";
import { waitForFonts } from "./phone.ts";
import { PHONE } from "./test.ts";

/** Waits until a screen is complete, then checks accessibility in both themes, and whether it fits the window. */
export async function captureScreenshots(
  page: Page,
  screen: string,
  there: Locator,
): Promise<void> {
  await expect(there).toBeVisible();
  await waitForFonts(page);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(tooWide, `${screen} is wider than the window`).toBe(0);
  const size = page.viewportSize() ?? PHONE.viewport;
  await growToPage(page, size);
  await expectNoBarriers(page, screen);
  // The dark theme differs in colours only.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoBarriers(page, `${screen}, dark`, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(size);
}

const GROWTHS_MOST = 15;

/**
 * Makes the window as tall as the page, because elements under a bar that can be scrolled out are accessible. A map
 * takes a share of the window, so the page grows too, each time by less.
 */
async function growToPage(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  let tall = height;
  for (let growths = 0; growths < GROWTHS_MOST; growths++) {
    const needed = await page.evaluate(() => document.documentElement.scrollHeight);
    if (needed <= tall) return;
    tall = needed;
    await page.setViewportSize({ width, height: tall });
  }
}
