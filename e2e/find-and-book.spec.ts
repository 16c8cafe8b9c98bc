import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type, typePlace } from "./support/keyboard.ts";
import { type Account, signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { bookingButton, KARLSRUHE, KOELN } from "./support/rides.ts";
import { hostRide, searchAddress, towns } from "./support/screens.ts";
import { expectAboveTabBar } from "./support/phone.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/** The URL of a search on a day. Each test has its own days, because they share servers. */
const resultsOn = (day: string) => searchAddress("seek").replace(/on=[^&]*/, `on=${day}`);
interface Items {
  readonly items: readonly object[];
}
const cards = (page: Page) => page.getByRole("article");
const cardOf = (page: Page, host: string) => cards(page).filter({ hasText: host });

/** Two rides with seats, and one that is full from Mainz on. */
async function hostRides(page: Page, day: string): Promise<void> {
  const on = (time: string) => ({ departsAt: `${day}T${time}:00Z` });
  const hosts: Account[] = [];
  for (const name of ["Amara", "Lena", "Nora"])
    hosts.push(await signUp(page, testPerson(name, "Finder")));
  const [amara, lena, nora] = hosts;
  if (!amara || !lena || !nora) throw new Error("A host is missing.");
  await hostRide(amara, "", on("06:45"));
  await hostRide(lena, "", { ...on("08:45"), approval: "instant" });
  const rideId = await hostRide(nora, "", { ...on("10:45"), seatsTotal: 1, approval: "instant" });
  const ben = await signUp(page, testPerson("Ben", "Booker"));
  await ben.call(`rides/${rideId}/request`, { seats: 1, pickup: towns.mainz });
}

test("by touch: from the search field to a request in six taps, without scrolling", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf(PHONE);
  const day = inDays(17);
  await hostRides(page, day);
  await signUp(page, testPerson("Jonas", "Toucher"));
  let taps = 0;
  const tap = async (target: ReturnType<Page["getByRole"]>) => {
    taps++;
    await expect(target).toBeInViewport({ ratio: 1 });
    await target.tap();
  };

  await test.step("choosing the start leads to the destination", async () => {
    await page.goto("/home");
    const form = page.getByRole("search", { name: "Find a ride" });
    await form.getByLabel("Day").fill(day);
    await tap(form.getByRole("combobox", { name: "From" }));
    // A keyboard leaves this much: the field moves up to make room for its suggestions.
    await page.setViewportSize({ width: 390, height: 420 });
    await page.keyboard.type("Karlsr");
    await expect(page.getByRole("option").nth(2)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(PHONE.viewport);
    await tap(page.getByRole("option", { name: KARLSRUHE }).first());
    await expect(form.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
    await page.keyboard.type("Köl");
    await tap(page.getByRole("option", { name: KOELN }).first());
    // On a phone the second place searches.
  });

  await test.step("two whole cards are in view below a strip of the map, with the seeker's own places first", async () => {
    await expect(cards(page)).toHaveCount(3);
    for (const card of await cards(page)
      .all()
      .then((all) => all.slice(0, 2)))
      await expect(card).toBeInViewport({ ratio: 1 });
    await expect(cards(page).first()).toContainText(/^View ride: Karlsruhe to Cologne/);
    await captureScreenshots(page, "results on a phone", cards(page).first());
  });

  await test.step("the map opens and closes; days and filters hide while the list scrolls down", async () => {
    const open = page.getByRole("button", { name: "Open the map" });
    const close = page.getByRole("button", { name: "Close the map" });
    await open.tap();
    await close.tap();
    await open.press("Enter");
    await close.press("Enter");
    const { x, y } = (await open.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 100, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 100, y + 80, { steps: 4 });
    await page.mouse.up();
    await close.tap();
    await expect(open).toHaveAttribute("aria-expanded", "false");
    const days = page.getByRole("list", { name: "Day" });
    await page.mouse.wheel(0, 400);
    await expect(days).not.toBeInViewport();
    await page.mouse.wheel(0, -60);
    await expect(days).toBeInViewport();
    await page.mouse.wheel(0, -400);
  });

  await test.step("the sheet keeps what was typed when it is closed and when the network fails", async () => {
    await tap(cardOf(page, "Amara F.").getByRole("link", { name: "View ride" }));
    await tap(bookingButton(page));
    const sheet = page.getByRole("dialog", { name: "Ask for seats" });
    const message = sheet.getByLabel("Message to the host");
    await message.fill("One small bag.");
    await expectNoBarriers(page, "the booking sheet", undefined, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await bookingButton(page).tap();
    await expect(message).toHaveValue("One small bag.");
    watch.serverMayBeAway();
    await page.route("**/request", (route) => route.abort());
    await sheet.getByRole("button", { name: "Ask for 1 seat" }).tap();
    await expect(
      sheet
        .getByRole("alert")
        .or(sheet.getByText(/connection|reach/i))
        .first(),
    ).toBeVisible();
    await expect(message).toHaveValue("One small bag.");
    await page.unroute("**/request");
    // A second tap at once would count as a double click, which buttons ignore.
    await page.waitForTimeout(700);
    await tap(sheet.getByRole("button", { name: "Ask for 1 seat" }));
    await expect(page.getByText("Request sent.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Your request" })).toContainText(
      "One small bag.",
    );
    expect(taps).toBe(6);
  });

  await test.step("a full ride is listed with its free part, and one tap leads to its waitlist", async () => {
    await page.goto(resultsOn(day));
    const full = cardOf(page, "Nora F.");
    await expect(full).toContainText("Full");
    await expect(full).toContainText("Freiburg im Breisgau – Mainz: 1 free");
    await full.getByRole("link", { name: "Join the waitlist" }).tap();
    const sheet = page.getByRole("dialog", { name: "Join the waitlist" });
    await sheet.getByRole("button", { name: "Join the waitlist" }).tap();
    await expect(page.getByRole("heading", { name: "You're next in line" })).toBeVisible();
    // Who leaves it is not asked again.
    await page.getByRole("button", { name: "Leave the waitlist" }).tap();
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    await expect(bookingButton(page)).toBeVisible();
    await expect(sheet).toBeHidden();
  });
});

test("by touch: a seat tonight in six taps, on the day that the form suggests", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const host = await browserOf(PHONE);
  await signUp(page, testPerson("Tara", "Tonight"));
  await page.goto("/home");
  const form = page.getByRole("search", { name: "Find a ride" });
  // From the evening on, the form suggests tomorrow.
  const suggested = await form.getByLabel("Day").inputValue();
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await hostRide(await signUp(host, testPerson("Hugo", "Evening")), "", {
    origin: towns.karlsruhe,
    departsAt: suggested === inDays(0) ? inAnHour : `${suggested}T16:45:00Z`,
  });
  let taps = 0;
  const tap = async (target: ReturnType<Page["getByRole"]>) => {
    taps++;
    await expect(target).toBeInViewport({ ratio: 1 });
    await target.tap();
  };

  await tap(form.getByRole("combobox", { name: "From" }));
  await page.keyboard.type("Karlsr");
  await tap(page.getByRole("option", { name: KARLSRUHE }).first());
  await expect(form.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
  await page.keyboard.type("Köl");
  await tap(page.getByRole("option", { name: KOELN }).first());
  await tap(cardOf(page, "Hugo E.").getByRole("link", { name: "View ride" }));
  await tap(bookingButton(page));
  // A second tap at once would count as a double click, which buttons ignore.
  await page.waitForTimeout(700);
  const sheet = page.getByRole("dialog", { name: "Ask for seats" });
  await tap(sheet.getByRole("button", { name: "Ask for 1 seat" }));
  await expect(page.getByText("Request sent.")).toBeVisible();
  expect(taps).toBe(6);
});

test("by keyboard: find a ride, highlight it on the map and book it instantly", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 1440, height: 900 } });
  const day = inDays(19);
  await hostRides(page, day);
  await signUp(page, testPerson("Mei", "Keyboard"));
  await page.goto("/seek");
  const form = page.getByRole("search", { name: "Find a ride" });
  await form.getByLabel("Day").fill(day);
  await typePlace(form.getByRole("combobox", { name: "From" }), "Karlsr", KARLSRUHE);
  await expect(form.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
  await typePlace(form.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
  await press(form.getByRole("button", { name: "Find rides" }));

  const card = cardOf(page, "Lena F.");
  await tabTo(card.getByRole("link", { name: "View ride" }));
  await expect(card).toHaveAttribute("data-highlighted");
  await expect(cardOf(page, "Amara F.")).not.toHaveAttribute("data-highlighted");
  await cardOf(page, "Amara F.").hover();
  await expect(cardOf(page, "Amara F.")).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: /Karlsruhe/ })).toBeVisible();
  await expect(bookingButton(page)).toHaveText("Book instantly");
  await press(bookingButton(page));
  const sheet = page.getByRole("dialog", { name: "Book seats" });
  await type(sheet.getByLabel("Message to the host"), "See you there.");
  await press(sheet.getByRole("button", { name: "Book 1 seat" }));
  await expect(page.getByRole("heading", { name: "You have a seat" })).toBeVisible();
});

test("by keyboard: a day whose month and day begin with 0 is typed over the suggested one", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 1440, height: 900 } });
  await signUp(page, testPerson("Zoe", "Zero"));
  await page.goto("/seek");
  const day = page.getByRole("search", { name: "Find a ride" }).getByLabel("Day");
  await type(day, "03052027");
  await expect(day).toHaveValue("2027-03-05");
});

test("the search screen shows its button, and near misses leave the next steps on the first screen", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const day = inDays(27);
  await hostRide(await signUp(page, testPerson("Lena", "Early")), "", {
    departsAt: `${day}T08:45:00Z`,
  });
  await signUp(page, testPerson("Nele", "Nearly"));
  await page.goto("/seek");
  await expectAboveTabBar(page, page.getByRole("button", { name: "Find rides" }));
  // The ride passes an hour before the earliest pickup.
  await page.goto(`${resultsOn(day)}&at=14:00`);
  await expect(page.getByRole("heading", { name: "Close matches" })).toBeVisible();
  for (const step of [
    page.getByRole("button", { name: "Post a ride request" }),
    page.getByRole("region", { name: "Get alerts" }).getByRole("button").first(),
    page.getByRole("heading", { name: "Close matches" }),
  ])
    await expectAboveTabBar(page, step);
  await captureScreenshots(page, "near misses on a phone", cards(page).first());
});

test("nothing found: the next steps are on the first screen, and a posted request can be undone", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await hostRides(page, inDays(30));
  const ines = await signUp(page, testPerson("Ines", "Nothing"));
  await page.goto(resultsOn(inDays(31)));
  await expect(page.getByRole("heading", { name: /^No rides on/ })).toBeVisible();
  const post = page.getByRole("button", { name: "Post a ride request" });
  const otherDay = page
    .getByRole("region", { name: "Rides on other days" })
    .getByRole("button")
    .first();
  const save = page.getByRole("region", { name: "Get alerts" }).getByRole("button").first();
  for (const step of [post, otherDay, save]) await expect(step).toBeInViewport({ ratio: 1 });
  await captureScreenshots(page, "nothing found on a phone", post);
  await post.tap();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(post).toBeVisible();
  const { items } = await ines.read<{ items: { status: string }[] }>("requests/my");
  expect(items.map(({ status }) => status)).toEqual(["cancelled"]);
});

test("as in Safari, where cancelling pointerdown keeps no focus: choosing a place leads to the destination", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await page.addInitScript(() => {
    Object.assign(PointerEvent.prototype, {
      preventDefault(this: PointerEvent) {
        if (this.type !== "pointerdown") Event.prototype.preventDefault.call(this);
      },
    });
  });
  await signUp(page, testPerson("Sana", "Safari"));
  await page.goto("/home");
  const form = page.getByRole("search", { name: "Find a ride" });
  await form.getByRole("combobox", { name: "From" }).click();
  await page.keyboard.type("Karlsr");
  await page.getByRole("option", { name: KARLSRUHE }).first().click();
  await expect(form.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
});

test("by keyboard: nothing found, and the next steps are a saved search, another day and a posted request", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 1440, height: 900 } });
  await hostRides(page, inDays(34));
  const ines = await signUp(page, testPerson("Ines", "Keys"));
  await page.goto(resultsOn(inDays(35)));
  await press(page.getByRole("region", { name: "Get alerts" }).getByRole("button").first());
  await expect(page.getByRole("link", { name: "Saved searches" }).first()).toBeVisible();
  await press(page.getByRole("button", { name: "Post a ride request" }));
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.goto(resultsOn(inDays(35)));
  await press(
    page.getByRole("region", { name: "Rides on other days" }).getByRole("button").first(),
  );
  await expect(cards(page).first()).toBeVisible();
  const searches = await ines.read<Items>("saved-searches");
  const requests = await ines.read<Items>("requests/my");
  expect([searches.items.length, requests.items.length]).toEqual([1, 1]);
});
