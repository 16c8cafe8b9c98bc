import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Content that arrived late can move a control partly behind the fixed bar at the bottom, and a toast has little
 * contrast while it fades. Only what is also found after scrolling, without such toasts, is a barrier.
 */
const PASSING_RULES: readonly string[] = ["target-size", "color-contrast"];

/**
 * Fails for each broken rule and names its elements, and lets the test continue. The page must be idle. The rules are
 * WCAG 2.2 AA and best practices by default. With `within` a dialog, elements partly behind it are skipped.
 */
export async function expectNoBarriers(
  page: Page,
  screen: string,
  rules?: readonly string[],
  within?: string,
): Promise<void> {
  // Our pages have no frames; looking for them would open another page each time and take twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  if (rules) axe.withRules([...rules]);
  else axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const { violations } = await axe.analyze();
  if (violations.some(({ id }) => PASSING_RULES.includes(id))) {
    await page.evaluate(() => window.scrollBy(0, window.scrollY > 0 ? -100 : 100));
    await expect(page.locator("[data-leaving]")).toHaveCount(0);
    const again = (await axe.withRules([...PASSING_RULES]).analyze()).violations.flatMap(
      ({ id, nodes }) => nodes.map(({ target }) => JSON.stringify([id, target])),
    );
    for (const violation of violations.filter(({ id }) => PASSING_RULES.includes(id))) {
      violation.nodes = violation.nodes.filter(({ target }) =>
        again.includes(JSON.stringify([violation.id, target])),
      );
    }
  }
  const found = violations
    .filter(({ nodes }) => nodes.length > 0)
    .map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
    );
  expect.soft(found, `barriers on ${screen}`).toEqual([]);
}
