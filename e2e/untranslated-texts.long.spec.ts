import type { Page } from "@playwright/test";
import { findUntranslated, showPseudoTexts } from "./support/pseudo.ts";
import { createRideScene, searchAddress } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/**
 * People, vehicles, places and notes that the tests write, and names that are the same in every language. Cologne stands
 * in an address and in a notification, whose places are as they were stored.
 */
const DATA =
  /Amara|Okafor|Jonas|Weber|Mei|Chen|Lindqvist|Volkswagen Caddy Maxi California Ocean|Škoda|Octavia|light grey|FR CL 2026|One rucksack\.|Leaving from the car park behind the main station\.|Commonlane|OpenStreetMap|GeoNames|Natural Earth|Trainline|DB InfraGO AG|\S+@\S+|https?:\S+|PIN|EUR|UTC|GMT|CSV|JSON|ZIP|iCal\w*|Karlsruhe|Cologne|Freiburg im Breisgau|Mainz|Europe\/\w+|Berlin|English|Deutsch|Français|Español|Safari|Linux|Baden-Württemberg|Rhineland-Palatinate/g;

const VISITOR = [
  "/",
  "/login",
  "/register",
  "/forgot-password",
  "/verify-email",
  "/about",
  "/popular-routes",
  "/privacy-policy",
  "/terms-of-use",
];
const MEMBER =
  "/home /events /seek /requests /welcome /host /notifications /saved-searches /your-rides /profile /settings /settings/account /settings/notifications /settings/appearance /settings/privacy /settings/vehicles /settings/accessibility /settings/safety /settings/calendar /settings/data /requests/new /requests/open /events/new /active-drivers".split(
    " ",
  );

/** The untranslated texts of these screens, each after its path. */
async function walk(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const text of await findUntranslated(page, DATA)) found.push(`${path}: ${text}`);
  }
  return found;
}

test("no screen shows a text that is not in the catalogue", async ({ world }) => {
  const visitor = await world.browserOf({ ...PHONE, locale: "ar" });
  await showPseudoTexts(visitor);
  const found = await walk(visitor, VISITOR);

  const { host, passenger, stranger, rideId } = await createRideScene(world, { ...PHONE, locale: "ar" });
  for (const page of [host, passenger, stranger]) await showPseudoTexts(page);
  found.push(...(await walk(stranger, [...MEMBER, searchAddress("home"), `/rides/${rideId}`])));
  for (const page of [host, passenger])
    found.push(...(await walk(page, [`/rides/${rideId}`, "/your-rides", "/requests", "/notifications"])));
  expect(found).toEqual([]);
});
