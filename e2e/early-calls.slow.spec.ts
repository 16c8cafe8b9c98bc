import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { signUp, testPerson } from "./support/people.ts";
import { waitForFonts } from "./support/phone.ts";
import { WAY } from "./support/rides.ts";
import { DESKTOP, expect, noMaps, PHONE, test } from "./support/test.ts";

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

const rideIn = (hours: number) => ({
  ...WAY,
  departsAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
  seatsTotal: 3,
});

for (const [device, options] of [
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const)
  test(`on a ${device}, going back to Home shows what was left, also after a reload`, async ({
    world: { browserOf },
  }) => {
    const host = await signUp(await browserOf(), testPerson("Many", "Rides"));
    let last = "";
    for (const hours of [1, 7, 13, 19, 25, 31])
      last = `/rides/${(await host.call("rides", rideIn(hours))).id}`;
    const page = await browserOf(options);
    const member = await signUp(page, testPerson("Back", "Bea"));
    // What can be done about the next trip shows above the list, after it.
    await member.call("rides", rideIn(12));
    await page.goto("/home");
    const card = page.getByRole("main").locator(`a[href="${last}"]`);
    const isComplete = async () => {
      await expect(page.getByRole("link", { name: "Directions" })).toBeVisible();
      await expect(card).toBeVisible();
    };
    await isComplete();
    await waitForFonts(page);
    await card.scrollIntoViewIfNeeded();
    await page.mouse.move(240, 400);
    // The lower part of the card is below the window.
    const { height } = (await card.boundingBox()) ?? { height: 0 };
    await page.mouse.wheel(0, (await topOf(card)) - options.viewport.height + (height * 2) / 3);
    const top = await settledTopOf(card);
    for (const isReloaded of [false, true]) {
      // A click on the card itself would scroll all of it into view.
      await page.mouse.click(240, top + 10);
      await expect(page.getByRole("heading", { level: 1, name: /to Cologne/ })).toBeVisible();
      if (isReloaded) await page.reload();
      await page.goBack();
      await isComplete();
      const movedPx = (await settledTopOf(card)) - top;
      expect(Math.abs(movedPx), isReloaded ? "after a reload" : "at once").toBeLessThanOrEqual(2);
    }
    await page.goto("/home");
    await isComplete();
    await settledTopOf(card);
    await expect(page.getByRole("heading", { name: "Coming up" })).toBeInViewport();
  });

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Infinity;

/** Once it stays where it is. */
async function settledTopOf(element: Locator): Promise<number> {
  let top = Infinity;
  await expect
    .poll(
      async () => {
        const before = top;
        top = await topOf(element);
        return top - before;
      },
      { intervals: [500] },
    )
    .toBe(0);
  return top;
}
