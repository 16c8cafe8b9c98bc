import { type Locator, type Page } from "@playwright/test";
import { downloadEntry } from "./support/calendars.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, type, typePlace } from "./support/keyboard.ts";
import { registerAndSignIn, signUp, testPerson } from "./support/people.ts";
import { choosePlace, tomorrow } from "./support/places.ts";
import { FREIBURG, KOELN, WAY } from "./support/rides.ts";
import { hostRide } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("a member creates an event by touch, finds a ride to it and adds it to the calendar", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const driver = await browserOf();
  await signUp(page, testPerson("Ines", "Moreau"));
  // Freiburg to Cologne, which arrives in the six hours before the event.
  const rideId = await hostRide(await signUp(driver, testPerson("Pavel", "Novak")), "06:45");
  await page.goto("/seek");
  await page.getByRole("link", { name: "Going to an event?" }).tap();
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Create event" }).tap();
  await page.getByRole("button", { name: "Create event" }).tap();
  await captureScreenshots(page, "an event with mistakes", page.getByText("Enter a title."));
  await page.getByLabel("Title").fill("Conference by touch");
  await choosePlace(page.getByRole("combobox", { name: "Place" }), "Köl", KOELN);
  await fillTimes(page);
  await page.getByLabel("Website").fill("conference.example/2026");
  await page.getByRole("button", { name: "Create event" }).tap();

  await expect(page.getByRole("heading", { name: "Conference by touch", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "conference.example/2026" })).toHaveAttribute(
    "rel",
    /nofollow ugc/,
  );
  const there = page.getByRole("region", { name: "Getting there" });
  await expect(there.locator(`a[href="/rides/${rideId}"]`)).toContainText("Freiburg im Breisgau");
  const button = page.getByRole("button", { name: "Add to calendar" });
  await captureScreenshots(page, "an event", button);
  expect(await downloadEntry(button, () => button.tap())).toMatchObject({
    summary: "Conference by touch",
    location: KOELN,
    start: `${tomorrow()}T16:00:00`,
    timeZone: "Europe/Berlin",
    url: page.url(),
  });

  const url = page.url();
  await there.getByRole("link", { name: "Find a ride" }).tap();
  await expect(page.getByRole("combobox", { name: "To", exact: true })).toHaveValue(KOELN);
  await expect(page.getByLabel("Day")).toHaveValue(tomorrow());
  await page.goto(url);
  // Choosing goes to the results at once, so the field is not there any more.
  await page.getByRole("combobox", { name: "Where do you start?" }).pressSequentially("Freibur");
  await page.getByRole("option", { name: FREIBURG }).first().tap();
  await page.waitForURL("**/seek?*");
  await expect(page.getByRole("link", { name: "View ride" }).first()).toBeVisible();
  await page.goto(url);
  const back = page.getByRole("region", { name: "Getting back" });
  await back.getByRole("link", { name: "Offer a ride" }).tap();
  await expect(page.getByRole("combobox", { name: "From" })).toHaveValue(KOELN);
  await page.goto(url);
  await back.getByRole("link", { name: "Post a request" }).tap();
  await expect(page.getByRole("combobox", { name: "From" })).toHaveValue(KOELN);
});

test("an event is created, found, changed and cancelled by keyboard", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await signUp(page, testPerson("Ines", "Moreau"));
  await page.goto("/events");
  await press(page.getByRole("link", { name: "Create event" }));
  await type(page.getByLabel("Title"), "Concert by keyboard");
  await typePlace(page.getByRole("combobox", { name: "Place" }), "Köl", KOELN);
  await fillTimes(page);
  await press(page.getByRole("button", { name: "Create event" }));
  await expect(page.getByRole("heading", { name: "Concert by keyboard", level: 1 })).toBeVisible();

  await press(page.getByRole("link", { name: "Edit" }));
  const title = page.getByLabel("Title");
  await title.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Concert, moved");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Concert, moved", level: 1 })).toBeVisible();

  await page.goto("/events");
  await type(page.getByLabel("Search events"), "moved cologne");
  await page.keyboard.press("Enter");
  await expectEvents(page.getByRole("list", { name: "Upcoming events" }), ["Concert, moved"]);
  await expect(page.getByLabel("Search events")).toBeFocused();
  await captureScreenshots(
    page,
    "the list of events",
    page.getByRole("link", { name: /^Concert, moved/ }),
  );
  await press(page.getByRole("link", { name: /^Concert, moved/ }));
  await press(page.getByRole("button", { name: "Cancel event" }));
  const dialog = page.getByRole("dialog", { name: "Cancel this event?" });
  await press(dialog.getByRole("button", { name: "Cancel event" }));
  await expect(page.getByText("This event was cancelled.")).toBeVisible();
  await page.goto("/events?query=moved");
  await expect(page.getByText("No events found")).toBeVisible();
});

test("a visitor opens the link of a public event without scripts, signs up, and is asked for rides from where they start", async ({
  world: { browserOf },
}) => {
  const creator = await signUp(await browserOf(), testPerson("Olga", "Opener"));
  const { id } = await creator.call("events", {
    title: "Open day for everyone",
    place: WAY.destination,
    startsAt: `${tomorrow()}T15:00:00Z`,
    endsAt: `${tomorrow()}T20:00:00Z`,
    isPublic: true,
  });
  const reader = await browserOf({ ...PHONE, javaScriptEnabled: false });
  await reader.goto(`/events/${id}`);
  await expect(reader.getByRole("heading", { name: "Open day for everyone" })).toBeVisible();
  await expect(reader.getByRole("img", { name: /^Map around (?:Cologne|Köln)$/ })).toBeVisible();
  await reader.getByRole("link", { name: "Deutsch" }).tap();
  await expect(reader.getByLabel("Wo startest du?")).toBeVisible();

  const visitor = await browserOf(PHONE);
  const mei = testPerson("Mei", "Visitor");
  await visitor.goto(`/events/${id}`);
  await visitor.getByLabel("Where do you start?").fill("Freiburg");
  await visitor.getByRole("button", { name: "Sign up and see the rides" }).tap();
  await registerAndSignIn(visitor, mei);
  await visitor.waitForURL(`**/events/${id}`);
  await expect(visitor.getByRole("combobox", { name: "Where do you start?" })).toHaveValue(
    "Freiburg",
  );
});

/** Tomorrow from 16:00 to 22:00. */
async function fillTimes(page: Page): Promise<void> {
  await page.getByLabel("Start date").fill(tomorrow());
  await page.getByLabel("Start time").fill("16:00");
  await page.getByLabel("End time").fill("22:00");
}

const expectEvents = (list: Locator, titles: readonly string[]) =>
  expect(list.getByRole("listitem")).toContainText([...titles]);
