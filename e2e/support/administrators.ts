import type { Page } from "@playwright/test";
import { PASSWORD } from "./people.ts";
import { expect } from "./test.ts";

/** Creates the first administrator of a new server from its set-up link, and skips the questions. */
export async function becomeAdministrator(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("First name").fill("Bea");
  await page.getByLabel("Last name").fill("Ossard");
  await page.getByLabel("E-mail").fill("boss@example.org");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create the administrator" }).click();
  await page.getByRole("button", { name: "Skip all" }).click();
  await expect(page.getByText("The server works as it should.")).toBeVisible();
}
