import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Fails with each broken rule and where it is broken, and lets the test go on. The page must have come to rest. `rules` are
 * all of WCAG 2.2 AA and the best practices unless said. `within` a dialog, what lies half under it is not looked at.
 */
export async function expectNoBarriers(
  page: Page,
  screen: string,
  rules?: readonly string[],
  within?: string,
): Promise<void> {
  // No page of ours has frames; looking for them would open another page each time, and take twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  if (rules) axe.withRules([...rules]);
  else axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  expect.soft(found, `barriers on ${screen}`).toEqual([]);
}
