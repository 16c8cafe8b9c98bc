import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { becomeAdministrator } from "./support/administrators.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { choosePlace } from "./support/places.ts";
import { ROOT } from "./support/process.ts";
import { expect, PHONE, test } from "./support/test.ts";

const EXTRACT = join(ROOT, "server/data/regions/liechtenstein.osm.pbf");
const BUILD_TIMEOUT_MS = 300_000;

test("an administrator adds roads and streets in the set-up, and the console shows the region once it is built", async ({
  world: { server, browserOf },
}) => {
  test.setTimeout(BUILD_TIMEOUT_MS + 60_000);
  const page = await browserOf(PHONE);
  await becomeAdministrator(page, server.setupLink ?? "");
  // The operator's list, which may name a file: tests ask no other server.
  const valley = { name: "Rhine valley", file: EXTRACT, sizeMb: 1.3, bbox: [9, 46.5, 10, 47.8] };
  writeFileSync(join(server.folder, "extracts.json"), JSON.stringify([valley]));

  await page.goto("/moderation/setup/region");
  const centre = page.getByRole("combobox", { name: "Centre" });
  await choosePlace(centre, "Vaduz", "Vaduz, Liechtenstein");
  const add = page.getByRole("button", { name: "Add Rhine valley" });
  await expect(page.getByText("a file on the server")).toBeVisible();
  await expectNoBarriers(page, "suggested extracts at 390 px");
  await add.tap();
  await expect(page.getByText("Building", { exact: true })).toBeVisible();
  await expect(add).toBeDisabled();

  await page.goto("/moderation/regions");
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Rhine valley" })).toBeVisible();
    await expect(page.getByText("streets").first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: BUILD_TIMEOUT_MS });
});
