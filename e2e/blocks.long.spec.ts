import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const toast = (page: Page, text: string) =>
  page
    .getByRole("region", { name: "Status messages" })
    .getByRole("listitem")
    .filter({ hasText: text });
const more = (page: Page, name: string) => page.getByRole("button", { name: `More about ${name}` });
const choose = (page: Page, item: string) => page.getByRole("menuitem", { name: item }).click();

test("a member reports a ride and a message, and blocks and unblocks a person by keyboard", async ({
  world: { browserOf },
}) => {
  const malloryPage = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const mallory = await signUp(malloryPage, testPerson("Mallory", "Grim"));
  const ada = await signUp(page, testPerson("Ada", "Blocks"));
  const { id: rideId } = await mallory.call("rides", rideAt(6));
  const { id: chatId } = await mallory.call("chat/conversations", { withUid: ada.uid });
  const message = { clientId: "mallorys-first-message", text: "Pay me in advance" };
  await mallory.call(`chat/conversations/${chatId}/messages`, message);

  await page.goto(`/rides/${rideId}`);
  await more(page, "Mallory G.").click();
  await choose(page, "Report this ride");
  const report = dialog(page, "Report this ride");
  await report.getByRole("radio", { name: "Fake profile or misleading" }).check();
  await report.getByLabel("What happened").fill("There is no such car.");
  await expectNoBarriers(page, "report dialog at 390 px", undefined, "dialog[open]");
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(toast(page, "Thank you for your report.")).toBeVisible();
  await expect(report).toBeHidden();

  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Chats/ })
    .click();
  const chats = dialog(page, "Chats");
  await chats.getByRole("button", { name: /Mallory G\./ }).click();
  await chats.getByRole("button", { name: "More about Mallory G." }).click();
  await choose(page, "Report a message");
  await expect(
    dialog(page, "Report a message").getByRole("radio", { name: "Pay me in advance" }),
  ).toBeChecked();
  await dialog(page, "Report a message").getByRole("button", { name: "Send report" }).click();
  await expect(dialog(page, "Report a message")).toBeHidden();
  await page.keyboard.press("Escape");

  // By keyboard: the ride's page closes, and returns with the undo.
  await press(more(page, "Mallory G."));
  await expect(page.getByRole("menuitem", { name: "Report this ride" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Block Mallory G.?")).toBeVisible();
  await expectNoBarriers(page, "block dialog at 390 px", undefined, "dialog[open]");
  await press(dialog(page, "Block Mallory G.?").getByRole("button", { name: "Block Mallory G." }));
  await expect(
    page.getByRole("heading", { name: "This ride is no longer available" }),
  ).toBeVisible();
  await tabTo(toast(page, "Mallory G. is blocked.").getByRole("button", { name: "Undo" }));
  await expectNoBarriers(page, "ride that is hidden at 390 px");
  await page.keyboard.press("Enter");
  await expect(more(page, "Mallory G.")).toBeVisible();

  // Existing bookings stay, and the dialog says so.
  const seatRequest = await ada.call(`rides/${rideId}/request`, { seats: 1 });
  await mallory.call(`rides/${rideId}/requests/${seatRequest.id}/accept`, {});
  await more(page, "Mallory G.").click();
  await choose(page, "Block Mallory G.");
  await dialog(page, "Block Mallory G.?").getByRole("button", { name: "Block Mallory G." }).click();
  const still = dialog(page, "You still share rides");
  await expect(still.getByRole("link", { name: /Freiburg im Breisgau to Cologne/ })).toBeVisible();
  await still.getByRole("button", { name: "Done" }).click();
  await expect(more(page, "Mallory G.")).toBeVisible();

  // Neither finds the other; only Ada learns why.
  await malloryPage.goto(`/profile/${ada.uid}`);
  await expect(malloryPage.getByText("Profile not found")).toBeVisible();
  await malloryPage
    .getByRole("banner")
    .getByRole("button", { name: /^Chats/ })
    .click();
  await dialog(malloryPage, "Chats")
    .getByRole("button", { name: /Pay me in advance/ })
    .click();
  await expect(
    dialog(malloryPage, "Chats").getByText("This chat is closed. You can still read it."),
  ).toBeVisible();
  await page.goto(`/profile/${mallory.uid}`);
  await expect(page.getByText(/^You blocked Mallory G\./)).toBeVisible();
  await expectNoBarriers(page, "profile of somebody blocked at 390 px");
  await page.goto("/settings/safety");
  const blocked = page.getByRole("region", { name: "Blocked people" });
  await press(blocked.getByRole("button", { name: "Unblock Mallory G." }));
  await expect(blocked.getByText(/^You haven't blocked anyone\./)).toBeVisible();
  await expect(blocked.getByRole("heading", { name: "Blocked people" })).toBeFocused();
});
