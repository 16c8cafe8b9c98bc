import { readFileSync } from "node:fs";
import { expectNoBarriers } from "./support/axe.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { confirmByPassword, signUp, PASSWORD, testPerson } from "./support/people.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";

test("a member downloads their data, reads their consents, deletes the account, and restores it by signing in", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf(DESKTOP);
  const zed = testPerson("Zed", "Leaver");
  await signUp(page, zed);
  await page.goto("/settings/data");
  const section = page.getByRole("region", { name: "Your data" });
  await section.getByRole("button", { name: "Export my data" }).click();
  watch.mayComplain(/status of 403\b/);
  await confirmByPassword(page);
  await test.step("a file that does not come is told", async () => {
    watch.mayComplain(/net::ERR_|^call failed \{.*status: 0\b/);
    const fetchFile = section.getByRole("button", { name: /^Download the export/ });
    const file = "**/api/identity/exports/*/file";
    await page.route(file, (route) => route.abort(), { times: 1 });
    await fetchFile.click();
    await expect(section.getByRole("alert")).toHaveText(
      "Couldn't download the file. Check your connection and try again.",
    );
    const over = { code: "not_found", error: "This file is over.", requestId: "r1" };
    await page.route(file, (route) => route.fulfill({ status: 404, json: over }), { times: 1 });
    await fetchFile.click();
    await expect(section.getByRole("alert")).toHaveText("This file is over.");
  });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: /^Download the export/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^commonlane-\d{4}-\d\d-\d\d\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  await expect(section.getByRole("listitem").filter({ hasText: "Terms of Use" })).toContainText(
    "accepted on",
  );
  await expectNoBarriers(page, "one's own data", undefined, "#your-data");

  await section.getByRole("button", { name: "Delete account…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Your password").fill("Wrong horse 7");
  const answer = await holdRequests(page, "**/api/identity/deletion", { times: 1 });
  await page.keyboard.press("Enter");
  const keep = dialog.getByRole("button", { name: "Keep my account" });
  await expect(keep).toBeDisabled();
  answer();
  await expect(dialog.getByRole("alert")).toContainText("password is wrong");
  await expect(keep).toBeEnabled();
  await expectNoBarriers(page, "deleting one's account", undefined, "dialog[open]");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();

  await page.getByLabel("E-mail").fill(zed.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/home");
  await expect(page.getByText("Welcome back. Deletion cancelled.")).toBeVisible();

  const text = {
    document: "terms-of-use",
    version: "2-0",
    updated: "January 2027",
    agreedAt: null,
    changed: true,
  };
  await page.route("**/api/identity/consents", (route) =>
    route.fulfill({ json: { items: [text] } }),
  );
  await page.reload();
  const texts = page.getByRole("dialog", { name: "Our terms have changed" });
  await expect(texts.getByRole("link", { name: "Terms of Use, January 2027" })).toBeVisible();
  await expectNoBarriers(page, "texts that have changed", undefined, "dialog[open]");
  await page.keyboard.press("Escape");
  await expect(texts).toBeHidden();
});
