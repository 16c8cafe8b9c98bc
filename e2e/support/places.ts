import { expect, type Locator } from "@playwright/test";

/** Types the beginning of a place's name and chooses it from the list by its label. */
export async function choosePlace(field: Locator, typed: string, label: string): Promise<void> {
  await field.click();
  await field.fill("");
  await field.pressSequentially(typed);
  const page = field.page();
  await page.getByRole("option", { name: label }).first().click();
  await expect(field).toHaveValue(label);
}

/** A day the given number of days after today in Freiburg, as a date field takes it: YYYY-MM-DD. */
export function inDays(days: number): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short" });
  return day.format(Date.now() + days * 86_400_000);
}

export const tomorrow = () => inDays(1);
