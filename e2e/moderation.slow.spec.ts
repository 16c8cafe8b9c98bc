import type { Page, Route } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { runAdminCommand } from "./support/admin-command.ts";
import { confirmByPassword, signUp, PASSWORD, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

// Notifications are sent at once; e2e/reports.slow.spec.ts tests the undo.
test.use({ settings: { MODERATION_UNDO_S: "0" } });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a moderator suspends a reported person by keyboard, resolves the report, lifts the suspension, and finds all in the audit log", async ({
  world: { browserOf, server, watch },
}) => {
  const moPage = await browserOf(PHONE);
  const malloryPage = await browserOf(DESKTOP);
  const adaPage = await browserOf(DESKTOP);
  const mo = testPerson("Mo", "Derator");
  const grim = testPerson("Mallory", "Grim");
  const moderator = await signUp(moPage, mo);
  const mallory = await signUp(malloryPage, grim);
  const ada = await signUp(adaPage, testPerson("Ada", "Reports"));
  const { id: chatId } = await mallory.call("chat/conversations", { withUid: ada.uid });
  const message = { clientId: "mallorys-first-message", text: "Pay me in advance" };
  const { id: messageId } = await mallory.call(`chat/conversations/${chatId}/messages`, message);
  await ada.call("reports", {
    about: { kind: "message", id: messageId },
    reason: "scam",
    text: "Wants money",
  });

  await malloryPage.goto("/moderation");
  await expect(malloryPage.getByRole("heading", { name: "Moderators only" })).toBeVisible();
  runAdminCommand(server.folder, ["moderators", "add", mo.email]);
  await moPage.goto("/profile");
  await moPage.getByRole("link", { name: "Moderation console" }).click();
  await expect(moPage.getByRole("link", { name: /^A message by Mallory Grim/ })).toBeVisible();
  await expect(moPage.getByRole("link", { name: /^Reports/ })).toHaveAttribute("aria-current");
  await expectNoBarriers(moPage, "reports at 390 px");
  await press(moPage.getByRole("link", { name: /^A message by Mallory Grim/ }));
  await expect(moPage.getByText("Pay me in advance")).toBeVisible();
  // A button partly covered by the bottom bar would count as too small.
  await moPage.getByRole("button", { name: "Resolve" }).scrollIntoViewIfNeeded();
  await expectNoBarriers(moPage, "a report at 390 px");

  // A suspended user is signed out and refused.
  watch.mayComplain(/status of 401\b|^(?:call failed|unauthorized) \{.*status: 401\b/);
  await press(moPage.getByRole("button", { name: "Suspend" }));
  const suspend = dialog(moPage, "Suspend Mallory Grim");
  await suspend.getByLabel("Duration").selectOption("3 days");
  await press(suspend.getByRole("checkbox", { name: "Fraud" }), "Space");
  await type(suspend.getByLabel("Reason"), "Asked for money");
  await expectNoBarriers(moPage, "dialog to suspend at 390 px", undefined, "dialog[open]");
  await press(suspend.getByRole("button", { name: "Suspend" }));
  await expect(suspend).toBeHidden();
  await expect(
    moPage.getByText("Mallory Grim is suspended; 1 person will be warned."),
  ).toBeVisible();
  await expect(moPage.getByText(/Suspended until/)).toBeVisible();
  await moPage.getByRole("button", { name: "Resolve" }).click();
  await dialog(moPage, "Resolve report").getByLabel("What you did").fill("Suspended for fraud");
  await dialog(moPage, "Resolve report").getByRole("button", { name: "Resolve" }).click();
  await expect(moPage.getByText("Suspended for fraud")).toBeVisible();

  await expect(malloryPage.getByRole("heading", { level: 1 })).toHaveText(
    "Your account is suspended",
  );
  await expect(malloryPage.getByRole("alert")).toContainText("Asked for money");
  await expect(malloryPage.getByRole("link", { name: "Appeal by e-mail" })).toBeVisible();
  await expectNoBarriers(malloryPage, "a suspended account at 390 px");
  await malloryPage.goto("/login");
  await malloryPage.getByLabel("E-mail").fill(grim.email);
  await malloryPage.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await malloryPage.getByRole("button", { name: "Sign in" }).click();
  await expect(
    malloryPage.getByText(/suspended until \d+ \w+ \d{4}: Asked for money$/),
  ).toBeVisible();

  await press(moPage.getByRole("link", { name: "Mallory Grim" }).first());
  await expect(moPage.getByText(grim.email)).toBeVisible();
  // As tall as the page, so that the bottom bar covers no button.
  await moPage.setViewportSize({ width: 390, height: 4000 });
  await expectNoBarriers(moPage, "a person at 390 px");
  await moPage.setViewportSize(PHONE.viewport);
  await moPage.getByRole("button", { name: "Lift suspension" }).click();
  await dialog(moPage, "Lift suspension of Mallory Grim").getByLabel("Reason").fill("A test");
  await dialog(moPage, "Lift suspension of Mallory Grim")
    .getByRole("button", { name: "Lift suspension" })
    .click();
  // Letting someone in needs a confirmation; the call goes on with what was typed.
  watch.mayComplain(/status of 403\b/);
  await confirmByPassword(moPage);
  await expect(moPage.getByRole("button", { name: "Suspend" })).toBeVisible();
  await tabTo(moPage.getByRole("link", { name: "Log" }));
  await moPage.keyboard.press("Enter");
  for (const deed of [
    "Suspended a person",
    "Resolved a report",
    "Lifted a suspension",
    "Viewed a person",
  ])
    await expect(moPage.getByText(deed).first()).toBeVisible();
  // As tall as the list, so that the bottom bar covers no link.
  await moPage.setViewportSize({ width: 390, height: 3000 });
  await expectNoBarriers(moPage, "the log at 390 px");
  watch.mayComplain(/net::ERR_|^call failed \{.*status: 0\b/);
  await announce(moPage);
  await lookAtNumbers(moPage);
  await expect(adaPage.getByText("The car park is closed")).toBeHidden();
  await adaPage.goto("/notifications");
  await adaPage.getByRole("button", { name: "Dismiss: The car park is closed" }).click();
  await expect(adaPage.getByText("The car park is closed")).toBeHidden();
  await warn(moPage, adaPage);
  watch.mayComplain(/status of 503\b|^call failed \{.*status: 503\b|ApiError: Back at nine/);
  const visitor = await browserOf(PHONE);
  await closeAndOpen(moPage, adaPage, visitor);
  await requireInvites(moPage, visitor);
  expect((await moderator.read<{ moderator: boolean }>("moderation/role")).moderator).toBe(true);
});

/** On a bad connection: a list that fails to load, a lost reply, an action that does not arrive. */
async function announce(page: Page): Promise<void> {
  const announcements = page.getByRole("region", { name: "Announcements" });
  const invites = page.getByRole("region", { name: "Invite codes" });
  const none = { code: "not_found", error: "No list today.", requestId: "r1" };
  await page.route(
    "**/api/moderation/invites",
    (route) => route.fulfill({ status: 404, json: none }),
    { times: 1 },
  );
  await page.getByRole("link", { name: "Community" }).click();
  await expect(invites.getByRole("alert")).toContainText("No list today.");
  await expectNoBarriers(page, "the community without a list at 390 px");
  await expect(announcements.getByText("No announcements")).toBeVisible();
  await invites.getByRole("button", { name: "Try again" }).click();
  await expect(invites.getByText("No active codes")).toBeVisible();

  const withdrawButton = announcements.getByRole("button", {
    name: "Remove: The car park is closed",
  });
  await page.route("**/api/moderation/announcements", loseAnswer, { times: 1 });
  await announcements.getByLabel("New announcement").fill("The car park is closed");
  await announcements.getByRole("button", { name: "Publish" }).click();
  await expect(announcements.getByRole("alert")).not.toBeEmpty();
  await announcements.getByRole("button", { name: "Publish" }).click();
  await expect(announcements.getByLabel("New announcement")).toHaveValue("");
  await expect(withdrawButton).toHaveCount(1);

  await page.route("**/api/moderation/announcements/*", (route) => route.abort(), { times: 1 });
  await withdrawButton.click();
  await expect(announcements.getByRole("alert")).not.toBeEmpty();
  await expect(withdrawButton).toBeVisible();
}

/** The server receives the call, and the reply is lost. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

async function lookAtNumbers(page: Page): Promise<void> {
  await page.getByLabel("Who it's for").fill("First years");
  await page.getByRole("button", { name: "Create code" }).click();
  await expect(page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)).toBeVisible();
  await expectNoBarriers(page, "the community at 390 px");
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("table", { name: "By week" })).toBeVisible();
  await expectNoBarriers(page, "the numbers at 390 px");
  await page.getByRole("link", { name: "Appeals" }).click();
  await expect(page.getByText("No open appeals")).toHaveCount(2);
  await expectNoBarriers(page, "appeals at 390 px");
  await page.getByRole("link", { name: "People" }).click();
  await type(page.getByLabel("Name, e-mail or id"), "Mallory");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Mallory Grim" })).toBeVisible();
  await expectNoBarriers(page, "people at 390 px");
}

/** By keyboard, from the list of people; the warned member reads it on their current page. */
async function warn(moderator: Page, warned: Page): Promise<void> {
  await moderator.getByLabel("Name, e-mail or id").fill("Ada Rep");
  await moderator.keyboard.press("Enter");
  await press(moderator.getByRole("link", { name: "Ada Reports" }));
  await press(moderator.getByRole("button", { name: "Warn" }));
  const why = dialog(moderator, "Warn Ada Reports");
  await type(why.getByLabel("Reason"), "Report what you saw yourself");
  await press(why.getByRole("button", { name: "Send warning" }));
  await expect(why).toBeHidden();
  await expect(warned.getByText(/Report what you saw yourself/).first()).toBeVisible();
}

/** By keyboard; members and visitors read the reason, moderators continue, and the community reopens. */
async function closeAndOpen(moderator: Page, other: Page, visitor: Page): Promise<void> {
  await other.goto("/notifications");
  await press(moderator.getByRole("link", { name: "Community" }));
  await type(moderator.getByLabel("Message to users"), "Back at nine");
  await press(moderator.getByRole("button", { name: "Close for maintenance" }));
  await expect(
    moderator.getByText("The service is closed to everyone except moderators."),
  ).toBeVisible();
  await expect(other.getByText("Closed for maintenance: Back at nine")).toBeVisible();
  await visitor.goto("/");
  await expect(visitor.getByText("Closed for maintenance: Back at nine")).toBeVisible();
  await press(moderator.getByRole("button", { name: "Reopen" }));
  await expect(moderator.getByText(/^The service is open/)).toBeVisible();
  await expect(other.getByText(/^Closed for maintenance/)).toBeHidden();
  await other.goto("/notifications");
  await expect(other.getByText(/Report what you saw yourself/).first()).toBeVisible();
}

/** Visitors read that they need a code before they open the form. */
async function requireInvites(moderator: Page, visitor: Page): Promise<void> {
  const note = visitor.getByText("You need an invite code to join.");
  await visitor.goto("/");
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(note).toBeHidden();
  await moderator.getByRole("checkbox", { name: "Require an invite code" }).click();
  await expect(moderator.getByRole("checkbox", { name: "Require an invite code" })).toBeChecked();
  await visitor.goto("/");
  await expect(note).toBeVisible();
  await expectNoBarriers(visitor, "the landing page of an invite-only community at 390 px");
}
