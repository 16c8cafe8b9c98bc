import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { type Account, signUp, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { countPixels } from "./support/pixels.ts";
import { openBooking } from "./support/rides.ts";
import { expect, noMaps, PHONE, test } from "./support/test.ts";

const place = (label: string, lat: number, lng: number) => ({
  label: `${label}, Germany`,
  lat,
  lng,
});
const FREIBURG = place("Freiburg im Breisgau", 47.9959, 7.8522);
const KARLSRUHE = place("Karlsruhe", 49.0094, 8.4044);
const MAINZ = place("Mainz", 49.9842, 8.2791);
const KOELN = place("Cologne", 50.9331, 6.95);

/** Wide enough for a panel beside the map, and little to draw. */
const SMALL = { viewport: { width: 1040, height: 640 } };

/** Tomorrow, at a time in UTC. */
const at = (time: string) => `${tomorrow()}T${time}:00Z`;

// Counts the route's pixels on the map.
test.use({ maps: "fine" });

test("a search with filters: the shared segment on the map, a near miss, a link for others, and back", async ({
  world: { browserOf },
}) => {
  const seeker = await browserOf(SMALL);
  const friend = await browserOf(PHONE);
  // Only the seeker's page draws the map, because software rendering is slow.
  await noMaps(friend);
  // Karlsruhe is about an hour and a half further; the window is 07:00 to 11:00 UTC. A host never has two rides at once.
  await offer(await signUp(await browserOf(), testPerson("Amara", "Okafor")), "06:00", {
    approval: "instant",
  });
  await offer(await signUp(await browserOf(), testPerson("Lena", "Fischer")), "07:30", {});
  await offer(await signUp(await browserOf(), testPerson("Yusuf", "Demir")), "10:00", {
    approval: "instant",
  });

  await test.step("rides that pass by in the window are found, and the part of the way is drawn against the whole", async () => {
    await signUp(seeker, testPerson("Jonas", "Weber"));
    await seeker.goto(searchAround("09:00"));
    await expect(seeker.getByRole("heading", { name: /^2 rides on / })).toBeVisible();
    // This server has no routing engine.
    await expect(article(seeker, /./).first()).toContainText(
      /Karlsruhe.*≈\sabout \+\d+ min for the host/,
    );
    await expect(
      seeker.getByRole("list", { name: "Day" }).locator("[aria-current=date]"),
    ).toContainText("3 rides");
    const stops = seeker.getByRole("listitem");
    await expect(stops.filter({ hasText: /^Pickup.*Karlsruhe/ })).toHaveCount(1);
    await expect(stops.filter({ hasText: /^Stop.*Freiburg/ })).toHaveCount(1);
    await expect
      .poll(() => wayOnTheMap(seeker), "the part and the rest of the way")
      .toEqual({ part: true, rest: true });
  });

  await test.step("a filter leaves the one that is booked at once, and the near one says what it misses", async () => {
    await seeker.getByRole("button", { name: "Filters" }).click();
    await seeker.getByRole("checkbox", { name: "Instant booking" }).check();
    await seeker.getByRole("button", { name: "Show rides" }).click();
    await expect(seeker.getByRole("heading", { name: /^1 ride on / })).toBeVisible();
    await expect(seeker.getByRole("button", { name: "1 filter" })).toBeVisible();
    const missed = nearMiss(seeker);
    await expect(missed).toContainText(/leaves ≈\sabout \d+ min after your time window/);
    await missed.getByRole("link", { name: "View ride" }).click();
    await expect(
      seeker.getByRole("heading", { name: "Karlsruhe to Cologne", level: 1 }),
    ).toBeVisible();
    await seeker.goBack();
    await expect(missed).toHaveAttribute("data-highlighted");
  });

  await test.step("somebody else opens the link and sees the same", async () => {
    await seeker.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await seeker.getByRole("button", { name: "Share search" }).click();
    await seeker.getByRole("button", { name: "Copy link" }).click();
    await expect(seeker.getByText("Link copied.")).toBeVisible();
    const link = await seeker.evaluate(() => navigator.clipboard.readText());
    await signUp(friend, testPerson("Mei", "Chen"));
    await friend.goto(link);
    await expectTheSame(friend);
  });

  await test.step("going back from the ride brings back filters, the chosen card and the place in the list", async () => {
    const missed = nearMiss(friend);
    await missed.scrollIntoViewIfNeeded();
    const height = await friend.evaluate(() => scrollY);
    expect(height).toBeGreaterThan(0);
    await missed.getByRole("link", { name: "View ride" }).click();
    await expect(
      friend.getByRole("heading", { name: "Karlsruhe to Cologne", level: 1 }),
    ).toBeVisible();
    await expect.poll(() => friend.evaluate(() => scrollY)).toBe(0);
    await friend.goBack();
    await expectTheSame(friend);
    await expect.poll(() => friend.evaluate(() => scrollY)).toBe(height);
  });

  await test.step("the pin of a meeting point stands on a map that is drawn, without barriers", async () => {
    // The share sheet is still open.
    await seeker.keyboard.press("Escape");
    await nearMiss(seeker).getByRole("link", { name: "View ride" }).click();
    await openBooking(seeker, { all: true });
    await seeker.getByLabel("Pickup", { exact: true }).selectOption("other");
    await seeker.getByRole("button", { name: "Other pickup point: choose on the map" }).click();
    const picker = seeker.getByRole("dialog", { name: "Other pickup point" });
    await expect(picker.locator("canvas")).toBeVisible();
    await expect(picker.getByRole("button", { name: "Zoom in" })).toBeVisible();
    await expectNoBarriers(seeker, "the pin on a drawn map", undefined, "dialog[open]");
  });

  await test.step("the map moves below the pin by keys and by dragging, a step is undone, and the seat is asked for there", async () => {
    const picker = seeker.getByRole("dialog", { name: "Other pickup point" });
    const map = picker.locator("canvas");
    const name = picker.getByRole("status").last();
    const undo = picker.getByRole("button", { name: "Back to the last point" });
    await expect(name).toHaveText(/Germany$/);
    const first = await name.innerText();
    for (let n = 0; n < 4; n++) await map.press("Shift+ArrowUp");
    await expect(name).toHaveText(/^[\d.]+ k?m from .+Germany$/);
    for (let n = 0; n < 4; n++) await undo.click();
    await expect(name).toHaveText(first);
    await expect(undo).toBeHidden();
    const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await seeker.mouse.move(x, y);
    await seeker.mouse.down();
    await seeker.mouse.move(x + 40, y + 120, { steps: 5 });
    await seeker.mouse.up();
    await expect(undo).toBeVisible();
    await undo.click();
    await expect(undo).toBeHidden();
    const choose = picker.getByRole("button", { name: "Use this point" });
    await seeker.mouse.move(x, y);
    await seeker.mouse.down();
    await seeker.mouse.move(x + 40, box.y + box.height + 20, { steps: 5 });
    await expect(choose).toBeDisabled();
    await seeker.mouse.up();
    await expect(choose, "released outside of the map").toBeEnabled();
    await expect(undo).toBeVisible();
    await expect(name).toHaveText(/^[\d.]+ k?m from .+Germany$/);
    const chosen = await name.innerText();
    await choose.click();
    await expect(seeker.getByRole("combobox", { name: "Other pickup point" })).toHaveValue(chosen);
    await seeker.getByRole("button", { name: "Book 1 seat" }).click();
    const [point = ""] = chosen.split(",");
    await expect(seeker.getByRole("region", { name: "You have a seat" })).toBeVisible();
    // The ride's title is the passenger's own trip.
    await expect(seeker.getByRole("heading", { level: 1 })).toContainText(point);
  });
});

test("a ride page shows the price and times of the list until the server has calculated them again", async ({
  world: { browserOf },
}) => {
  const seeker = await browserOf(PHONE);
  await noMaps(seeker);
  await offer(await signUp(await browserOf(), testPerson("Amara", "Okafor")), "06:00", {});
  await signUp(seeker, testPerson("Jonas", "Weber"));
  await seeker.goto(searchAround("08:00"));
  await expect(seeker.getByRole("heading", { name: /^1 ride on / })).toBeVisible();
  const card = article(seeker, /Amara/);
  const [price = ""] = /€[\d.]+/.exec(await card.innerText()) ?? [];
  const [pickup = ""] = /\d\d:\d\d/.exec(await card.locator(".num").first().innerText()) ?? [];
  const release = await holdRequests(seeker, /\/api\/rides\/search/);
  await card.getByRole("link", { name: "View ride" }).click();
  const main = seeker.getByRole("main");
  await expect(main.getByRole("heading", { name: "Karlsruhe to Cologne", level: 1 })).toBeVisible();
  const prices = async () =>
    new Set([...(await main.innerText()).matchAll(/€[\d.]+/g)].map(([text]) => text));
  expect(price).not.toBe("");
  await expect(main.getByText(price, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(pickup).first()).toBeVisible();
  const before = await prices();
  const measured = seeker.waitForResponse(/\/api\/rides\/search/);
  release();
  await measured;
  await expect(main.getByText(price, { exact: true }).first()).toBeVisible();
  expect(await prices()).toEqual(before);
});

test("a door beyond the host's detour is refused before the request, and a stop is requested instead", async ({
  world: { browserOf },
}) => {
  const seeker = await browserOf(SMALL);
  await offer(await signUp(await browserOf(), testPerson("Amara", "Okafor")), "07:30", {
    maxDetourM: 8000,
  });
  await signUp(seeker, testPerson("Jonas", "Weber"));
  // About 4 km behind the start: too far to walk, and a detour of 10 km.
  const door = end(place("Sankt Georgen", FREIBURG.lat - 0.036, FREIBURG.lng));
  await seeker.goto(
    `/home?${new URLSearchParams({ from: door, to: end(KOELN), on: tomorrow() }).toString()}`,
  );
  await expect(nearMiss(seeker)).toContainText("more detour than the host accepts");
  await nearMiss(seeker).getByRole("link", { name: "View ride" }).click();
  const form = await openBooking(seeker);
  await expect(form).toContainText("This is a longer detour than the host accepts.");
  await form.getByLabel("Pickup", { exact: true }).selectOption("point-0");
  await expect(form).not.toContainText("longer detour");
  await seeker.getByRole("button", { name: "Ask for 1 seat" }).click();
  await expect(seeker.getByText("Request sent.")).toBeVisible();
});

test("a search whose first candidates do not fit loads further ones before it shows no results", async ({
  world: { browserOf },
}) => {
  const seeker = await browserOf(SMALL);
  await offer(await signUp(await browserOf(), testPerson("Amara", "Okafor")), "07:30", {});
  await signUp(seeker, testPerson("Jonas", "Weber"));
  const pages: (string | null)[] = [];
  await seeker.route(/\/api\/rides\/search\?/, (route) => {
    const address = new URL(route.request().url());
    const cursor = address.searchParams.get("cursor");
    pages.push(cursor);
    if (cursor === null) return route.fulfill({ json: { items: [], nextCursor: "farther" } });
    address.searchParams.delete("cursor");
    return route.continue({ url: address.href });
  });
  await seeker.goto(searchAround("09:00"));
  await expect(seeker.getByRole("heading", { name: /^1 ride on / })).toBeVisible();
  // A live event may repeat the first request.
  expect([...new Set(pages)]).toEqual([null, "farther"]);
});

test("if a chosen place cannot be loaded, the typed text returns to the field", async ({
  world: { browserOf, watch },
}) => {
  watch.mayComplain(/net::ERR_FAILED|^call failed \{.*places.*status: 0\b/);
  const page = await browserOf();
  await signUp(page, testPerson("Jonas", "Weber"));
  await page.goto("/seek");
  const from = page
    .getByRole("search", { name: "Find a ride" })
    .getByRole("combobox", { name: "From" });
  await from.click();
  await page.getByRole("option", { name: /^Current location/ }).click();
  await expect(
    page.getByText("We couldn't find your location. Enter a place instead."),
  ).toBeVisible();
  await expect(from).toHaveValue("");
  await page.route(/\/api\/auth\/places\/gn/, (route) => route.abort());
  await from.fill("Karlsr");
  await page.getByRole("option", { name: "Karlsruhe, Germany Town" }).click();
  await expect(
    page.getByText("We couldn't look up this place. Please choose it again."),
  ).toBeVisible();
  await expect(from).toHaveValue("Karlsr");
  await from.fill("49.0094, 8.4044");
  await page.getByRole("option", { name: "Point on the map" }).click();
  await expect(from).toHaveValue("Karlsruhe, Germany");
});

const article = (page: Page, name: RegExp) => page.getByRole("article").filter({ hasText: name });
const nearMiss = (page: Page) =>
  page.getByRole("region", { name: "Close matches" }).getByRole("article").first();

async function expectTheSame(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: /^1 ride on / })).toBeVisible();
  await expect(page.getByRole("button", { name: "Instant" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(nearMiss(page)).toHaveAttribute("data-highlighted");
}

async function offer(host: Account, time: string, more: object): Promise<void> {
  await host.call("rides", {
    origin: FREIBURG,
    stops: [MAINZ],
    destination: KOELN,
    departsAt: at(time),
    seatsTotal: 3,
    contribution: { amountMinor: 1800, currency: "EUR" },
    ...more,
  });
}

const end = ({ label, lat, lng }: typeof FREIBURG) => `${lat},${lng},${label}`;

/** The URL of a search for a number of hours around a UTC time, in German local time. */
function searchAround(time: string): string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", timeStyle: "short" });
  const query = {
    from: end(KARLSRUHE),
    to: end(KOELN),
    on: tomorrow(),
    at: clock.format(new Date(at(time))),
  };
  return `/home?${new URLSearchParams({ ...query, zone: "Europe/Berlin" }).toString()}`;
}

/** Returns whether the map's picture has enough of the route's colour, and of the paler one for the rest. */
async function wayOnTheMap(page: Page): Promise<{ part: boolean; rest: boolean }> {
  const pixels = await countPixels(
    page,
    { x: 490, y: 66, width: 540, height: 570 },
    {
      part: "var(--c-route)",
      rest: "color-mix(in oklab, var(--c-route) 50%, var(--m-land))",
    },
  );
  return { part: (pixels.get("part") ?? 0) > 100, rest: (pixels.get("rest") ?? 0) > 100 };
}
