import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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
  if (violations.some(({ id }) => id === "target-size")) {
    // Content that arrived late can move a control partly behind the fixed bar at the bottom. Only what is also too
    // small after scrolling is a barrier.
    await page.evaluate(() => window.scrollBy(0, window.scrollY > 0 ? -100 : 100));
    const again = (await axe.withRules(["target-size"]).analyze()).violations.flatMap(({ nodes }) =>
      nodes.map(({ target }) => JSON.stringify(target)),
    );
    for (const violation of violations.filter(({ id }) => id === "target-size")) {
      violation.nodes = violation.nodes.filter(({ target }) => again.includes(JSON.stringify(target)));
    }
  }
  const found = violations
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
  expect.soft(found, `barriers on ${screen}`).toEqual([]);
}
