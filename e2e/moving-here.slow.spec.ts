import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { becomeAdministrator } from "./support/administrators.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { signUp } from "./support/people.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

/** The example of docs/examples/move-in. */
const FILE = fileURLToPath(new URL("../server/test/data/move-in.zip", import.meta.url));
const NOA = { firstName: "Noa", lastName: "Keller", email: "noa@example.org" };

async function importFile(page: Page, file: Parameters<typeof setFile>[1]): Promise<void> {
  await page.goto("/moderation/moving-here");
  await page.getByRole("textbox", { name: "Name of the other platform" }).fill("Old Lift");
  await setFile(page, file);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

const setFile = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator("input[type=file]").setInputFiles(file);

for (const device of [PHONE, DESKTOP])
  test(`people of another platform are imported and invited, and take over their data (${device.viewport.width} px)`, async ({
    world: { server, browserOf },
  }, info) => {
    const admin = await browserOf(device);
    await becomeAdministrator(admin, server.setupLink ?? "");
    const wrong = Buffer.from("email,phone\nno address,+491701234567\n");
    await importFile(admin, { name: "people.csv", mimeType: "text/csv", buffer: wrong });
    await expect(admin.getByText("Nothing is imported: 2 mistakes")).toBeVisible();
    await expect(admin.getByRole("button", { name: "Import", exact: true })).toBeHidden();
    await admin.screenshot({ path: info.outputPath("mistakes.png"), fullPage: true });

    await setFile(admin, FILE);
    await admin.getByRole("button", { name: "Check", exact: true }).click();
    await expect(
      admin.getByText("No mistakes: 3 people · 2 vehicles · 2 recurring rides"),
    ).toBeVisible();
    await admin.getByRole("button", { name: "Import", exact: true }).click();
    await expect(admin.getByText("3 people haven't signed up yet")).toBeVisible();
    await admin.getByRole("button", { name: "Invite by e-mail" }).click();
    await admin.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(admin.getByText("3 invited")).toBeVisible();
    await expectNoBarriers(admin, "people who are moving here");
    await admin.screenshot({ path: info.outputPath("imported.png"), fullPage: true });

    const noa = await browserOf(device);
    await signUp(noa, NOA);
    await noa.goto("/home");
    await noa.getByRole("link", { name: "Have a look" }).click();
    await expect(noa.getByText("Renault Zoe, blue, FR-CL 12")).toBeVisible();
    await expectNoBarriers(noa, "imported data");
    await noa.screenshot({ path: info.outputPath("take-over.png"), fullPage: true });
    await noa.getByRole("button", { name: "Take over" }).click();
    await expect(noa.getByText("Renault Zoe, blue, FR-CL 12")).toBeHidden();
    await noa.getByRole("button", { name: "Publish" }).click();
    // The profile of this account says nothing about being an adult yet.
    await expect(noa.getByText("Nothing is left to decide.")).toBeVisible();
    await noa.goto("/your-rides");
    await expect(
      noa.getByRole("link", { name: "Freiburg im Breisgau to Karlsruhe" }).first(),
    ).toBeVisible();
  });
