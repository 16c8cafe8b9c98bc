import type { Page } from "@playwright/test";
import { logIn } from "./support/accounts.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { chats, drawer, field, lines, openRide } from "./support/chats.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  // On a phone, Enter alone is a new line.
  await field(page).press("Control+Enter");
}

test("two people chat: contact details masked before acceptance, badge, read receipts, second device", async ({
  world: { browserOf },
}) => {
  const { hostPage, page, host, seeker, rideId, email } = await openRide(browserOf, "Lamarr");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await expect(drawer(page).getByRole("heading", { name: "Hedy L." })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await write(page, "Hello! My number is +49 761 1234567");
  await expect(lines(page)).toContainText(
    "The other person can't see phone numbers until a seat is accepted.",
  );
  await expectNoBarriers(page, "conversation at 390 px");

  await expect(chats(hostPage)).toHaveText("Chats1 unread");
  await expect(lines(page).getByText("Delivered")).toBeVisible();
  await chats(hostPage).click();
  await drawer(hostPage)
    .getByRole("button", { name: /Ada L\./ })
    .click();
  await expect(lines(hostPage)).toContainText("Hello! My number is •••••");
  await expect(lines(page).getByText("Read", { exact: true })).toBeVisible();
  await expect(chats(hostPage)).toHaveText("Chats");
  await write(hostPage, "Welcome. See https://example.org/car");
  await expect(lines(page)).toContainText("Welcome. See •••••");

  const seatRequest = await seeker.call(`rides/${rideId}/request`, { seats: 1 });
  await host.call(`rides/${rideId}/requests/${seatRequest.id}/accept`, {});
  await expect(lines(hostPage)).toContainText("+49 761 1234567");
  const link = lines(page).getByRole("link", { name: /^https:\/\/example\.org\/car/ });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expectNoBarriers(hostPage, "conversation at 1440 px");

  // Everything again on a second device.
  const second = await browserOf(DESKTOP);
  await second.goto("/login");
  await logIn(second, email);
  await second.waitForURL("**/home");
  await second.goto("/profile");
  await chats(second).click();
  await expect(
    drawer(second).getByRole("list", { name: "Conversations" }).getByRole("button"),
  ).toHaveCount(2);
  await drawer(second)
    .getByRole("button", { name: /Hedy L\./ })
    .click();
  await expect(
    lines(second)
      .getByRole("listitem")
      .filter({ hasText: /Hello|Welcome/ }),
  ).toHaveText([
    /Hello! My number is \+49 761 1234567/,
    /Welcome\. See https:\/\/example\.org\/car/,
  ]);
});

test("offline messages survive reload and closing, and are sent once and in order when back online", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const { hostPage, page } = await openRide(browserOf, "Noether");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await write(page, "Before");
  await chats(hostPage).click();
  await drawer(hostPage)
    .getByRole("button", { name: /Ada N\./ })
    .click();
  await expect(lines(hostPage)).toContainText("Before");

  await page.context().setOffline(true);
  for (const n of [1, 2, 3]) await write(page, `Offline ${n}`);
  await expect(lines(page).getByText("Waiting for connection")).toHaveCount(3);
  await write(hostPage, "Meanwhile");
  // The first message to reach the server comes first.
  await expect(lines(hostPage)).toContainText("Meanwhile");
  await expect(lines(hostPage).getByText("Sending…")).toHaveCount(0);
  await page.context().setOffline(false);
  const all = [/Before/, /Meanwhile/, /Offline 1/, /Offline 2/, /Offline 3/];
  for (const seen of [page, hostPage]) {
    const messages = lines(seen)
      .getByRole("listitem")
      .filter({ hasText: /Before|Meanwhile|Offline/ });
    await expect(messages).toHaveText(all);
    await expect(lines(seen).getByText("Waiting for connection")).toHaveCount(0);
  }

  // A lost reply: the server has stored the message, the page does not know, and then reloads.
  await page.route("**/messages", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await write(page, "Once");
  await expect(lines(hostPage)).toContainText("Once");
  await page.unroute("**/messages");
  await page.reload();
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await expect(lines(page).getByText("Once")).toHaveCount(1);
  await expect(lines(page).getByText("Sending…")).toHaveCount(0);
  await expect(lines(hostPage).getByText("Once")).toHaveCount(1);

  // An app that is closed before it could send, as phones do.
  await page.context().setOffline(true);
  await write(page, "Closed");
  await expect(lines(page).getByText("Waiting for connection")).toHaveCount(1);
  const next = await page.context().newPage();
  await page.close();
  await next.context().setOffline(false);
  await next.goto("/home");
  await expect(lines(hostPage).getByText("Closed")).toHaveCount(1);
});

test("read receipts are sent after a failure, and messages of a muted chat arrive", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const { hostPage, page } = await openRide(browserOf, "Meitner");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await write(page, "By the fountain");
  await expect(lines(page).getByText("Delivered")).toBeVisible();
  await hostPage.route("**/read", (route) => route.abort());
  await chats(hostPage).click();
  const row = drawer(hostPage).getByRole("button", { name: /Ada M\./ });
  await row.click();
  await expect(lines(hostPage)).toContainText("By the fountain");
  await drawer(hostPage).getByRole("button", { name: "Mute" }).click();
  await hostPage.keyboard.press("Escape");
  await hostPage.unroute("**/read");
  await expect(lines(page).getByText("Delivered")).toBeVisible();
  await hostPage.context().setOffline(true);
  await hostPage.context().setOffline(false);
  await expect(lines(page).getByText("Read", { exact: true })).toBeVisible();
  await hostPage.reload();
  await write(page, "At noon");
  await expect(lines(page).getByText("Delivered")).toBeVisible();
  await expect(chats(hostPage)).toHaveText("Chats");
});

test("the unread counter loads once the server is reachable again", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const { hostPage, page } = await openRide(browserOf, "Noether");
  await hostPage.route("**/assets/ChatBackgroundSync-*", (route) => route.abort());
  const failed = hostPage.waitForEvent("console", (message) =>
    message.text().includes("ChatBackgroundSync could not be loaded"),
  );
  const requested = hostPage.waitForRequest("**/assets/ChatBackgroundSync-*");
  await hostPage.reload();
  await expect(chats(hostPage)).toBeVisible();
  // Offline only then: without its screen the app would show an error instead.
  await expect(hostPage.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await requested;
  await hostPage.context().setOffline(true);
  await failed;
  await hostPage.unroute("**/assets/ChatBackgroundSync-*");
  await hostPage.context().setOffline(false);
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await write(page, "Are you there?");
  await expect(chats(hostPage)).toHaveText("Chats1 unread");
});

test("a conversation is found, read and answered by keyboard, and the focus returns", async ({
  world: { browserOf },
}) => {
  const { hostPage, page } = await openRide(browserOf, "Curie");
  await page.getByRole("button", { name: "Message", exact: true }).press("Enter");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("First line");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second line");
  await page.keyboard.press("Control+Enter");
  await expect(lines(page)).toContainText("First line second line");
  await drawer(page).getByRole("button", { name: "All chats" }).press("Enter");
  await expect(drawer(page).getByRole("button", { name: /Hedy C\..*second line/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Message", exact: true })).toBeFocused();

  await expect(chats(hostPage)).toHaveText("Chats1 unread");
  await chats(hostPage).press("Enter");
  await drawer(hostPage).getByRole("searchbox", { name: "Search chats" }).fill("second LINE");
  await drawer(hostPage)
    .getByRole("region", { name: "Messages found" })
    .getByRole("button")
    .press("Enter");
  await expect(field(hostPage)).toBeFocused();
  await hostPage.keyboard.type("Found it");
  await hostPage.keyboard.press("Enter");
  await expect(lines(hostPage)).toContainText("Found it");
  await drawer(hostPage).getByRole("button", { name: "Mute" }).press("Enter");
  await expect(drawer(hostPage).getByRole("button", { name: "Muted" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await drawer(hostPage).getByRole("button", { name: "All chats" }).press("Enter");
  await expect(
    drawer(hostPage).getByRole("button", { name: /Ada C\..*Found it.*muted/ }),
  ).toBeVisible();
});

test("the typing indicator shows until the message arrives", async ({ world: { browserOf } }) => {
  const { hostPage, page } = await openRide(browserOf, "Lovelace");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await write(page, "Hello");
  await expect(lines(page)).toContainText("Hello");
  await chats(hostPage).click();
  await drawer(hostPage)
    .getByRole("button", { name: /Ada L\./ })
    .click();
  const writing = drawer(page).getByText("Hedy L. is writing…");
  await expect(async () => {
    await field(hostPage).pressSequentially("On my way");
    await expect(writing).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(drawer(hostPage).getByText(/is writing/)).toHaveCount(0);
  await field(hostPage).press("Control+Enter");
  await expect(lines(page)).toContainText("On my way");
  await expect(writing).toHaveCount(0);
});

test("a place sent from the composer links to the map", async ({ world: { browserOf } }) => {
  const { hostPage, page } = await openRide(browserOf, "Kovalevskaya");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await drawer(page).getByRole("button", { name: "Send a place" }).click();
  const choice = page.getByRole("dialog", { name: "Send a place" });
  await choice.getByRole("button", { name: "Send", exact: true }).click();
  await expect(choice).toContainText("Choose a place from the list or on the map.");
  await choice.getByRole("combobox", { name: "Place" }).fill("Karlsru");
  await choice
    .getByRole("option", { name: /^Karlsruhe/ })
    .first()
    .click();
  await expectNoBarriers(page, "sending a place at 390 px");
  await choice.getByRole("button", { name: "Send", exact: true }).click();
  await expect(choice).toBeHidden();
  await expect(drawer(page).getByRole("button", { name: "Send a place" })).toBeFocused();
  await chats(hostPage).click();
  await drawer(hostPage)
    .getByRole("button", { name: /Ada K\..*Karlsruhe/ })
    .click();
  await lines(hostPage).getByRole("button", { name: "Show on the map" }).click();
  const map = hostPage.getByRole("dialog", { name: /^Karlsruhe/ });
  await expect(map.getByRole("listitem")).toContainText("Karlsruhe");
  await expect(map.getByRole("link", { name: "Open in maps app" })).toHaveAttribute(
    "href",
    /^geo:49\./,
  );
  await hostPage.keyboard.press("Escape");
  await expect(lines(hostPage)).toBeVisible();
});
