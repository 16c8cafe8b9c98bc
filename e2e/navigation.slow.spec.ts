import type { Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { tabTo } from "./support/keyboard.ts";
import { signUp, PASSWORD, testPerson } from "./support/people.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";
import { waitForFonts } from "./support/phone.ts";

test.describe.configure({ mode: "default" });

const bar = (page: Page) => page.getByRole("banner");
const account = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const chats = (page: Page) => bar(page).getByRole("button", { name: /^Chats/ });
const path = (page: Page) => new URL(page.url()).pathname;

const dispatchUnreadCount = (page: Page, count: number) =>
  page.evaluate(
    (unread) => dispatchEvent(new CustomEvent("chatUnreadUpdate", { detail: { count: unread } })),
    count,
  );

test("[spec/2-bar:tabs] logo and tabs navigate, and the current tab is marked", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Tabs", "Tomas"));
  await page.goto("/profile");
  const tabs = bar(page).getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(tabs).toHaveText(["Home", "Drivers", "Host", "Seek"]);
  // The layout stays mounted: otherwise everything would be read again, and input would be lost.
  await bar(page).evaluate((element) => element.setAttribute("data-first", ""));
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
  await expect(bar(page)).toHaveAttribute("data-first");
});

test("pressing a tab marks it and shows a skeleton while its screen loads", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Slow", "Sana"));
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const release = await holdRequests(page, "**/assets/HostPage-*.js");
  const tab = (name: string) =>
    bar(page).getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  await tab("Host").click();
  await expect(tab("Host")).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  // Another tab can be chosen in the meantime; the slow screen does not replace it.
  await tab("Seek").click();
  await expect(page.getByRole("heading", { name: "Find a ride" })).toBeVisible();
  release();
  await tab("Host").click();
  await expect(page.getByRole("heading", { level: 1, name: "Host a ride" })).toBeFocused();
});

test("a screen that loads late takes the focus unless the user has moved on", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const ella = testPerson("Early", "Ella");
  await signUp(page, ella);
  await page.context().clearCookies();
  const tab = (name: string) =>
    bar(page).getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  const screen = "**/assets/HomePage-*.js";
  const screenRequest = page.waitForRequest(screen);
  const release = await holdRequests(page, screen);
  await page.goto("/login");
  await expect(page.locator(".first-paint")).toHaveCount(0);
  await page.getByLabel("E-mail").fill(ella.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await tabTo(tab("Seek"));
  await screenRequest;
  release();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(tab("Seek")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Find a ride" })).toBeFocused();
});

test("a search whose places are found late does not lead back who has moved on", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Moved", "Mona"));
  await page.goto("/home");
  const search = page.getByRole("search");
  await search.getByRole("combobox", { name: "From" }).fill("Karlsruhe");
  await search.getByRole("combobox", { name: "To", exact: true }).fill("Mainz");
  const release = await holdRequests(page, /\/api\/auth\/places\/gn/);
  const isAsked = page.waitForRequest(/\/api\/auth\/places\/gn/);
  await page.keyboard.press("Escape");
  await search.getByRole("button", { name: /^Find/ }).click();
  await isAsked;
  const tabs = bar(page).getByRole("navigation", { name: "Main" });
  await tabs.getByRole("link", { name: "Host" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Host a ride" })).toBeVisible();
  release();
  await page.waitForLoadState("networkidle");
  expect(path(page)).toBe("/host");
});

test("[spec/2-bar:chats] the Chats button opens the panel, loaded on demand; its badge ends at 99+ and its tooltip is the count", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await signUp(page, testPerson("Chatty", "Chiara"));
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/profile");
  await expect(chats(page)).toHaveText("Chats");
  await expect(chats(page)).not.toHaveAttribute("title");
  for (const [count, badge] of [
    [1, "1"],
    [7, "7"],
    [99, "99"],
    [100, "99+"],
    [250, "99+"],
  ] as const) {
    await dispatchUnreadCount(page, count);
    await expect(chats(page)).toHaveText(`Chats${badge} unread`);
    await expect(chats(page)).toHaveAttribute("title", `You have ${count} unread messages`);
  }
  await dispatchUnreadCount(page, 0);
  await expect(chats(page)).toHaveText("Chats");

  expect(fetched.filter((url) => url.includes("ChatPanel"))).toEqual([]);
  await chats(page).click();
  await expect(
    page.getByRole("dialog", { name: "Chats" }).getByRole("heading", { name: /chats/ }),
  ).toBeVisible();
  expect(fetched.filter((url) => url.includes("ChatPanel")).length).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Chats" })).toBeHidden();
  await expect(chats(page)).toBeFocused();
});

test("[spec/2-bar:menu] the avatar menu links to the profile, closes on an outside click and Escape, and logs out to /", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await signUp(page, testPerson("Menu", "Mona"));
  await page.goto("/seek");
  await expect(account(page)).toHaveText("MM");
  const menu = page.getByRole("menu");
  await account(page).click();
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Your rides",
    /^Inbox/,
    "Events",
    "Groups",
    "Profile",
    "Settings",
    "Theme: as device",
    "Report Issue",
    "Logout",
  ]);
  await page.getByRole("heading", { name: "Find a ride" }).click();
  await expect(menu).toBeHidden();
  await account(page).click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(account(page)).toBeFocused();
  await account(page).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await page.waitForURL("**/profile");
  await expect(menu).toBeHidden();

  await dispatchUnreadCount(page, 12);
  await expect(chats(page)).toHaveText("Chats12 unread");
  await account(page).click();
  // Back at once, before the next screen is drawn, leads out again.
  await page.getByRole("menuitem", { name: "Logout" }).evaluate((logout: HTMLElement) => {
    logout.click();
    history.back();
  });
  await expect(account(page)).toBeHidden();
  await expect(
    page.getByRole("heading", { name: "Someone is already going your way." }),
  ).toBeVisible();
  await page.goBack();
  await expect(
    page.getByRole("heading", { name: "Someone is already going your way." }),
  ).toBeVisible();

  // The next user of this browser sees no messages of the previous one.
  await signUp(page, testPerson("Next", "Nora"));
  await page.goto("/profile");
  await expect(account(page)).toHaveText("NN");
  await expect(chats(page)).toHaveText("Chats");
});

test("[spec/2-report:draft] Report Issue asks for an e-mail to support and opens a draft with name and e-mail, or is cancelled", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const ravi = testPerson("Report", "Ravi");
  await signUp(page, ravi);
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
  const requestedUrl = new Promise<string>((resolve) =>
    browser.once("Page.frameRequestedNavigation", ({ url }) => resolve(url)),
  );
  await dialog.getByRole("button", { name: "Open Email Client" }).click();
  const draft = new URL(await requestedUrl);
  expect(draft.protocol + draft.pathname).toBe("mailto:support@example.org");
  expect(draft.searchParams.get("subject")).toBe("Report Issue - Commonlane");
  expect(draft.searchParams.get("body")).toContain("From: Report Ravi\r\n");
  expect(draft.searchParams.get("body")).toContain(`E-mail: ${ravi.email}\r\n`);
  await expect(dialog).toBeHidden();
});

test("at 320 px no screen scrolls sideways and dates are not cut", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 320, height: 640 } });
  await signUp(page, testPerson("Narrow", "Nora"));
  for (const address of [
    "/home",
    "/seek",
    "/host",
    "/requests",
    "/requests/new",
    "/active-drivers",
    "/profile",
    "/your-rides",
    "/settings",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitForFonts(page);
    expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
      address,
      320,
    ]);
  }
  await page.goto("/requests");
  const kinds = page.getByRole("group", { name: "Type of request" }).locator("label");
  await expect(kinds).toHaveCount(4);
  await waitForFonts(page);
  // Two lines need 48 px.
  for (const kind of await kinds.all()) expect((await kind.boundingBox())?.height).toBeLessThan(44);
  await page.goto("/home");
  // A date and its button need about 150 px.
  const { width = 0 } = (await page.getByLabel("Day", { exact: true }).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(150);
});
