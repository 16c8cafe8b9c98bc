import type { Page } from "@playwright/test";
import { tabTo } from "./support/keyboard.ts";
import { join, PASSWORD, person } from "./support/people.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const bar = (page: Page) => page.getByRole("banner");
const account = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const chats = (page: Page) => bar(page).getByRole("button", { name: /^Chats/ });
const path = (page: Page) => new URL(page.url()).pathname;

const tellUnread = (page: Page, count: number) =>
  page.evaluate((unread) => dispatchEvent(new CustomEvent("chatUnreadUpdate", { detail: { count: unread } })), count);

test("[spec/2-bar:tabs] logo and tabs lead where they say, and the tab one is on is marked", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await join(page, person("Tabs", "Tomas"));
  await page.goto("/profile");
  const tabs = bar(page).getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(tabs).toHaveText(["Home", "Drivers", "Host", "Seek"]);
  await expect(tabs.and(page.locator("[aria-current=page]"))).toHaveCount(0);
  for (const [name, where] of [
    ["Drivers", "/active-drivers"],
    ["Host", "/host"],
    ["Seek", "/seek"],
    ["Home", "/home"],
  ] as const) {
    await tabs.filter({ hasText: name }).click();
    await expect(tabs.and(page.locator("[aria-current=page]"))).toHaveText([name]);
    expect(path(page)).toBe(where);
  }
  await tabs.filter({ hasText: "Seek" }).click();
  await bar(page).getByRole("link", { name: "Commonlane, home" }).click();
  await expect(tabs.and(page.locator("[aria-current=page]"))).toHaveText(["Home"]);
  expect(path(page)).toBe("/home");
});

test("[ours/focus:arrival] a screen that comes late takes the focus, but not from who has gone to a tab meanwhile", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const ella = person("Early", "Ella");
  await join(page, ella);
  await page.context().clearCookies();
  const tab = (name: string) => bar(page).getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  const later = await holdScreen(page, "HomeScreen");
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(ella.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await tabTo(tab("Seek"));
  await later();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(tab("Seek")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Seek a ride" })).toBeFocused();
});

/** Lets a screen's code wait until the function it gives is called. */
async function holdScreen(page: Page, name: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(`**/assets/${name}-*.js`);
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    await asked;
    release();
  };
}

test("[spec/2-bar:chats] the Chats button opens the panel, fetched on demand; its badge ends at 99+ and the count is its hover text", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await join(page, person("Chatty", "Chiara"));
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/profile");
  await expect(chats(page)).toHaveText("Chats");
  await expect(chats(page)).not.toHaveAttribute("title");
  for (const [count, badge] of [
    [7, "7"],
    [99, "99"],
    [100, "99+"],
    [250, "99+"],
  ] as const) {
    await tellUnread(page, count);
    await expect(chats(page)).toHaveText(`Chats${badge} unread`);
    await expect(chats(page)).toHaveAttribute("title", `You have ${count} unread messages`);
  }
  await tellUnread(page, 0);
  await expect(chats(page)).toHaveText("Chats");

  expect(fetched.filter((url) => url.includes("ChatPanel"))).toEqual([]);
  await chats(page).click();
  await expect(page.getByRole("dialog", { name: "Chats" }).getByRole("heading", { name: /chats/ })).toBeVisible();
  expect(fetched.filter((url) => url.includes("ChatPanel")).length).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Chats" })).toBeHidden();
  await expect(chats(page)).toBeFocused();
});

test("[spec/2-bar:menu] the avatar's menu leads to the profile, closes on an outside click and by Escape, and logs out to /", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await join(page, person("Menu", "Mona"));
  await page.goto("/seek");
  await expect(account(page)).toHaveText("MM");
  const menu = page.getByRole("menu");
  await account(page).click();
  await expect(menu.getByRole("menuitem")).toHaveText([/^Requests/, "Profile", "Report Issue", "Logout"]);
  await page.getByRole("heading", { name: "Seek a ride" }).click();
  await expect(menu).toBeHidden();
  await account(page).click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(account(page)).toBeFocused();
  await account(page).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await page.waitForURL("**/profile");
  await expect(menu).toBeHidden();

  await tellUnread(page, 12);
  await expect(chats(page)).toHaveText("Chats12 unread");
  await account(page).click();
  // Back at once, before the way out has been drawn: it leads out again.
  await page.getByRole("menuitem", { name: "Logout" }).evaluate((logout: HTMLElement) => {
    logout.click();
    history.back();
  });
  await expect(account(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Someone is already going your way." })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Someone is already going your way." })).toBeVisible();

  // Whoever is next in this browser has no messages of the one before.
  await join(page, person("Next", "Nora"));
  await page.goto("/profile");
  await expect(account(page)).toHaveText("NN");
  await expect(chats(page)).toHaveText("Chats");
});

test("[spec/2-report:draft] Report Issue asks for an e-mail to support and opens a draft with name and e-mail, or is cancelled", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const ravi = person("Report", "Ravi");
  await join(page, ravi);
  await page.goto("/profile");
  const dialog = page.getByRole("dialog", { name: "Report Issue" });
  const open = async () => {
    await account(page).click();
    await page.getByRole("menuitem", { name: "Report Issue" }).click();
  };
  await open();
  await expect(dialog).toContainText("Please write an e-mail to support@example.org");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(account(page)).toBeFocused();

  await open();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.enable");
  const asked = new Promise<string>((resolve) =>
    browser.once("Page.frameRequestedNavigation", ({ url }) => resolve(url)),
  );
  await dialog.getByRole("button", { name: "Open Email Client" }).click();
  const draft = new URL(await asked);
  expect(draft.protocol + draft.pathname).toBe("mailto:support@example.org");
  expect(draft.searchParams.get("subject")).toBe("Report Issue - Commonlane");
  expect(draft.searchParams.get("body")).toContain("From: Report Ravi\r\n");
  expect(draft.searchParams.get("body")).toContain(`E-mail: ${ravi.email}\r\n`);
  await expect(dialog).toBeHidden();
});

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const MISSING = "Please enter your email address";

/** A page whose button tells something in a toast at each press, with the clock held. */
async function pageWithToasts(page: Page): Promise<() => Promise<void>> {
  await page.clock.install({ time: new Date("2026-05-04T10:00:00Z") });
  await page.goto("/verify-email");
  const button = page.getByRole("button", { name: "Resend Verification Email" });
  // Entering the form asks for a challenge, which a leap of the clock would end.
  const challenge = page.waitForResponse("**/captcha/challenge?*");
  await button.click();
  await (await challenge).finished();
  await expect(toasts(page).getByRole("listitem")).toHaveAttribute("data-type", "warning");
  await page.clock.pauseAt(new Date("2026-05-04T10:01:00Z"));
  await page.clock.runFor(3_300);
  await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
  return () => button.click();
}

test("[spec/4-toast:life] [spec/9-toast:width] a toast leaves after 3000 ms, in 300 ms more; a click anywhere on it or its button ends it at once", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const tell = await pageWithToasts(page);
  const toast = toasts(page).getByRole("listitem");
  await tell();
  await expect(toast).toHaveText(MISSING);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.clock.runFor(2_999);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.clock.runFor(1);
  await expect(toast).toHaveAttribute("data-leaving");
  await page.clock.runFor(299);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);

  await tell();
  const box = await toast.boundingBox();
  expect(box?.width).toBe(400);
  expect((box?.x ?? 0) + 400).toBeGreaterThan(DESKTOP.viewport.width - 24);
  expect(box?.y).toBeLessThan(32);
  await toast.click({ position: { x: 60, y: 20 } });
  await expect(toast).toHaveCount(0);
  await tell();
  await toasts(page).getByRole("button", { name: "Close notification" }).click();
  await expect(toast).toHaveCount(0);
});

test("[issue3/toast:pause] a toast waits while it is pointed at or has the focus, then goes on with what was left", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const tell = await pageWithToasts(page);
  const toast = toasts(page).getByRole("listitem");
  const heading = page.getByRole("heading", { name: "Get another link" });
  await tell();
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await toasts(page).getByRole("button", { name: "Close notification" }).focus();
  // Both hold it: letting go with one is not enough.
  await heading.hover();
  await page.clock.runFor(60_000);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.getByLabel("E-mail").focus();
  await page.clock.runFor(3_000);
  await expect(toast).toHaveAttribute("data-leaving");
  await page.clock.runFor(300);
  await expect(toast).toHaveCount(0);
});

test("[spec/3-toast:types] [issue3/toast:many] types have their looks, others the neutral one; of many the newest stands on top, and all are in a region that is read aloud", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 390, height: 420 } });
  const region = toasts(page).getByRole("list", { includeHidden: true });
  const tell = await pageWithToasts(page);
  await expect(region).toHaveAttribute("aria-live", "polite");
  const toast = toasts(page).getByRole("listitem");
  for (let presses = 0; presses < 3; presses++) await tell();
  const neutral = await toast
    .first()
    .locator("span")
    .first()
    .evaluate((icon) => getComputedStyle(icon).backgroundColor);
  await page.goto("/forgot-password");
  await page.getByLabel("E-mail").fill("toast@example.org");
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(toast).toHaveAttribute("data-type", "success");
  const success = await toast
    .locator("span")
    .first()
    .evaluate((icon) => getComputedStyle(icon).backgroundColor);
  expect(success).not.toBe(neutral);
  // What the accounts say stays for 5 s.
  await page.clock.runFor(4_999);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.clock.runFor(1);
  await expect(toast).toHaveAttribute("data-leaving");
  await page.goto("/verify-email");
  for (let presses = 1; presses <= 8; presses++) {
    await tell();
    await page.clock.runFor(100);
  }
  await expect(toast).toHaveCount(5);
  await expect(toast.first()).toBeInViewport({ ratio: 1 });
  // The newest is on top: it is the last one to leave.
  await page.clock.runFor(2_550);
  await expect(toast.last()).toHaveAttribute("data-leaving");
  await expect(toast.first()).not.toHaveAttribute("data-leaving");
});

test("[issue3/toast:above-dialogs] a toast stands in front of an open dialog and can be clicked there", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await join(page, person("Dialog", "Dana"));
  await page.goto("/profile");
  await page.getByRole("form", { name: "About you" }).getByLabel("First name").fill("Dahlia");
  await page.clock.install();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const toast = toasts(page).getByRole("listitem");
  await expect(toast).toHaveText("Saved.");
  await toast.hover();
  await account(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Report Issue" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report Issue" });
  await expect(dialog).toBeVisible();
  await expect(toast).toBeVisible();
  await toast.click({ position: { x: 60, y: 20 } });
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(toasts(page)).toBeAttached();
});
