import type { Page } from "@playwright/test";
import { signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { hostRide, towns } from "./support/screens.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

const end = ({ label, lat, lng }: (typeof towns)[keyof typeof towns]) => `${lat},${lng},${label}`;
const cardOf = (page: Page, host: string) => page.getByRole("article").filter({ hasText: host });

test.use({ maps: "fine" });

test("pointing at another ride's line on the map highlights its card, and pointing at a card its line", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 1040, height: 640 } });
  const day = inDays(24);
  const amara = await signUp(page, testPerson("Amara", "Liner"));
  const lena = await signUp(page, testPerson("Lena", "Liner"));
  const saarbruecken = { label: "Saarbrücken, Germany", lat: 49.2354, lng: 6.9964 };
  await hostRide(amara, "", { departsAt: `${day}T06:45:00Z` });
  await hostRide(lena, "", { departsAt: `${day}T08:45:00Z`, stops: [saarbruecken] });
  await signUp(page, testPerson("Mei", "Pointer"));
  await page.goto(
    `/home?${new URLSearchParams({ from: end(towns.freiburg), to: end(towns.koeln), on: day })}`,
  );
  // By day, the later one is the better match.
  const first = cardOf(page, "Lena L.");
  const second = cardOf(page, "Amara L.");
  await expect(first).toHaveAttribute("data-highlighted");
  await expect(second).toBeVisible();
  await expect(async () => {
    // Across the map at half its height, beside the panel.
    for (let x = 500; x < 1030; x += 5) {
      await page.mouse.move(x, 350);
      if ((await second.getAttribute("data-highlighted")) !== null) return;
    }
    throw new Error("No line was found.");
  }).toPass();
  await expect(first).not.toHaveAttribute("data-highlighted");
  await expect(page.getByRole("listitem").filter({ hasText: /^Stop.*Mainz/ })).toHaveCount(1);
  await first.hover();
  await expect(page.getByRole("listitem").filter({ hasText: /^Stop.*Saarbrücken/ })).toHaveCount(1);
});

test("a point on the map cannot be used while it is unknown where the pin is, or from too far away", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 1040, height: 640 } });
  await signUp(page, testPerson("Pia", "Picker"));
  await page.goto("/seek");
  await page.getByRole("button", { name: "From: choose on the map" }).click();
  const picker = page.getByRole("dialog", { name: "From", exact: true });
  const use = picker.getByRole("button", { name: "Use this point" });
  const status = picker.getByRole("status").last();
  await expect(status).toHaveText("Where is it? Search for it, or move the map.");
  await expect(use).toBeDisabled();
  await picker.locator("canvas").press("ArrowRight");
  await expect(status).toHaveText("Zoom in to choose a point.");
  await expect(use).toBeDisabled();
  const closer = picker.getByRole("button", { name: "Zoom in" }).first();
  await expect(async () => {
    await closer.click();
    await expect(use).toBeEnabled({ timeout: 2000 });
  }).toPass();
  await expect(status).not.toHaveText(/Zoom in/);
});
