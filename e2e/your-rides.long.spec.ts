import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("your rides, as host by keyboard and as passenger by touch: what waits, the chat, and what is next after a cancellation", async ({
  world: { browserOf },
}) => {
  const hostPage = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const host = await signUp(hostPage, testPerson("Hedy", "Rides"));
  const seeker = await signUp(page, testPerson("Ada", "Rides"));

  await test.step("empty, with the next step", async () => {
    await page.goto("/seek");
    await page.getByRole("banner").getByRole("link", { name: "Your rides" }).tap();
    await captureScreenshots(
      page,
      "no rides",
      page.getByRole("heading", { name: "No upcoming rides" }),
    );
    await page.getByRole("radio", { name: "Past" }).check({ force: true });
    await expect(page.getByRole("heading", { name: "No past rides yet" })).toBeVisible();
  });

  const { id: rideId } = await host.call("rides", rideAt(6));
  const { id: requestId } = await seeker.call(`rides/${rideId}/request`, { seats: 1 });

  await test.step("the host sees by keyboard that a request waits", async () => {
    await hostPage.goto("/seek");
    await press(hostPage.getByRole("banner").getByRole("link", { name: "Your rides" }));
    const ride = hostPage.getByRole("article", { name: "Freiburg im Breisgau to Cologne" });
    await expect(ride).toContainText("You're driving");
    await captureScreenshots(hostPage, "your rides, as host", ride);
    await press(ride.getByRole("link", { name: "1 request needs your answer" }));
    await hostPage.waitForURL(`**/rides/${rideId}`);
  });

  const ride = page.getByRole("article", { name: "Freiburg im Breisgau to Cologne" });
  await test.step("the passenger waits, and then has a seat and the ride's chat", async () => {
    await page.goto("/your-rides");
    await expect(ride).toContainText("Waiting for an answer");
    await expect(ride).toContainText("With Hedy R.");
    await host.call(`rides/${rideId}/requests/${requestId}/accept`, {});
    await expect(ride).toContainText("You have a seat");
    await captureScreenshots(page, "your rides, as passenger", ride);
    await ride.getByRole("button", { name: "Ride chat" }).tap();
    await expect(page.getByRole("dialog", { name: "Chats" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a cancelled ride leads to others in one tap, from the list and from home", async () => {
    await host.remove(`rides/${rideId}`);
    await expect(ride).toContainText("Cancelled");
    await expect(ride.getByRole("link", { name: "Find another ride" })).toHaveAttribute(
      "href",
      /^\/seek\?from=/,
    );
    await page.goto("/home");
    await page
      .getByRole("region", { name: "Coming up" })
      .getByRole("button", { name: "Show other rides" })
      .tap();
    await expect(page.getByRole("heading", { name: "Other matching rides" })).toBeVisible();
    await captureScreenshots(
      page,
      "home after a cancellation",
      page.getByRole("link", { name: "Find other rides" }),
    );
  });

  await test.step("on the last day home counts down, with the PIN and what one needs on the way", async () => {
    const soon = {
      ...rideAt(6),
      departsAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
      approval: "instant",
    };
    const { id } = await host.call("rides", soon);
    await seeker.call(`rides/${id}/request`, { seats: 1 });
    await page.goto("/home");
    const next = page.getByRole("region", { name: "Coming up" }).getByRole("article").first();
    await expect(next).toContainText(/Pickup in (?:2\sh\s5\d|3\sh\s00)/);
    await expect(next).toContainText(/Pickup PIN\s*\d{4}/);
    await expect(next.getByRole("link", { name: "Directions" })).toHaveAttribute(
      "href",
      /47\.99\d*,7\.85/,
    );
    await expect(next.getByRole("link", { name: "Share" })).toHaveAttribute(
      "href",
      new RegExp(`/rides/${id}`),
    );
    await captureScreenshots(
      page,
      "home on the day of a ride",
      next.getByRole("button", { name: "Chat" }),
    );
    // In one row, and only for the next ride: what is owed and the search stay in sight.
    const chat = next.getByRole("button", { name: "Chat" });
    const share = next.getByRole("link", { name: "Share" });
    expect((await chat.boundingBox())?.y).toBe((await share.boundingBox())?.y);
    await hostPage.goto("/home");
    const own = hostPage.getByRole("region", { name: "Coming up" }).getByRole("article").first();
    await expect(own).toContainText(/Leaves in (?:2\sh\s5\d|3\sh\s00)/);
    await expect(own).not.toContainText("PIN");
  });

  await test.step("the host finds it under past rides, to host it again", async () => {
    await hostPage.goto("/your-rides?show=past");
    const past = hostPage.getByRole("article", { name: "Freiburg im Breisgau to Cologne" });
    await expect(past).toContainText("Cancelled");
    await press(past.getByRole("link", { name: /^Host again/ }));
    await hostPage.waitForURL(`**/host?again=${rideId}`);
  });
});

test("at 320 px the bar has room for every button", async ({ world: { browserOf } }) => {
  const page = await browserOf({ viewport: { width: 320, height: 640 } });
  await signUp(page, testPerson("Tiny", "Tina"));
  await page.goto("/your-rides");
  await expect(page.getByRole("heading", { name: "No upcoming rides" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const bar = page.getByRole("banner");
  for (const button of [
    bar.getByRole("link", { name: "Your rides" }),
    bar.getByRole("link", { name: "Inbox" }),
    bar.getByRole("button", { name: "Chats" }),
    bar.getByRole("link", { name: "Notifications" }),
    bar.getByRole("button", { name: /^Account menu/ }),
  ]) {
    await expect(button).toBeInViewport({ ratio: 1 });
    expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  }
});
