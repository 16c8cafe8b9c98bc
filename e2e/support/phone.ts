import { expect, type Locator, type Page } from "@playwright/test";

/** A first start shows the system's fonts, which may be wider, until its screen has its data. */
export async function waitForFonts(page: Page): Promise<void> {
  await expect(page.locator("html")).not.toHaveAttribute("data-fonts");
  // Their loading begins with the next layout.
  await page.evaluate("document.body.offsetHeight && document.fonts.ready.then(() => undefined)");
}

/** Expects that a phone shows an element without scrolling, not under the bar at the bottom. */
export async function expectAboveTabBar(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await waitForFonts(page);
  const box = await element.boundingBox();
  const tabs = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0), "above the tab bar").toBeLessThanOrEqual(
    tabs?.y ?? 0,
  );
}
