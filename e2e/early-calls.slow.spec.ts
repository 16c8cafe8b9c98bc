import type { Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { signUp, testPerson } from "./support/people.ts";
import { expect, noMaps, PHONE, test } from "./support/test.ts";

/** A call of each screen that web/build/early-calls.ts lists. */
const SCREENS = [
  ["/home", "/api/rides/my-requests?coming=true&limit=100"],
  ["/seek", "/api/requests/my?limit=30&status=open"],
  ["/host", "/api/firebase-auth/profile"],
  ["/requests", "/api/rides/incoming-requests?limit=30&status=pending"],
] as const;

test("a screen's data is asked for before its scripts are there, and each call is made once", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await noMaps(page);
  await signUp(page, testPerson("Early", "Emil"));
  let asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const [screen, call] of SCREENS) {
    // So that the calls of the page before are not counted.
    await page.goto("about:blank");
    asked = [];
    const isAsked = page.waitForRequest((request) => request.url().endsWith(call));
    const release = await holdRequests(page, "**/assets/index-*.js");
    await page.goto(screen, { waitUntil: "commit" });
    await isAsked;
    release();
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expect.poll(() => untaken(page)).toEqual([]);
    // The live channel goes on where the session was renewed, so that nothing is loaded again.
    await expect(page.locator("html")).toHaveAttribute("data-live", "live");
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => url.endsWith(call))).toHaveLength(1);
  }
});

test("a first start uses the system's fonts until the data of its screen is shown", async ({
  world: { browserOf },
}) => {
  // A service worker would have the fonts already.
  const page = await browserOf({ ...PHONE, serviceWorkers: "block" });
  await noMaps(page);
  await signUp(page, testPerson("First", "Fritz"));
  const html = page.locator("html");
  const release = await holdRequests(page, "**/api/rides/my-requests*");
  await page.goto("/home", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Where do you want to go?" })).toBeVisible();
  await expect(html).toHaveAttribute("data-fonts", "later");
  release();
  await expect(html).not.toHaveAttribute("data-fonts");
  const font = "getComputedStyle(document.body).fontFamily";
  expect(await page.evaluate(font)).toContain("Hanken Grotesk");
});

/** What the early script has asked for in vain: a call that the app makes differently or not at all. */
const untaken = (page: Page): Promise<unknown> =>
  page.evaluate("Object.keys(globalThis.commonlaneEarly ?? {})");
