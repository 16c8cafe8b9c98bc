import { expect, type Locator, type Page } from "@playwright/test";

/** Expects that a phone shows an element without scrolling, not under the bar at the bottom. */
export async function expectAboveTabBar(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const [box, tabs] = [
    await element.boundingBox(),
    await page.getByRole("navigation", { name: "Main" }).boundingBox(),
  ];
  expect((box?.y ?? Infinity) + (box?.height ?? 0), "above the tab bar").toBeLessThanOrEqual(
    tabs?.y ?? 0,
  );
}
