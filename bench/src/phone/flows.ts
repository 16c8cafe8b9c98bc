import type { Page } from "@playwright/test";

/** An interaction of a real flow. `act` does one thing that a person does, `settled` waits for what it leads to. */
export interface Step {
  readonly what: string;
  readonly act: (page: Page) => Promise<unknown>;
  readonly settled?: (page: Page) => Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first();
const box = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const tap = (what: string, find: (page: Page) => ReturnType<typeof button>): Step => ({
  what,
  act: (page) => find(page).tap(),
});
const letters = (what: string, field: string, text: string): readonly Step[] =>
  text.split("").map((letter) => ({
    what,
    act: async (page: Page) => {
      await box(page, field).focus();
      await page.keyboard.press(letter);
    },
  }));
const chooseFirst = (what: string): Step => ({
  what,
  act: (page) => page.getByRole("option").first().tap(),
});

/** What a member does between opening the app and asking for a seat, and what a host does. */
export const memberFlow: readonly Step[] = [
  tap("Home: From", (page) => box(page, "From")),
  ...letters("Home: a letter in From", "From", "vadu"),
  chooseFirst("Home: choose From"),
  tap("Home: To", (page) => box(page, "To")),
  ...letters("Home: a letter in To", "To", "scha"),
  chooseFirst("Home: choose To"),
  tap("Home: tomorrow", (page) => button(page, "Tomorrow")),
  {
    what: "Home: Find",
    act: (page) => button(page, "Find rides").tap(),
    settled: (page) => page.getByRole("article").first().waitFor(),
  },
  tap("Results: another day", (page) =>
    page.getByRole("list", { name: "Day" }).getByRole("button").nth(3),
  ),
  tap("Results: Instant", (page) => button(page, /^Instant/)),
  tap("Results: Instant off", (page) => button(page, /^Instant/)),
  tap("Results: filters", (page) => button(page, /^Filters/)),
  tap("Results: close filters", (page) => page.getByRole("dialog").getByRole("button").first()),
  tap("Results: open a ride", (page) => page.getByRole("article").getByRole("link").first()),
  tap("Ride: back", (page) => button(page, "Back")),
  tap("Tab Drivers", (page) => tab(page, "Drivers")),
  tap("Tab Host", (page) => tab(page, "Host")),
  ...letters("Host: a letter in From", "From", "vadu"),
  chooseFirst("Host: choose From"),
  ...letters("Host: a letter in To", "To", "scha"),
  chooseFirst("Host: choose To"),
  tap("Host: Continue", (page) => button(page, "Continue")),
  tap("Tab Seek", (page) => tab(page, "Seek")),
  tap("Tab Home", (page) => tab(page, "Home")),
  tap("Inbox", (page) => link(page, /^Inbox/)),
  tap("Chats", (page) => button(page, /^Chats/)),
  tap("Chats: open a conversation", (page) =>
    page.getByRole("dialog").getByRole("listitem").getByRole("button").first(),
  ),
  {
    what: "Chat: a letter",
    act: async (page) => {
      await page.getByRole("dialog").getByRole("textbox").last().focus();
      await page.keyboard.press("H");
    },
  },
  tap("Chat: send", (page) => page.getByRole("dialog").getByRole("button", { name: /^Send/ })),
  { what: "Chat: close", act: (page) => page.keyboard.press("Escape") },
  tap("Account menu", (page) => button(page, /^Account menu/)),
  tap("Settings", (page) => page.getByRole("menuitem", { name: "Settings" })),
  tap("Settings: a section", (page) => page.getByRole("main").getByRole("link").nth(1)),
];

/** What a moderator does. */
export const moderatorFlow: readonly Step[] = [
  tap("Console: open a report", (page) =>
    page.getByRole("main").getByRole("listitem").first().getByRole("link").first(),
  ),
  tap("Console: back", (page) => link(page, /Reports/)),
];
