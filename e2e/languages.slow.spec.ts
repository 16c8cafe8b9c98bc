import { directionOf, LANGUAGES } from "@commonlane/contract/languages";
import { expectNoBarriers } from "./support/axe.ts";
import { readTexts } from "./support/catalogue.ts";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/** Names stay as they are: of the community, and of the person in the example. */
const LATIN_WORD = /\b(?!(?:Commonlane|Amara)\b)[A-Za-z]{3,}\b/;

test("a visitor reads the landing page in the browser's language from the first byte, and another one by a link", async ({
  world: { browserOf, server },
}) => {
  const answer = await fetch(server.address, {
    headers: { accept: "text/html", "accept-language": "ar-EG,en;q=0.5" },
  });
  const html = await answer.text();
  expect(answer.headers.get("content-language")).toBe("ar");
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).not.toContain("Log in");

  const page = await browserOf({ ...PHONE, locale: "ar" });
  const catalogues: string[] = [];
  page.on("request", (request) => {
    const [, part] = /\/texts-(\w+-\w+)-/.exec(request.url()) ?? [];
    if (part !== undefined) catalogues.push(part);
  });
  await page.goto("/");
  await expect(page.locator(".first-paint")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(catalogues, "what is loaded before signing in").toEqual(["ar-start"]);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // The drawn map is a picture, hidden from screen readers; members wrote the titles of events.
  const text = await page.locator("main").evaluate((main: HTMLElement) => {
    for (const other of main.querySelectorAll("svg, a[href^='/events/']")) other.remove();
    return main.innerText.replaceAll(/\S+@\S+/g, "");
  });
  expect(LATIN_WORD.exec(text)?.[0]).toBeUndefined();
  await expectNoBarriers(page, "the landing page in Arabic");

  // The contract's rules for a password, which the server states as well.
  const arabic = await readTexts("ar");
  await page.goto("/register");
  await expect(page.getByText(arabic("At least one digit"))).toHaveCount(1);
  await page.goto("/");

  await page.getByRole("link", { name: "Español" }).tap();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByRole("link", { name: "Español" })).toHaveAttribute("aria-current", "true");
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

const PUBLIC_PATHS = [
  "/",
  "/login",
  "/register",
  "/forgot-password",
  "/privacy-policy",
  "/terms-of-use",
  "/about",
  "/popular-routes",
];

test("every public page says its language and direction, in the page and in the headers", async ({
  world: { server },
}) => {
  for (const path of PUBLIC_PATHS)
    for (const language of LANGUAGES) {
      const headers = { accept: "text/html", "accept-language": `${language}-XX, en;q=0.1` };
      const answer = await fetch(server.address + path, { headers });
      const html = await answer.text();
      const found = {
        language: answer.headers.get("content-language"),
        varies: answer.headers.get("vary")?.includes("accept-language"),
        page: /<html[^>]*>/.exec(html)?.[0],
        title: /<title>([^<]*)</.exec(html)?.[1] !== "",
      };
      expect([path, found]).toEqual([
        path,
        {
          language,
          varies: true,
          page: `<html lang="${language}" dir="${directionOf(language)}">`,
          title: true,
        },
      ]);
    }
});

test("an account keeps its language on every device; the device's own returns with the system default", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const account = await signUp(page, testPerson("Lingua", "Lena"));
  await page.goto("/settings/account");
  const saved = page.waitForResponse("**/api/firebase-auth/update-profile");
  await page.getByLabel("Language", { exact: true }).selectOption("العربية");
  await saved;
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("الحساب");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("الحساب");
  for (const path of [
    "/home",
    "/seek",
    "/host",
    "/requests",
    "/your-rides",
    "/profile",
    "/notifications",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, overflow <= 0]).toEqual([path, true]);
  }
  await page.goto("/settings/account");
  await page
    .locator("select", { has: page.locator('option[value="ar"]') })
    .selectOption({ index: 0 });
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(account).toBeDefined();
});
