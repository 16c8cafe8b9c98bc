import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { runAdminCommand } from "./support/admin-command.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

// Notifications are sent at once; e2e/reports.slow.spec.ts tests the undo.
test.use({ settings: { MODERATION_UNDO_S: "0" } });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a moderator hides a reported ride; its host reads the reason, appeals by keyboard, and it is shown again", async ({
  world: { browserOf, server, watch },
}) => {
  const moPage = await browserOf(PHONE);
  const bobPage = await browserOf(PHONE);
  const adaPage = await browserOf(DESKTOP);
  const mo = testPerson("Mo", "Derator");
  await signUp(moPage, mo);
  const bob = await signUp(bobPage, testPerson("Bob", "Host"));
  const ada = await signUp(adaPage, testPerson("Ada", "Reports"));
  const { id: rideId } = await bob.call("rides", rideAt(6));
  await ada.call("reports", {
    about: { kind: "ride", id: rideId },
    reason: "fake",
    text: "There is no such car",
  });
  runAdminCommand(server.folder, ["moderators", "add", mo.email]);

  await moPage.goto("/moderation");
  await press(moPage.getByRole("link", { name: /^A ride by Bob Host/ }));
  await press(moPage.getByRole("button", { name: "Hide ride" }));
  const hide = dialog(moPage, "Hide ride");
  await press(hide.getByRole("button", { name: "Hide" }));
  await expect(hide.getByText("Please enter a message.")).toBeVisible();
  await type(hide.getByLabel("Reason"), "There is no such car");
  await hide.getByLabel("Duration").selectOption("7 days");
  await expectNoBarriers(moPage, "dialog to hide a ride at 390 px", undefined, "dialog[open]");
  await press(hide.getByRole("button", { name: "Hide" }));
  await expect(moPage.getByRole("button", { name: "Restore ride" })).toBeVisible();

  watch.mayComplain(/status of 404\b|^call failed \{.*status: 404\b/);
  await adaPage.goto(`/rides/${rideId}`);
  await expect(adaPage.getByText("This ride is no longer available")).toBeVisible();
  await bobPage.goto(`/rides/${rideId}`);
  await expect(bobPage.getByText("Reason: “There is no such car”")).toBeVisible();
  await expect(bobPage.getByText(/^Hidden until .*\.$/)).toBeVisible();
  await press(bobPage.getByRole("button", { name: "Appeal" }));
  await type(
    dialog(bobPage, "Appeal").getByLabel("Why it should be shown"),
    "It is my sister's car",
  );
  await press(dialog(bobPage, "Appeal").getByRole("button", { name: "Send" }));
  await expect(bobPage.getByText("You've appealed.")).toBeVisible();
  await expectNoBarriers(bobPage, "a hidden ride at 390 px");

  await press(moPage.getByRole("link", { name: "Appeals" }));
  await expect(moPage.getByText("It is my sister's car")).toBeVisible();
  await press(moPage.getByRole("link", { name: "Ride", exact: true }));
  await expect(moPage.getByText(/^Hidden until /)).toBeVisible();
  // As tall as the page, so that the bottom bar covers no button.
  await moPage.setViewportSize({ width: 390, height: 3000 });
  await expectNoBarriers(moPage, "a ride at 390 px");
  await moPage.setViewportSize(PHONE.viewport);
  await moPage.goBack();
  // Fully visible, not partly under the bottom bar.
  await tabTo(moPage.getByRole("button", { name: "Keep it hidden" }));
  await expectNoBarriers(moPage, "appeals at 390 px");
  await moPage.keyboard.press("Shift+Tab");
  await press(moPage.getByRole("button", { name: "Uphold and restore" }));
  await type(dialog(moPage, "Uphold the appeal").getByLabel("Reason"), "It is real");
  await press(dialog(moPage, "Uphold the appeal").getByRole("button", { name: "Confirm" }));
  await expect(moPage.getByText("It is my sister's car")).toBeHidden();
  // The host's page updates live.
  await expect(bobPage.getByText("Moderators hid this ride.")).toBeHidden();
  await adaPage.reload();
  await expect(adaPage.getByRole("heading", { name: /Freiburg.*Cologne/ }).first()).toBeVisible();
});
