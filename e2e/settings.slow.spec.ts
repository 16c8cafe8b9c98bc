import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("by touch: from the menu to a section, a time zone by its city, and the theme in one tap", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await signUp(page, testPerson("Settled", "Sara"));
  await page.goto("/profile");
  await page.getByRole("button", { name: /^Account menu/ }).tap();
  const theme = page.getByRole("menuitem", { name: /^Theme/ });
  await expect(theme).toHaveText("Theme: as device");
  await theme.tap();
  await expect(theme).toHaveText("Theme: light");
  await theme.tap();
  await expect(theme).toHaveText("Theme: dark");
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  await theme.tap();
  await page.getByRole("menuitem", { name: "Settings" }).tap();
  await captureScreenshots(
    page,
    "settings",
    page.getByRole("heading", { name: "Settings", level: 1 }),
  );
  await page.getByRole("link", { name: /^Account/ }).tap();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeFocused();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveValue(/^System default: Berlin \(UTC\+[12]\)$/);
  await zone.tap();
  await zone.fill("new york");
  const saved = page.waitForResponse("**/api/firebase-auth/update-profile");
  await page.getByRole("option", { name: /^New York/ }).tap();
  await saved;
  await expect(zone).toHaveValue(/^New York \(UTC-[45]\)$/);
  await page.reload();
  await expect(zone).toHaveValue(/^New York/);
  await page.getByRole("link", { name: "Settings", exact: true }).tap();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeFocused();
});

test("by keyboard: a time zone by its country, by a town that no zone is named after, and back to the device's", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Keyed", "Kim"));
  await page.goto("/settings");
  await press(
    page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: /^Account/ }),
  );
  await page.waitForURL("**/settings/account");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  const choose = async (typed: string, option: RegExp) => {
    await type(zone, typed);
    await expect(page.getByRole("option", { name: option }).first()).toBeVisible();
    await page.keyboard.press("Enter");
  };
  await choose("japan", /^Tokyo/);
  await expect(zone).toHaveValue("Tokyo (UTC+9)");
  await choose("Freiburg im", /^Freiburg im Breisgau/);
  await expect(zone).toHaveValue(/^Berlin \(UTC\+[12]\)$/);
  await tabTo(zone);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(zone).toHaveValue(/^System default: Berlin/);
  await type(zone, "nowhere at all");
  await expect(page.getByText("No time zone found. Try a larger city.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(zone).toHaveValue(/^System default: Berlin/);
});

test("each section is accessible and fits 320 px, and former addresses lead there", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 320, height: 640 } });
  await signUp(page, testPerson("Narrow", "Nils"));
  const sections = [
    ["account", "Account"],
    ["notifications", "Notifications"],
    ["appearance", "Appearance"],
    ["privacy", "Privacy"],
    ["vehicles", "Vehicles"],
    ["accessibility", "Accessibility"],
    ["safety", "Safety"],
    ["data", "Your data"],
  ] as const;
  for (const [section, title] of sections) {
    await page.goto(`/settings/${section}`);
    await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toHaveCount(0);
    await captureScreenshots(
      page,
      `settings: ${title}`,
      page.getByRole("heading", { name: title, level: 1 }),
    );
  }
  for (const [former, now] of [
    ["security", "account"],
    ["trusted-contacts", "safety"],
    ["your-data", "data"],
  ] as const) {
    await page.goto(`/profile#${former}`);
    await page.waitForURL(`**/settings/${now}`);
  }
});
