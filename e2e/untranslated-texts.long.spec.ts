import type { Page } from "@playwright/test";
import { runAdminCommand } from "./support/admin-command.ts";
import { signUp, testPerson } from "./support/people.ts";
import { findUntranslated, showPseudoTexts } from "./support/pseudo.ts";
import { createRideScene, searchAddress } from "./support/screens.ts";
import { findMisfits } from "./translation/find-misfits.ts";
import { expect, PHONE, test } from "./support/test.ts";

/**
 * People, vehicles, places and notes that the tests write, and names that are the same in every language. Cologne stands
 * in an address.
 */
const DATA =
  /Amara|Okafor|Bea|Ossard|Jonas|Weber|Mei|Chen|Lindqvist|Volkswagen Caddy Maxi California Ocean|[A-Z]{3}(?= · )|XSU|smtp\.example\.org|Škoda|Octavia|light grey|FR CL 2026|One rucksack\.|Leaving from the car park behind the main station\.|Commonlane|npm run region -- add|OpenStreetMap|GeoNames|Natural Earth|Trainline|DB InfraGO AG|\S+@\S+|https?:\S+|PIN|EUR|UTC|0\.\d+\.\d+-dev|GMT|CSV|JSON|ZIP|iCal\w*|Karlsruhe|Cologne|Freiburg im Breisgau|Mainz|Europe\/\w+|Berlin|English|Deutsch|Français|Español|Safari|Linux|Baden-Württemberg|Rhineland-Palatinate/g;

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
  "/imprint",
  "/accessibility",
  "/community-rules",
  "/source",
  "/setup",
  "/unsubscribe",
  "/undo-email-change",
  "/sign-in/uni/callback",
];
const MEMBER =
  "/home /events /seek /requests /welcome /host /notifications /saved-searches /your-rides /profile /settings /settings/account /settings/sign-in /settings/notifications /settings/appearance /settings/privacy /settings/vehicles /settings/accessibility /settings/safety /settings/calendar /settings/data /requests/new /requests/open /events/new /groups /groups/new /join-group /active-drivers".split(
    " ",
  );

const CONSOLE =
  "reports appeals people numbers community regions log settings appearance legal legal/imprint/en data-protection sign-in groups server team setup/identity setup/appearance setup/region setup/money setup/mail setup/legal setup/joining"
    .split(" ")
    .map((path) => `/moderation/${path}`);

/** The untranslated texts of these screens, and pages that are wider than the phone, each after its path. */
async function walk(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const text of await findUntranslated(page, DATA)) found.push(`${path}: ${text}`);
    for (const misfit of await findMisfits(page))
      if (misfit.endsWith("window")) found.push(`${path}: ${misfit}`);
  }
  return found;
}

test("no screen shows a text that is not in the catalogue", async ({ world }) => {
  // The walk leaves a screen as soon as it is shown.
  world.watch.mayComplain(/status: 0, code: network/);
  const visitor = await world.browserOf({ ...PHONE, locale: "ar" });
  await showPseudoTexts(visitor);
  const found = await walk(visitor, VISITOR);

  const { host, passenger, stranger, rideId } = await createRideScene(world, {
    ...PHONE,
    locale: "ar",
  });
  for (const page of [host, passenger, stranger]) await showPseudoTexts(page);
  found.push(...(await walk(stranger, [...MEMBER, searchAddress("home"), `/rides/${rideId}`])));
  for (const page of [host, passenger])
    found.push(
      ...(await walk(page, [`/rides/${rideId}`, "/your-rides", "/requests", "/notifications"])),
    );

  const administrator = await world.browserOf({ ...PHONE, locale: "ar" });
  const boss = testPerson("Bea", "Ossard");
  await signUp(administrator, boss);
  runAdminCommand(world.server.folder, ["administrators", "add", boss.email]);
  await showPseudoTexts(administrator);
  found.push(...(await walk(administrator, CONSOLE)));
  expect(found).toEqual([]);
});
