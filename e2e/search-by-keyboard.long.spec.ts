import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { press, type, typePlace } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { choosePlace, tomorrow } from "./support/places.ts";
import { bookingButton } from "./support/rides.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const place = (label: string, lat: number, lng: number) => ({
  label: `${label}, Germany`,
  lat,
  lng,
});
/** A route that no other test uses. */
const HANOVER = place("Hanover", 52.3705, 9.7332);
const GOETTINGEN = place("Göttingen", 51.5339, 9.9353);
const KASSEL = place("Kassel", 51.3127, 9.4797);
/** Where the window is narrow enough for elements to overlap. */
const SMALL = {
  viewport: { width: 1040, height: 640 },
  permissions: ["clipboard-read", "clipboard-write"],
};

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

test("by keyboard: sorting, filters, days, a near miss, the link, saving, renaming, removing and restoring a search; the focus is never lost", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(SMALL);
  const ways = { origin: HANOVER, stops: [GOETTINGEN], destination: KASSEL, seatsTotal: 3 };
  const amara = await signUp(page, testPerson("Amara", "Keys"));
  const ben = await signUp(page, testPerson("Ben", "Keys"));
  await amara.call("rides", { ...ways, departsAt: at("07:00"), approval: "instant" });
  await amara.call("rides", { ...ways, departsAt: at("10:40"), approval: "instant" });
  await ben.call("rides", { ...ways, departsAt: at("08:30") });
  await signUp(page, testPerson("Jonas", "Keys"));
  // Evaluated once the page is idle, together with the focus.
  const atRest = page.waitForResponse("**/api/identity/consents");
  await page.goto(searchAround("08:00"));
  await expect(heading(page, /^2 rides on /)).toBeVisible();
  await atRest;

  // In page order, so that Tab needs few steps.
  await test.step("each way out of the filters leads back to their button, and what is taken off leaves the focus beside it", async () => {
    const filters = page.getByRole("dialog", { name: "Filters" });
    await press(button(page, "Filters"));
    await press(filters.getByRole("checkbox", { name: "Instant booking" }), "Space");
    await page.keyboard.press("Escape");
    await expect(filters).toBeHidden();
    await expect(button(page, "Filters")).toBeFocused();
    await page.keyboard.press("Enter");
    await press(filters.getByRole("checkbox", { name: "Instant booking" }), "Space");
    await type(filters.getByLabel(/^Maximum per seat/), "50");
    // From inside a field, like the button.
    await page.keyboard.press("Enter");
    await expect(heading(page, /^1 ride on /)).toBeVisible();
    await expect(button(page, "2 filters")).toBeFocused();
    const order = page.getByLabel("Sort by", { exact: true });
    await type(order, "Earliest");
    await expect(order).toHaveValue("soonest");
    await expect(order).toBeFocused();
    await press(button(page, "Up to €50"));
    await expect(page.getByRole("group", { name: "Sort and filter" })).toBeFocused();
  });

  await test.step("a near miss, its link, and a meeting point on its page", async () => {
    const missed = page.getByRole("region", { name: "Close matches" }).getByRole("article");
    await press(missed.getByRole("link", { name: "View ride" }));
    const title = page.getByRole("heading", { name: "Hanover to Kassel", level: 1, exact: true });
    await expect(title).toBeFocused();
    await press(page.getByRole("button", { name: "Share", exact: true }));
    await press(page.getByRole("button", { name: "Copy link" }));
    await expect(page.getByText("Link copied.")).toBeVisible();
    await page.keyboard.press("Escape");
    await press(bookingButton(page));
    await press(page.locator("summary", { hasText: "More options" }));
    await type(page.getByLabel("Pickup", { exact: true }), "Another");
    const onMap = button(page, "Other pickup point: choose on the map");
    await press(onMap);
    const picker = page.getByRole("dialog", { name: "Other pickup point" });
    await press(picker.getByRole("button", { name: "100 m north" }));
    await expect(picker.getByRole("status").last()).toContainText("Hanover");
    await expectNoBarriers(page, "the pin", undefined, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(onMap).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bookingButton(page)).toBeFocused();
    await page.goBack();
    await expect(missed.getByRole("link", { name: "View ride" })).toBeVisible();
  });

  await test.step("another day and back, and a search to hear of", async () => {
    const nextDay = page.getByRole("list", { name: "Day" }).getByRole("button").nth(2);
    await press(nextDay);
    await expect(heading(page, /^No rides on /)).toBeVisible();
    await expect(nextDay).toBeFocused();
    await press(button(page, / · 2 rides$/));
    await expect(heading(page, /^2 rides on /)).toBeVisible();
    await expect(page.getByRole("region", { name: "Search results" })).toBeFocused();
    const keep = page.getByRole("region", { name: "Get alerts" });
    await press(keep.getByRole("button", { name: "Save for any day" }));
    await expect(keep).toBeFocused();
    await press(keep.getByRole("link", { name: "Saved searches" }));
  });

  await test.step("it is paused, renamed, removed and taken back", async () => {
    await press(button(page, "Pause Hanover to Kassel"));
    await expect(button(page, "Resume Hanover to Kassel")).toBeFocused();
    await press(button(page, "Rename Hanover to Kassel"));
    await expect(page.getByLabel("Search name")).toBeFocused();
    await page.keyboard.type("To the fair");
    await page.keyboard.press("Enter");
    await expect(button(page, "Rename To the fair")).toBeFocused();
    await press(button(page, "Remove To the fair"));
    await expect(button(page, "Undo removing To the fair")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "To the fair" })).toBeFocused();
  });
});

test("the form beside the results follows another day and Back, and keeps what was typed", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(SMALL);
  await signUp(page, testPerson("Frida", "Form"));
  await page.goto(searchAround("08:00").replace("/home", "/seek"));
  const form = page.getByRole("search");
  const day = form.getByLabel("Day", { exact: true });
  const before = await day.inputValue();
  const destination = form.getByRole("combobox", { name: "To", exact: true });
  await destination.fill("Bonn");
  await page.getByRole("list", { name: "Day" }).getByRole("button").nth(2).click();
  await expect(day).not.toHaveValue(before);
  await expect(destination).toHaveValue("Bonn");
  await page.goBack();
  await expect(day).toHaveValue(before);
});

test("by keyboard, a search and a request start at a point on the map", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(SMALL);
  await signUp(page, testPerson("Jonas", "Point"));
  const point = "400 m from Karlsruhe, Germany";
  const choosePoint = async () => {
    await typePlace(page.getByRole("combobox", { name: "From" }), "Karlsr", "Karlsruhe, Germany");
    const onMap = button(page, "From: choose on the map");
    await press(onMap);
    const picker = page.getByRole("dialog", { name: "From", exact: true });
    const north = picker.getByRole("button", { name: "100 m north" });
    for (let n = 0; n < 4; n++) await press(north);
    await expect(picker.getByRole("status").last()).toHaveText(point);
    await press(picker.getByRole("button", { name: "Use this point" }));
    await expect(onMap).toBeFocused();
    await expect(page.getByRole("combobox", { name: "From" })).toHaveValue(point);
  };
  await page.goto("/seek");
  await choosePoint();
  await page.goto("/requests/new");
  await choosePoint();
  await typePlace(page.getByRole("combobox", { name: "To" }), "Bonn", "Bonn, Germany");
  await press(button(page, "Post request"));
  await expect(page.getByRole("region", { name: "Your request" })).toContainText(point);
});

/** Tomorrow, at a time in UTC. */
const at = (time: string) => `${tomorrow()}T${time}:00Z`;

/** The URL of a search for a number of hours around a UTC time, in German local time. */
function searchAround(time: string): string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", timeStyle: "short" });
  const end = ({ label, lat, lng }: typeof HANOVER) => `${lat},${lng},${label}`;
  const window = { on: tomorrow(), at: clock.format(new Date(at(time))), zone: "Europe/Berlin" };
  const query = { from: end(HANOVER), to: end(KASSEL), ...window };
  return `/home?${new URLSearchParams(query).toString()}`;
}

test("typing goes on while a chosen place is still loading, and the form waits for it", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(SMALL);
  await signUp(page, testPerson("Lars", "Quick"));
  await page.goto("/seek");
  const details = /\/api\/auth\/places\/(?!predictions|reverse-geocode)[^/?]+$/;
  const release = await holdRequests(page, details);
  const form = page.getByRole("search", { name: "Find a ride" });
  const from = form.getByRole("combobox", { name: "From" });
  const to = form.getByRole("combobox", { name: "To" });
  await choosePlace(from, "Hanov", HANOVER.label);
  await to.pressSequentially("Kassel");
  const answer = page.waitForResponse(details);
  release();
  await answer;
  await expect(page.getByRole("option", { name: KASSEL.label }).first()).toBeVisible();
  await expect(to).toHaveValue("Kassel");
  const releaseNext = await holdRequests(page, details);
  await page.getByRole("option", { name: KASSEL.label }).first().click();
  await form.getByRole("button", { name: "Find rides" }).click();
  releaseNext();
  await page.waitForURL((url) => url.search.includes("Hanover") && url.search.includes("Kassel"));
});
