import type { Page } from "@playwright/test";
import { findUntranslated, showPseudoTexts } from "./support/pseudo.ts";
import { createRideScene, searchAddress } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/** People, vehicles, places and notes that the tests write, and names that are the same in every language. */
const DATA =
  /Amara|Okafor|Jonas|Weber|Mei|Chen|Lindqvist|Volkswagen Caddy Maxi California Ocean|Škoda|Octavia|light grey|FR CL 2026|One rucksack\.|Leaving from the car park behind the main station\.|Commonlane|OpenStreetMap|GeoNames|Natural Earth|Trainline|DB InfraGO AG|\S+@\S+|https?:\S+|PIN|EUR|UTC|GMT|CSV|JSON|ZIP|iCal\w*|Karlsruhe|Freiburg im Breisgau|Mainz|Europe\/\w+|Baden-Württemberg|Rhineland-Palatinate/g;

const VISITOR = ["/", "/login", "/register", "/forgot-password", "/verify-email", "/about", "/popular-routes"];
const MEMBER =
  "/home /events /seek /drivers /requests /welcome /host /notifications /saved-searches /your-rides /profile /settings /settings/account /settings/notifications /settings/privacy /settings/security /nowhere".split(
    " ",
  );

async function expectTranslated(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect([path, await findUntranslated(page, DATA)]).toEqual([path, []]);
  }
}

test("no screen shows a text that is not in the catalogue", async ({ world }) => {
  const visitor = await world.browserOf({ ...PHONE, locale: "ar" });
  await showPseudoTexts(visitor);
  await expectTranslated(visitor, VISITOR);

  const { host, passenger, stranger, rideId } = await createRideScene(world, { ...PHONE, locale: "ar" });
  for (const page of [host, passenger, stranger]) await showPseudoTexts(page);
  await expectTranslated(stranger, [...MEMBER, searchAddress("home"), `/rides/${rideId}`]);
  for (const page of [host, passenger])
    await expectTranslated(page, [`/rides/${rideId}`, "/your-rides", "/requests", "/notifications"]);
});
