import type { Locator, Page } from "@playwright/test";

/** An interaction of a real flow. `act` does one thing that a person does, `settled` waits for what it leads to. */
export interface Step {
  readonly what: string;
  readonly act: (page: Page) => Promise<unknown>;
  readonly settled?: (page: Page) => Promise<unknown>;
}

type Find = (page: Page) => Locator;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first();
const box = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const title = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("heading", { level: 1, name });
const cards: Find = (page) => page.getByRole("main").getByRole("article").first();

const book: Find = (page) => button(page, /^(?:Ask for a seat|Book instantly)/);

const tap = (what: string, find: Find, leadsTo?: Find): Step => ({
  what,
  act: (page) => find(page).tap(),
  ...(leadsTo && { settled: (page) => leadsTo(page).waitFor() }),
});

const letters = (what: string, field: Find, text: string): readonly Step[] =>
  text.split("").map((letter) => ({
    what,
    act: async (page: Page) => {
      await field(page).focus();
      await page.keyboard.press(letter);
    },
  }));

/** Chooses the first place that is suggested in a field. */
const chooseFirst = (what: string, leadsTo?: Find): Step =>
  tap(what, (page) => page.getByRole("option").first(), leadsTo);

const typePlace = (screen: string, name: string, text: string): readonly Step[] => [
  tap(`${screen}: ${name}`, (page) => box(page, name)),
  ...letters(`${screen}: a letter in ${name}`, (page) => box(page, name), text),
];

const home: readonly Step[] = [
  tap("A tap on nothing", (page) =>
    page.getByRole("heading", { name: "Where do you want to go?" }),
  ),
  tap("Tab Home", (page) => tab(page, "Home"), cards),
  ...typePlace("Home", "From", "vadu"),
  chooseFirst("Home: choose From"),
  ...typePlace("Home", "To", "zuri"),
  chooseFirst("Home: choose To, which searches", (page) => title(page, /^Rides from/)),
];

const MAP_IS_DRAWN_MS = 2_000;

/** A pin is a ride that leaves soon, or a number of rides that the map then zooms to. */
const homeMap: Step = {
  what: "Home: a pin on the map",
  act: async (page) => {
    const pin = page.getByRole("main").locator(".map-pin").first();
    await page.getByRole("heading", { name: "Leaving soon" }).scrollIntoViewIfNeeded();
    await pin.waitFor();
    await page.waitForTimeout(MAP_IS_DRAWN_MS);
    await pin.tap();
  },
};

const results: readonly Step[] = [
  tap("Results: another day", (page) =>
    page.getByRole("list", { name: "Day" }).getByRole("button").nth(4),
  ),
  tap("Results: Instant", (page) => button(page, /^Instant/)),
  tap("Results: Instant off", (page) => button(page, /^Instant/)),
  tap("Results: filters", (page) => button(page, /^Filters/), dialog),
  tap("Filters: a filter", (page) => dialog(page).getByText("Instant booking").first()),
  tap("Filters: close", (page) => dialog(page).getByRole("button", { name: "Close" })),
  tap("Results: open the map", (page) => button(page, "Open the map")),
  tap("Results: close the map", (page) => button(page, "Close the map")),
  tap("Results: edit the search", (page) => button(page, /^Edit search/)),
  tap("Results: find again", (page) => button(page, "Find rides"), cards),
  tap("Results: open a ride", (page) => cards(page).getByRole("link"), book),
];

const ride: readonly Step[] = [
  tap("Ride: ask for a seat", book, dialog),
  ...letters(
    "Ride: a letter to the host",
    (page) => dialog(page).getByRole("textbox").last(),
    "hi",
  ),
  { what: "Ride: close the request", act: (page) => page.keyboard.press("Escape") },
  tap("Ride: back", (page) => button(page, "Back"), cards),
];

const host: readonly Step[] = [
  tap(
    "Tab Host",
    (page) => tab(page, "Host"),
    (page) => box(page, "From"),
  ),
  ...typePlace("Host", "From", "vadu"),
  chooseFirst("Host: choose From"),
  ...typePlace("Host", "To", "zuri"),
  chooseFirst("Host: choose To"),
  tap("Host: Continue", (page) => button(page, "Continue")),
  tap("Host: repeat", (page) => page.getByRole("main").getByText("Mon–Fri").first()),
  tap("Host: Continue", (page) => button(page, "Continue")),
];

const otherTabs: readonly Step[] = [
  tap("Tab Drivers", (page) => tab(page, "Drivers")),
  tap(
    "Tab Seek",
    (page) => tab(page, "Seek"),
    (page) => box(page, "From"),
  ),
  tap("Tab Home", (page) => tab(page, "Home"), cards),
  homeMap,
];

const inbox: readonly Step[] = [
  tap("Inbox", (page) => link(page, /^Inbox/), cards),
  tap("Inbox: sent by me", (page) => page.getByRole("main").getByText("Sent by me")),
  tap("Inbox: a ride request", (page) => page.getByRole("main").getByText("Ride requests")),
];

const chat: readonly Step[] = [
  tap("Chats", (page) => button(page, /^Chats/), dialog),
  tap(
    "Chats: open a conversation",
    (page) => dialog(page).getByRole("list", { name: "Conversations" }).getByRole("button").nth(1),
    (page) => dialog(page).getByRole("textbox").last(),
  ),
  ...letters("Chat: a letter", (page) => dialog(page).getByRole("textbox").last(), "hi"),
  tap("Chat: send", (page) => dialog(page).getByRole("button", { name: "Send", exact: true })),
  { what: "Chat: close", act: (page) => page.keyboard.press("Escape") },
];

const settings: readonly Step[] = [
  tap("Account menu", (page) => button(page, /^Account menu/)),
  tap(
    "Settings",
    (page) => page.getByRole("menuitem", { name: "Settings" }),
    (page) => title(page, "Settings"),
  ),
  tap("Settings: a section", (page) => link(page, /^Appearance/)),
  tap("Settings: dark", (page) => page.getByRole("main").getByText("Dark").first()),
];

/** What a member does between opening the app and asking for a seat, what a host does, and the rest of the app. */
export const memberFlow: readonly Step[] = [
  ...home,
  ...results,
  ...ride,
  ...host,
  ...otherTabs,
  ...inbox,
  ...chat,
  ...settings,
];

const section = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Console sections" }).getByRole("link", { name });

/** What a moderator does. */
export const moderatorFlow: readonly Step[] = [
  tap("Console: open a report", (page) =>
    page
      .getByRole("main")
      .getByRole("link", { name: /reporters/ })
      .first(),
  ),
  tap("Console: people", (page) => section(page, "People")),
  tap("Console: statistics", (page) => section(page, "Statistics")),
  tap("Console: reports", (page) => section(page, /^Reports/)),
];
