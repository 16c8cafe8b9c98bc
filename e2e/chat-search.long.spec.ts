import { chats, drawer, lines, openRide } from "./support/chats.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

test("search finds messages in conversations that are not loaded yet, and reports a failed search", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const { hostPage, host, seeker, rideId } = await openRide(browserOf, "Germain");
  const { id } = await seeker.call("chat/conversations", { withUid: host.uid });
  const aboutRide = await seeker.call("chat/conversations", { withUid: host.uid, rideId });
  const say = (chatId: string | undefined, text: string) =>
    seeker.call(`chat/conversations/${chatId}/messages`, { clientId: crypto.randomUUID(), text });
  for (let n = 1; n <= 32; n++) await say(id, `Needle ${n}`);
  await say(aboutRide.id, "Straw");
  // As if the conversation were on a later page of the list.
  await hostPage.route("**/api/chat/conversations?**", async (route) => {
    const response = await route.fetch();
    const { items, ...rest }: { items: { id: string }[] } = await response.json();
    await route.fulfill({
      response,
      json: { ...rest, items: items.filter((item) => item.id !== id) },
    });
  });
  await hostPage.route("**/api/chat/search?**", (route) => route.abort());
  await hostPage.goto("/home");
  await chats(hostPage).click();
  await expect(
    drawer(hostPage).getByRole("list", { name: "Conversations" }).getByRole("button"),
  ).toHaveCount(1);
  await drawer(hostPage).getByRole("searchbox", { name: "Search chats" }).fill("needle");
  const section = drawer(hostPage).getByRole("region", { name: "Messages found" });
  await expect(section.getByRole("alert")).toContainText("Couldn't search messages", {
    timeout: 15_000,
  });
  await hostPage.unroute("**/api/chat/search?**");
  await section.getByRole("button", { name: "Try again" }).click();
  const hits = section.getByRole("button", { name: /Needle/ });
  await expect(hits).toHaveCount(30);
  await expect(hits.first()).toContainText("Ada G.");
  await section.getByRole("button", { name: "Show older messages" }).click();
  await expect(hits).toHaveCount(32);
  await hits.last().click();
  await expect(lines(hostPage).getByText("Needle 1", { exact: true })).toBeInViewport();
  await hostPage.unrouteAll({ behavior: "ignoreErrors" });
});

test("a found message opens in its conversation, with a button to the newest", async ({
  world: { browserOf },
}) => {
  const { hostPage, host, seeker } = await openRide(browserOf, "Hypatia");
  const { id } = await seeker.call("chat/conversations", { withUid: host.uid });
  for (let n = 1; n <= 55; n++) {
    const text = n === 3 ? "The needle" : `Straw ${n}`;
    await seeker.call(`chat/conversations/${id}/messages`, { clientId: crypto.randomUUID(), text });
  }
  await chats(hostPage).click();
  await drawer(hostPage).getByRole("searchbox", { name: "Search chats" }).fill("needle");
  await drawer(hostPage)
    .getByRole("region", { name: "Messages found" })
    .getByRole("button")
    .click();
  const found = lines(hostPage).getByRole("listitem").filter({ hasText: "The needle" });
  await expect(found).toBeInViewport();
  await expect(found).toHaveAttribute("aria-current", "true");
  await expect(lines(hostPage).getByText("Straw 55", { exact: true })).toHaveCount(0);
  await lines(hostPage).getByRole("button", { name: "Show newer messages" }).click();
  await expect(lines(hostPage).getByText("Straw 55", { exact: true })).toHaveCount(1);
  await drawer(hostPage).getByRole("button", { name: "All chats" }).click();
  await drawer(hostPage).getByRole("searchbox", { name: "Search chats" }).fill("Straw 10");
  await drawer(hostPage)
    .getByRole("region", { name: "Messages found" })
    .getByRole("button")
    .click();
  await lines(hostPage).getByRole("button", { name: "Jump to latest" }).click();
  await expect(lines(hostPage).getByText("Straw 55", { exact: true })).toBeInViewport();
});
