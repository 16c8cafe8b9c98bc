import type { Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { readCode } from "./support/mailbox.ts";
import { PASSWORD, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const path = (page: Page) => new URL(page.url()).pathname;
const SECTIONS = ["Features", "How it works", "Contact"] as const;

test("[spec/2-landing:sections] hero, features, how it works and contact, with Login, Sign Up and links to legal pages and support", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Someone is already going your way.",
  );
  await expect(page.locator("section#features, section#how-it-works, section#contact")).toHaveCount(
    3,
  );
  await expect(page.getByRole("link", { name: "support@example.org" })).toHaveAttribute(
    "href",
    "mailto:support@example.org",
  );
  for (const [name, where] of [
    ["Login", "/login"],
    ["Sign Up", "/register"],
  ] as const) {
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**${where}`);
    await page.goBack();
  }
});

test("[spec/2-landing:scrolling] links scroll smoothly to their sections, or at once with reduced motion", async ({
  world: { browserOf },
}) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await browserOf({ ...DESKTOP, reducedMotion });
    await page.goto("/");
    const behaviour = await page.evaluate(
      () => getComputedStyle(document.documentElement).scrollBehavior,
    );
    expect(behaviour).toBe(reducedMotion === "reduce" ? "auto" : "smooth");
    for (const section of SECTIONS) {
      await page
        .getByRole("navigation", { name: "Page" })
        .getByRole("link", { name: section })
        .click();
      const id = section.toLowerCase().replaceAll(" ", "-");
      await expect(page.locator(`#${id} h2`)).toBeInViewport();
      expect(new URL(page.url()).hash).toBe(`#${id}`);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    }
  }
});

test("[spec/2-landing:mobile-menu] on a phone a menu holds the sections, Login and Sign Up", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await page.goto("/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const open = async () => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(menu).toBeVisible();
  };
  for (const section of SECTIONS) {
    await open();
    await menu.getByRole("link", { name: section }).click();
    await expect(menu).toBeHidden();
    await expect(
      page.locator(`#${section.toLowerCase().replaceAll(" ", "-")} h2`),
    ).toBeInViewport();
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  }
  await open();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await open();
  await menu.getByRole("link", { name: "Login" }).click();
  await page.waitForURL("**/login");
  await page.goBack();
  await open();
  await menu.getByRole("link", { name: "Sign Up" }).click();
  await page.waitForURL("**/register");
});

test("a visitor's search leads to the registration and shows its results after login", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const vera = testPerson("Searching", "Vera");
  await page.goto("/");
  const ticket = page.getByRole("search", { name: "Find a ride" });
  await ticket.getByLabel("From").fill("Karlsruhe");
  await ticket.getByLabel("To").fill("Bonn");
  await ticket.getByLabel("When").fill(tomorrow());
  await ticket.getByRole("button", { name: "Find a ride" }).click();
  await page.waitForURL("**/register");
  await expect(
    page.getByText("Sign up to see rides from Karlsruhe to Bonn. We'll keep your search."),
  ).toBeVisible();
  await page.getByLabel("First name").fill(vera.firstName);
  await page.getByLabel("Last name").fill(vera.lastName);
  await page.getByLabel("E-mail").fill(vera.email);
  await page.getByLabel("Phone").fill("+12025550123");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByLabel("Digit 1 of 6").focus();
  await page.keyboard.type(await readCode(page, vera.email));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/login");
  await page.getByLabel("E-mail").fill(vera.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/home\?.*from=/);
  await expect(page.getByRole("heading", { name: "Rides from Karlsruhe to Bonn" })).toBeAttached();
  expect(new URL(page.url()).searchParams.get("on")).toBe(tomorrow());
  // The steps for new members are offered where she starts, not among her results.
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: /^Welcome to/ })).toBeVisible();
  expect(path(page)).toBe("/home");
});

test("[spec/2-legal:pages] [spec/1-legal:statements] the legal pages say: no transport provider, 18 or older, no payments, January 2025; and link home", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  for (const [address, title] of [
    ["/privacy-policy", "Privacy Policy"],
    ["/terms-of-use", "Terms of Use"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Last updated: January 2025")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(/18 (years )?(or|and) older/);
    await page.getByRole("link", { name: "Back to home" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  }
  await page.goto("/terms-of-use");
  await expect(page.getByRole("main")).toContainText("It is not a transportation provider");
  await expect(page.getByRole("main")).toContainText("We do not process payments.");
});

test("[spec/2-footer:links] every public page has the footer: legal pages, Support mail link, social page in a new tab without referrer", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  for (const address of [
    "/",
    "/login",
    "/register",
    "/forgot-password",
    "/verify-email",
    "/privacy-policy",
  ]) {
    await page.goto(address);
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "Support" })).toHaveAttribute(
      "href",
      "mailto:support@example.org",
    );
    const social = footer.getByRole("link", { name: /new tab/ });
    await expect(social).toHaveAttribute("target", "_blank");
    await expect(social).toHaveAttribute("rel", "noopener noreferrer");
    await expect(footer).toContainText("© 2025 Commonlane. All rights reserved.");
    await expect(footer).toContainText(
      "Not a transportation provider; payments are arranged between users.",
    );
    for (const [name, where] of [
      ["Privacy Policy", "/privacy-policy"],
      ["Terms of Use", "/terms-of-use"],
      ["About", "/about"],
    ] as const)
      await expect(footer.getByRole("link", { name })).toHaveAttribute("href", where);
  }
  await page.goto("/login");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Use" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Use" })).toBeVisible();
  expect(path(page)).toBe("/terms-of-use");
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About Commonlane" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "Towns, villages and postcodes: GeoNames, under CC BY 4.0",
  );
});

test("the landing page is readable before its scripts load, except to signed-in users or with another theme", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const release = await holdRequests(page, /\/assets\/(?!early-).*\.js$|\/api\/identity\/refresh$/);
  const heading = page.getByText("Someone is already going your way.");
  const first = page.locator(".first-paint");
  await page.goto("/", { waitUntil: "commit" });
  await expect(heading).toBeVisible();
  // Its date would change; its fields and links can be used.
  await expect(first.locator("input[type=date]").first()).toBeHidden();
  await expect(first.getByLabel("From")).toBeEditable();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");

  await page.evaluate(() => {
    localStorage.setItem("commonlane.session", "open");
    localStorage.setItem("commonlane.theme", "dark");
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(first).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await page.goto("/", { waitUntil: "commit" });
  await expect(heading).toBeVisible();
  release();
  await expect(first).toHaveCount(0);
  await page.getByLabel("From").fill("Mainz");
  await expect(page.getByLabel("From")).toHaveValue("Mainz");
});
