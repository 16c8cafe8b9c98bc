import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { runAdminCommand } from "./support/admin-command.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const menu = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const undoable = (page: Page) => page.getByRole("region", { name: "Can still be undone" });

test("a person is reported from a ride; a moderator sees badge and notification, warns and undoes, by touch and by keyboard", async ({
  world: { browserOf, server },
}) => {
  const moPage = await browserOf(PHONE);
  const maxPage = await browserOf(DESKTOP);
  const adaPage = await browserOf(PHONE);
  const malloryPage = await browserOf(PHONE);
  const mo = testPerson("Mo", "Derator");
  const max = testPerson("Max", "Second");
  for (const [page, person] of [
    [moPage, mo],
    [maxPage, max],
  ] as const) {
    await signUp(page, person);
    runAdminCommand(server.folder, ["moderators", "add", person.email]);
  }
  const mallory = await signUp(malloryPage, testPerson("Mallory", "Grim"));
  await signUp(adaPage, testPerson("Ada", "Reports"));
  const { id: rideId } = await mallory.call("rides", { ...rideAt(6), note: "Bring cash for me" });
  await moPage.goto("/home");

  await test.step("by touch: the report carries its ride", async () => {
    await adaPage.goto(`/rides/${rideId}`);
    await adaPage.getByRole("button", { name: "More about Mallory G." }).tap();
    await adaPage.getByRole("menuitem", { name: "Report Mallory G." }).tap();
    const report = dialog(adaPage, "Report Mallory G.");
    await report.getByRole("radio", { name: "Insults, threats or unwanted advances" }).check();
    await report.getByRole("button", { name: "Send report" }).tap();
    await expect(report).toBeHidden();
  });

  await test.step("by touch: the open page shows the badge at once, and the notification leads to the evidence", async () => {
    await menu(moPage).tap();
    await expect(moPage.getByRole("menuitem", { name: "Moderation (1)" })).toBeVisible();
    await moPage.keyboard.press("Escape");
    await moPage.goto("/notifications");
    await moPage.getByRole("link", { name: /Urgent report: harassment/ }).tap();
    await expect(moPage.getByRole("heading", { name: "A person was reported" })).toBeVisible();
    const ride = moPage.getByRole("region", { name: "Reported from this ride" });
    await expect(ride.getByText("Bring cash for me")).toBeVisible();
    await mallory.remove(`rides/${rideId}`);
    await moPage.reload();
    await expect(ride.getByText("Now: Cancelled")).toBeVisible();
    // The console belongs to no tab.
    const tabs = moPage.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(tabs).toHaveCount(4);
    await expect(tabs.and(moPage.locator("[aria-current]"))).toHaveCount(0);
  });

  await test.step("by touch: warn and undo", async () => {
    await expect(moPage.getByRole("listitem").filter({ hasText: "Suggested" })).toContainText(
      "Warn",
    );
    await moPage.getByRole("button", { name: "Warn", exact: true }).tap();
    const warn = dialog(moPage, "Warn Mallory Grim");
    await warn.getByLabel("Reason").fill("Be kind");
    await warn.getByRole("button", { name: "Send warning" }).tap();
    await expect(warn).toBeHidden();
    await moPage.setViewportSize({ width: 390, height: 6000 });
    await expectNoBarriers(moPage, "a report with an action at 390 px");
    await captureScreenshots(moPage, "a report that was answered", moPage.getByRole("main"));
    await moPage.setViewportSize(PHONE.viewport);
    await undoable(moPage).getByRole("button", { name: "Undo: Warning" }).tap();
    await expect(undoable(moPage)).toBeHidden();
    await expect(moPage.getByText("Undone by Mo Derator")).toBeVisible();
  });

  await test.step("by keyboard: the second moderator warns, closes, and takes both back", async () => {
    await maxPage.goto("/home");
    await press(menu(maxPage));
    await maxPage.keyboard.press("ArrowDown");
    await expect(maxPage.getByRole("menuitem", { name: "Moderation (1)" })).toBeVisible();
    while (
      !(await maxPage
        .getByRole("menuitem", { name: "Moderation (1)" })
        .evaluate((item) => item === document.activeElement))
    )
      await maxPage.keyboard.press("ArrowDown");
    await maxPage.keyboard.press("Enter");
    await press(maxPage.getByRole("link", { name: /^Mallory Grim/ }));
    await press(maxPage.getByRole("button", { name: "Warn", exact: true }));
    await type(dialog(maxPage, "Warn Mallory Grim").getByLabel("Reason"), "Be kind");
    await press(dialog(maxPage, "Warn Mallory Grim").getByRole("button", { name: "Send warning" }));
    await expect(dialog(maxPage, "Warn Mallory Grim")).toBeHidden();
    // The other moderator sees it at once.
    await expect(undoable(moPage).getByText("Max Second")).toBeVisible();
    await press(maxPage.getByRole("button", { name: "Resolve" }));
    await type(dialog(maxPage, "Resolve report").getByLabel("What you did"), "Warned");
    await press(dialog(maxPage, "Resolve report").getByRole("button", { name: "Resolve" }));
    await expect(maxPage.getByRole("link", { name: "Reports", exact: true })).toBeVisible();
    for (const kind of ["Report closed", "Warning"]) {
      await press(undoable(maxPage).getByRole("button", { name: `Undo: ${kind}` }));
      await expect(undoable(maxPage).getByRole("button", { name: `Undo: ${kind}` })).toBeHidden();
    }
    await expect(maxPage.getByRole("heading", { name: "Moderation", level: 1 })).toBeFocused();
    await expect(maxPage.getByRole("link", { name: "Reports (1)" })).toBeVisible();
    await press(maxPage.getByRole("link", { name: "Statistics" }));
    await tabTo(maxPage.getByRole("region", { name: "Open reports by age" }));
    await expectNoBarriers(maxPage, "the response times at 1440 px");
    await captureScreenshots(
      maxPage,
      "response times",
      maxPage.getByRole("region", { name: "Reports", exact: true }),
    );
  });

  await malloryPage.goto("/notifications");
  await expect(
    malloryPage.getByRole("heading", { name: "Notifications", exact: true }),
  ).toBeVisible();
  await expect(malloryPage.getByText("Be kind")).toBeHidden();
});
