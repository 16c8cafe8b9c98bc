import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { hostRide } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/** The browser's own offer, which a browser without a profile on disk does not make; counts how often it is shown. */
const offerInstallation = (page: Page) =>
  page.addInitScript(() => {
    let prompts = 0;
    const prompt = () => {
      document.documentElement.dataset["prompts"] = String(++prompts);
      return Promise.resolve();
    };
    const offer = () =>
      Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
    // Again and again, because the app listens only after its scripts have loaded.
    setInterval(() => dispatchEvent(offer()), 100);
  });

test("the app is offered on a ride of one's own from the second visit on: accepted by touch, declined by keyboard", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await offerInstallation(page);
  const ride = `/rides/${await hostRide(await signUp(page, testPerson("Ines", "Install")), "", { departsAt: `${inDays(3)}T06:45:00Z` })}`;
  const offer = page.getByRole("region", { name: "Install the app" });
  const visitAgain = (path: string) =>
    page.evaluate(() => sessionStorage.removeItem("commonlane.visit")).then(() => page.goto(path));

  await test.step("not on the first visit, and not on other screens", async () => {
    await page.goto(ride);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit ride" })).toBeVisible();
    // The visit is recorded by the part of the app that makes the offer.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("commonlane.install")))
      .not.toBeNull();
    await expect(offer).toBeHidden();
    await visitAgain("/seek");
    await expect(page.getByRole("button", { name: "Find rides" })).toBeVisible();
    await expect(offer).toBeHidden();
  });

  await test.step("by touch: the browser's own question follows", async () => {
    await page.goto(ride);
    await captureScreenshots(page, "the offer to install the app", offer);
    await offer.getByRole("button", { name: "Install" }).tap();
    await expect(page.locator("html[data-prompts='1']")).toBeAttached();
    await expect(offer).toBeHidden();
  });

  await test.step("by keyboard: declined for the next visits, too", async () => {
    await page.evaluate(() =>
      localStorage.setItem("commonlane.install", JSON.stringify({ firstVisit: "earlier" })),
    );
    await page.goto(ride);
    await press(offer.getByRole("button", { name: "Not now" }));
    await expect(offer).toBeHidden();
    await visitAgain(ride);
    await expect(page.getByRole("link", { name: "Edit ride" })).toBeVisible();
    await expect(offer).toBeHidden();
    await expect(page.locator("html[data-prompts]")).toHaveCount(0);
  });
});
