import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo } from "./support/keyboard.ts";
import { runAdminCommand } from "./support/admin-command.ts";
import { signUp, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { openBooking, WAY } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

const WHOLE = "Write to me@example.com";
const MASKED = "Write to •••••";
const SHOWS_LATER =
  "Phone numbers, e-mail addresses and links are visible once a seat is accepted between you.";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const thanks = (page: Page) =>
  page.getByRole("region", { name: "Status messages" }).getByText("Thank you for your report.");

/** Submits the report dialog. */
async function sendReport(page: Page, title: string) {
  await press(dialog(page, title).getByRole("button", { name: "Send report" }));
  await expect(dialog(page, title)).toBeHidden();
  await expect(thanks(page).last()).toBeVisible();
}

test("the page explains masked text; a request, an offer and a message are reported by keyboard", async ({
  world: { browserOf, server },
}) => {
  const page = await browserOf(PHONE);
  const malloryPage = await browserOf(DESKTOP);
  const moPage = await browserOf(DESKTOP);
  const mo = testPerson("Mo", "Derator");
  await signUp(moPage, mo);
  const ada = await signUp(page, testPerson("Ada", "Host"));
  const mallory = await signUp(malloryPage, testPerson("Mallory", "Grim"));
  const departsAt = `${tomorrow()}T06:45:00Z`;
  const { id: rideId } = await ada.call("rides", { ...WAY, departsAt, seatsTotal: 3, note: WHOLE });

  // Both the reader and the writer see a note.
  await malloryPage.goto(`/rides/${rideId}`);
  await expect(malloryPage.getByText(MASKED)).toBeVisible();
  await expect(malloryPage.getByText(SHOWS_LATER)).toBeVisible();
  await openBooking(malloryPage);
  await malloryPage.getByLabel("Message to the host").fill(WHOLE);
  await expect(malloryPage.getByLabel("Message to the host")).toHaveAccessibleDescription(
    "The other person can't see e-mail addresses until a seat is accepted.",
  );
  await malloryPage.getByRole("button", { name: "Ask for 1 seat" }).click();
  const own = malloryPage.getByRole("region", { name: "Your request" });
  await expect(own.getByText(WHOLE)).toBeVisible();
  await expect(
    own.getByText("The other person can't see e-mail addresses until a seat is accepted."),
  ).toBeVisible();
  await expectNoBarriers(malloryPage, "ride whose note is masked at 1440 px");

  await page.goto("/requests");
  const requestCard = page.getByRole("article").filter({ hasText: "Mallory G." });
  await expect(requestCard.getByText(MASKED)).toBeVisible();
  await expect(requestCard.getByText(SHOWS_LATER)).toBeVisible();
  await expectNoBarriers(page, "request whose message is masked at 390 px");
  await press(requestCard.getByRole("button", { name: "More about Mallory G." }));
  await expect(page.getByRole("menuitem", { name: "Report this request" })).toBeFocused();
  await page.keyboard.press("Enter");
  await sendReport(page, "Report this request");

  // An offer.
  const window = { departsAfter: departsAt, departsBefore: `${tomorrow()}T12:00:00Z` };
  const { id: requestId } = await ada.call("requests", { ...WAY, ...window });
  await mallory.call(`rides/requests/${requestId}/offer`, {
    departsAt: `${tomorrow()}T09:00:00Z`,
    message: WHOLE,
  });
  await page.goto(`/requests/${requestId}`);
  const offer = page.getByRole("listitem").filter({ hasText: "Mallory G." });
  await expect(offer.getByText(MASKED)).toBeVisible();
  await expectNoBarriers(page, "offer whose message is masked at 390 px");
  await press(offer.getByRole("button", { name: "More about Mallory G." }));
  await expect(page.getByRole("menuitem", { name: "Report this offer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await sendReport(page, "Report this offer");

  // After acceptance nothing is masked, and messages of the ride's chat can be reported.
  const { items } = await ada.read<{ items: { id: string }[] }>(`rides/${rideId}/requests`);
  await ada.call(`rides/${rideId}/requests/${items[0]?.id}/accept`, {});
  await expect(
    own.or(malloryPage.getByRole("region", { name: "You have a seat" })).first(),
  ).toBeVisible();
  await expect(malloryPage.getByText(SHOWS_LATER)).toBeHidden();
  await expect(malloryPage.getByText(WHOLE).first()).toBeVisible();
  const chatId = await expectChat(ada, rideId);
  await mallory.call(`chat/conversations/${chatId}/messages`, {
    clientId: "first-of-mallory",
    text: "Pay me first",
  });
  await page.goto(`/rides/${rideId}`);
  await press(page.getByRole("banner").getByRole("button", { name: /^Chats/ }));
  const chats = dialog(page, "Chats");
  await press(chats.getByRole("button", { name: /Pay me first/ }));
  await tabTo(chats.getByRole("button", { name: "More about this chat" }));
  await expectNoBarriers(page, "chat of a ride at 390 px", undefined, "dialog[open]");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Report a message" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    dialog(page, "Report a message").getByRole("radio", { name: "Pay me first" }),
  ).toBeChecked();
  await sendReport(page, "Report a message");

  // The moderator reads the full text.
  runAdminCommand(server.folder, ["moderators", "add", mo.email]);
  await moPage.goto("/moderation");
  for (const kind of ["A seat request", "An offer"]) {
    await press(moPage.getByRole("link", { name: `${kind} by Mallory Grim` }));
    await expect(moPage.getByText(WHOLE)).toBeVisible();
    await moPage.goBack();
  }
});

/** The ride's chat appears shortly after the first acceptance. */
async function expectChat(
  { read }: Awaited<ReturnType<typeof signUp>>,
  rideId: string,
): Promise<string> {
  let id: string | undefined;
  await expect(async () => {
    ({ id } = await read<{ id?: string }>(`rides/${rideId}/conversation`));
    expect(id).toBeDefined();
  }).toPass();
  return id ?? "";
}
