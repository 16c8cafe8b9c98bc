import { join } from "node:path";
import { runAdminCommand } from "./support/admin-command.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { signUp, testPerson } from "./support/people.ts";
import { ROOT } from "./support/process.ts";
import { expect, PHONE, test } from "./support/test.ts";

const LIECHTENSTEIN = join(ROOT, "server/data/regions/liechtenstein.osm.pbf");

test.use({ maps: "coarse" });

test("an operator adds a region while the server runs; the console shows it, and the about page credits OpenStreetMap", async ({
  world: { browserOf, server },
}) => {
  const page = await browserOf(PHONE);
  const moderator = testPerson("Mo", "Derator");
  await signUp(page, moderator);
  runAdminCommand(server.folder, ["moderators", "add", moderator.email]);
  await page.goto("/moderation/regions");
  await captureScreenshots(page, "no regions", page.getByRole("heading", { name: "No regions yet" }));
  await page.goto("/about");
  await expect(page.getByRole("main")).not.toContainText("OpenStreetMap");

  runAdminCommand(server.folder, ["region", "add", LIECHTENSTEIN]);
  const region = page.getByRole("region", { name: "Liechtenstein" });
  await expect(async () => {
    await page.goto("/moderation/regions");
    await expect(region).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(region).toContainText("Data from27 Jul 2015");
  await expect(region).toContainText("4,660 roads");
  await captureScreenshots(page, "a region", region);
  await page.goto("/about");
  await expect(page.getByRole("main")).toContainText("© OpenStreetMap contributors");

  runAdminCommand(server.folder, ["region", "remove", "liechtenstein", "--yes"]);
  await expect(async () => {
    await page.goto("/moderation/regions");
    await expect(page.getByRole("heading", { name: "No regions yet" })).toBeVisible({ timeout: 1000 });
  }).toPass();
});
