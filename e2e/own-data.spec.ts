import { readFileSync } from "node:fs";
import { join, PASSWORD, person } from "./support/people.ts";
import { DESKTOP, expect, test } from "./support/test.ts";

test("[issue6/own-data:screens] one fetches one's data, reads what one agreed to, leaves, and comes back by signing in", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const zed = person("Zed", "Leaver");
  await join(page, zed);
  await page.goto("/profile");
  const section = page.getByRole("region", { name: "Your data" });
  await section.getByRole("button", { name: "Make a file of my data" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: /^Download your data/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^commonlane-\d{4}-\d\d-\d\d\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  await expect(section.getByRole("listitem").filter({ hasText: "Terms of Use" })).toContainText("agreed on");

  await section.getByRole("button", { name: "Delete account…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Your password").fill("Wrong horse 7");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("not right");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();

  await page.getByLabel("E-mail").fill(zed.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/home");
  await expect(page.getByText("Welcome back. Your account stays.")).toBeVisible();
});
