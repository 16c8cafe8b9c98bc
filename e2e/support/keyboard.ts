import { expect, type Locator, type Page } from "@playwright/test";

const TABS_MOST = 90;

/** Presses Tab until the element has the focus, like a user without a mouse; fails if it cannot be reached. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let tabs = 0; tabs < TABS_MOST; tabs++) {
    if (await isFocused(target)) {
      // The focused element must also show its focus, inside the window and not behind a bar.
      await expect(target).toBeInViewport();
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(target)}.`);
}

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

export async function press(target: Locator, key = "Enter"): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

export async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

/** Types into a combobox and chooses the option with the arrow keys. */
export async function typePlace(field: Locator, typed: string, label: string): Promise<void> {
  const page = field.page();
  await type(field, typed);
  const option = page.getByRole("option", { name: label }).first();
  await option.waitFor();
  for (let downs = 0; (await option.getAttribute("aria-selected")) !== "true"; downs++) {
    if (downs > 10) throw new Error(`The arrow keys do not lead to ${label}.`);
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(label);
}

/** Presses a stepper's button until the number is right. */
export async function stepTo(page: Page, label: string, seats: number): Promise<void> {
  const stepper = page.getByRole("group", { name: label, exact: true });
  const shown = stepper.getByRole("status");
  for (
    let now = Number(await shown.innerText());
    now !== seats;
    now = Number(await shown.innerText())
  ) {
    await press(
      stepper.getByRole("button", { name: now < seats ? "One seat more" : "One seat fewer" }),
    );
    await expect(shown).not.toHaveText(String(now));
  }
}
