import { fileURLToPath } from "node:url";
import { becomeAdministrator } from "./support/administrators.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { choosePlace } from "./support/places.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

const FILE = fileURLToPath(new URL("../server/test/data/bnlc-example.csv", import.meta.url));

for (const device of [PHONE, DESKTOP])
  test(`an administrator imports meeting points from a file, finds one in a place field, sees whom it is from, and removes them (${device.viewport.width} px)`, async ({
    world: { server, browserOf },
  }, info) => {
    const page = await browserOf(device);
    await becomeAdministrator(page, server.setupLink ?? "");
    await page.goto("/moderation/meeting-points");
    await expect(page.getByText("Nothing imported yet")).toBeVisible();

    await page.getByRole("textbox", { name: "Name" }).fill("BNLC");
    await page.getByRole("textbox", { name: "By" }).fill("transport.data.gouv.fr");
    await page.getByRole("textbox", { name: "Licence" }).fill("Licence Ouverte 2.0");
    await page.locator("input[type=file]").setInputFiles(FILE);
    await expect(page.getByText("bnlc-example.csv")).toBeVisible();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText("1 place imported")).toBeVisible();
    await expect(page.getByText("By transport.data.gouv.fr (Licence Ouverte 2.0)")).toBeVisible();
    await expectNoBarriers(page, "imported meeting points");
    await page.screenshot({ path: info.outputPath("imported.png"), fullPage: true });

    await page.goto("/moderation/setup/region");
    const centre = page.getByRole("combobox", { name: "Centre" });
    await choosePlace(centre, "Gare SNCF de Dieppe", "Gare SNCF de Dieppe, France");
    await page.goto("/about");
    await expect(
      page.getByText("Meeting points: BNLC, transport.data.gouv.fr (Licence Ouverte 2.0)"),
    ).toBeVisible();

    await page.goto("/moderation/meeting-points");
    await page.getByRole("button", { name: "Remove BNLC" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await expect(page.getByText("Nothing imported yet")).toBeVisible();
  });
