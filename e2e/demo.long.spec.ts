import { expectNoBarriers } from "./support/axe.ts";
import { LOCAL_PAGES_KEY } from "./support/process.ts";
import { DEMO } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.describe("the demo", () => {
  test.use({ script: DEMO });

  test("one click signs in as a demo member, another click as a different one", async ({
    world: { browserOf },
  }) => {
    const page = await browserOf();
    // The link as printed; the key leaves the address bar at once.
    await page.context().clearCookies();
    await page.goto(`/demo?key=${LOCAL_PAGES_KEY}`);
    await page.waitForURL("**/demo");
    await expectNoBarriers(page, "the demo's page");
    const amara = page.getByRole("listitem").filter({ hasText: "Amara Okafor" });
    await expect(amara).toContainText(
      "Hosts Vaduz Post → Zurich tomorrow at 06:50; 2 requests need an answer.",
    );
    await amara.getByRole("button", { name: "Continue as Amara" }).click();
    await page.waitForURL("**/home");
    await expect(page.getByRole("heading", { name: "Coming up" })).toBeVisible();
    await page.goto("/requests");
    await expect(page.getByRole("button", { name: "Accept Stella P." })).toBeVisible();
    // A reload keeps the session.
    await page.reload();
    await page.getByRole("button", { name: "Account menu, AO" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL("**/");

    await page.goto("/demo");
    await page.getByRole("button", { name: "Continue as Yuki" }).click();
    await page.waitForURL("**/home");
    await expect(page.getByRole("button", { name: "Account menu, YT" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Leaving soon" })).toBeVisible();

    // Many commuters pass the university, so the rides that arrive just before its open day come first.
    await page.goto("/events");
    await page.getByRole("link", { name: /Open day at the university/ }).click();
    const rides = page.getByRole("region", { name: "Getting there" }).getByRole("listitem");
    await expect(rides).toHaveCount(4);
    await page
      .getByRole("region", { name: "Getting there" })
      .getByRole("button", { name: /^Show all/ })
      .press("Enter");
    await expect(rides.nth(4)).toBeFocused();

    await page.goto("/demo");
    await page.getByRole("button", { name: "Continue as Helena" }).click();
    await page.waitForURL("**/moderation");
    await expect(page.getByText("This is a taxi, not a ride that he makes anyway.")).toBeVisible();
  });
});

test("the product has no demo page", async ({ world: { browserOf } }) => {
  const page = await browserOf();
  await page.goto("/demo");
  await page.waitForURL("**/");
  await expect(page.getByRole("button", { name: /^Continue as/ })).toHaveCount(0);
  const { request } = page.context();
  expect(
    (await request.post("/demo/sign-in/amara.okafor", { form: {} })).status(),
  ).toBeGreaterThanOrEqual(400);
});
