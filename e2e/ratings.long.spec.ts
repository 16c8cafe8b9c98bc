import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { DEMO } from "./support/server.ts";
import { expect, PHONE, test, type World } from "./support/test.ts";

// In the demo a ride arrived yesterday and has no ratings yet.
test.use({ script: DEMO });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const region = (page: Page, name: string) => page.getByRole("region", { name });

async function become(
  { browserOf }: World,
  first: string,
  options?: Parameters<World["browserOf"]>[0],
): Promise<Page> {
  const page = await browserOf(options);
  await page.goto("/demo");
  await button(page, `Continue as ${first}`).click();
  await page.waitForURL("**/home");
  await expect(page.getByRole("heading", { name: "Coming up" })).toBeVisible();
  return page;
}

test("after a ride both rate each other, by keyboard and in two taps; the ratings become public and get a reply", async ({
  world,
}) => {
  const diego = await become(world, "Diego", PHONE);
  const amara = await become(world, "Amara");

  await test.step("by keyboard alone: from the profile to the ride that waits, five stars and a few words", async () => {
    await diego.goto("/profile");
    await press(diego.getByRole("link", { name: "Rate Amara O." }).first());
    await diego.waitForURL("**/rides/*/rate");
    const form = diego.getByRole("form", { name: "Rate Amara O." });
    await captureScreenshots(diego, "after a ride", form);
    await tabTo(form.getByRole("radio", { name: "1 star: Bad" }));
    await diego.keyboard.press("Space");
    for (let star = 1; star < 5; star++) await diego.keyboard.press("ArrowRight");
    await expect(form.getByRole("radio", { name: "5 stars: Very good" })).toBeChecked();
    await type(form.getByLabel(/^Comment/), "Calm and on time.");
    await press(form.getByRole("button", { name: "Send rating" }));
    await expect(
      diego.getByText("Only you can see this until Amara O. has rated you"),
    ).toBeVisible();
  });

  await test.step("the other side: two taps on the ride's page, and both are public", async () => {
    await amara.goto(new URL(diego.url()).pathname.replace(/\/rate$/, ""));
    const after = region(amara, "How was the ride?");
    await expect(after.getByRole("listitem").filter({ hasText: "Stella P." })).toBeVisible();
    await expect(after).not.toContainText("Calm and on time.");
    const form = amara.getByRole("form", { name: "Rate Diego H." });
    await form.getByRole("radio", { name: "4 stars: Good" }).click();
    await form.getByRole("button", { name: "Send rating" }).click();
    await expect(after.getByText("Calm and on time.")).toBeVisible();
    await expect(after.getByText(/^Public since/)).toBeVisible();
    // The other page updates live.
    await expect(diego.getByText("Amara O.'s rating of you")).toBeVisible();
    await captureScreenshots(amara, "a ride that has arrived", after);
  });

  await test.step("it stands on the profile, with the numbers, and is answered once", async () => {
    await diego.goto("/profile#ratings");
    const ratings = region(diego, "Ratings");
    await expect(ratings.getByRole("list", { name: "Ratings by stars" })).toContainText(
      /4 stars: [1-9]\d* ratings?/,
    );
    await captureScreenshots(diego, "one's own ratings", ratings.getByText(/^of 5, from/));
    await button(diego, "Answer Amara O.'s rating").first().click();
    const dialog = diego.getByRole("dialog", { name: "Answer Amara O." });
    await dialog.getByLabel("Your answer").fill("See you next week!");
    await dialog.getByRole("button", { name: "Publish answer" }).click();
    // The input is still visible while the dialog closes.
    await expect(ratings.getByRole("blockquote").getByText("See you next week!")).toBeVisible();
    await button(diego, "Ask a moderator about Amara O.'s rating").first().click();
    const appeal = diego.getByRole("dialog", { name: "Ask a moderator" });
    await appeal.getByLabel("What's wrong with it?").fill("I brought four sandwiches, not one.");
    await appeal.getByRole("button", { name: "Send to moderators" }).click();
    await expect(ratings.getByText("A moderator will review this.")).toBeVisible();

    await amara.getByRole("link", { name: "Diego H." }).first().click();
    await expect(region(amara, "Ratings").getByText("See you next week!")).toBeVisible();
    await captureScreenshots(
      amara,
      "a person's ratings",
      region(amara, "Ratings").getByText(/^of 5, from/),
    );
  });

  await test.step("two who say that they did not travel agree on why", async () => {
    await diego.goto("/notifications");
    await expect(diego.getByText("Amara O. rated you").first()).toBeVisible();
    await amara.goBack();
    await expect(region(amara, "On this ride")).toBeVisible();
    const rideId = new URL(amara.url()).pathname.split("/")[2] ?? "";
    await diego.goto(`/rides/${rideId}/rate`);
    await button(diego, "We didn't travel").click();
    const reportDialog = diego.getByRole("dialog", { name: "Didn't travel with Amara O.?" });
    await reportDialog.getByRole("radio", { name: "No one's fault" }).check();
    await reportDialog.getByRole("button", { name: "Send" }).click();
    await expect(diego.getByText("You said: No one's fault.")).toBeVisible();
    await button(amara, "Give your account").click();
    const answer = amara.getByRole("dialog", { name: /^What happened with / });
    await answer.getByRole("radio", { name: "No one's fault" }).check();
    await answer.getByRole("button", { name: "Send" }).click();
    for (const page of [diego, amara]) {
      await expect(page.getByText("Recorded as: No one's fault.")).toBeVisible();
    }
  });
});
