import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { expectAboveTabBar } from "./support/phone.ts";
import { inDays } from "./support/places.ts";
import { KARLSRUHE, MAINZ, WAY } from "./support/rides.ts";
import { towns } from "./support/screens.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
/** A place in the URL of a search. */
const inUrl = ({ label, lat, lng }: (typeof WAY)["origin"]) => `${lat},${lng},${label}`;
/** Taps further apart than this are no double tap. */
const DOUBLE_TAP_MS = 700;
const MIDDLE = { latitude: 47.9959, longitude: 7.8522 };

/** Taps what is in sight without scrolling; returns how many taps there were. */
async function tapAll(targets: readonly Locator[]): Promise<number> {
  for (const target of targets) {
    await target.waitFor();
    await expect(target).toBeInViewport({ ratio: 1 });
    await target.tap();
  }
  return targets.length;
}

test("a template becomes a ride in at most 5 taps without scrolling, and so does a past ride", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const host = await signUp(page, testPerson("Amara", "Okafor"));
  const contribution = { amountMinor: 1200, currency: "EUR" };
  await host.call("rides/templates", {
    name: "To work",
    ride: { ...WAY, seatsTotal: 3, contribution },
  });
  const publish = async () => {
    const taps = await tapAll([button(page, "Continue")]);
    await expect(page.getByRole("region", { name: "What others see" })).toBeVisible();
    // Both buttons are in the same place, and the second tap of a double tap is ignored.
    await page.waitForTimeout(DOUBLE_TAP_MS);
    return taps + (await tapAll([button(page, "Offer this ride")]));
  };

  await page.goto("/home");
  const hostTab = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Host" });
  expect((await tapAll([hostTab, link(page, "To work")])) + (await publish())).toBeLessThanOrEqual(
    5,
  );
  await page.waitForURL("**/rides/*");
  await expect(heading(page, "Freiburg im Breisgau to Cologne")).toBeVisible();

  await page.goto("/home");
  const again = page.getByRole("region", { name: "Host again" }).getByRole("link").first();
  await tapAll([hostTab, again]);
  // The other ride is at the same time, so this one leaves later.
  await page.getByLabel("Date").fill(inDays(3));
  await publish();
  await page.waitForURL("**/rides/*");
  const { items } = await host.read<{ items: object[] }>(`rides/my/${host.uid}`);
  expect(items).toHaveLength(2);
});

test("a commuter offers Monday to Friday, there and back, in 8 taps", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const host = await signUp(page, testPerson("Petra", "Commuter"));
  await host.call("firebase-auth/update-profile", {
    vehicles: [{ make: "Škoda", model: "Octavia", colour: "green", plate: "FR CL 2", seats: 4 }],
  });
  await page.goto("/home");
  const hostTab = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Host" });
  const from = page.getByRole("combobox", { name: "From" });
  const to = page.getByRole("combobox", { name: "To", exact: true });

  let taps = await tapAll([hostTab, from]);
  await page.keyboard.type("Karlsr");
  taps += await tapAll([page.getByRole("option", { name: KARLSRUHE }).first()]);
  await expect(to).toBeFocused();
  // The start is a recent place now, but not a destination, and its list would cover what is below.
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.keyboard.type("Mainz");
  taps += await tapAll([page.getByRole("option", { name: MAINZ }).first()]);
  taps += await tapAll([button(page, "Continue"), button(page, "Mon–Fri, there and back")]);
  await page.waitForTimeout(DOUBLE_TAP_MS);
  taps += await tapAll([button(page, "Continue")]);
  await expect(page.getByText(/back at 18:00/)).toBeVisible();
  await page.waitForTimeout(DOUBLE_TAP_MS);
  taps += await tapAll([button(page, "Offer this ride")]);

  await page.waitForURL("**/series/*");
  expect(taps).toBe(8);
  await expect(page.getByText("Mon–Fri").first()).toBeVisible();
});

test("by keyboard: Back goes one step back, the review shows the card that others see, and only the time is edited", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const host = await signUp(page, testPerson("Amara", "Okafor"));
  await host.call("firebase-auth/update-profile", {
    vehicles: [{ make: "Škoda", model: "Octavia", colour: "green", plate: "FR CL 1", seats: 4 }],
  });
  const search = new URLSearchParams({
    from: inUrl(WAY.origin),
    to: inUrl(WAY.destination),
    on: inDays(5),
    zone: "Europe/Berlin",
  });
  await page.goto(`/host?${search.toString()}`);
  await press(button(page, "Continue"));
  await expect(heading(page, "Time")).toBeFocused();
  // The vehicle is known and the price is suggested, so nothing is left to enter before the review.
  await press(button(page, "Continue"));
  await expect(heading(page, "Review")).toBeFocused();
  await page.goBack();
  await expect(heading(page, "Time")).toBeFocused();
  await page.goForward();
  await expect(heading(page, "Review")).toBeFocused();
  await press(button(page, "Edit seats and price"));
  await expect(heading(page, "Seats and price")).toBeFocused();
  // Seats and price are filled in.
  await expect(page.getByRole("group", { name: "Seats you offer" }).getByRole("status")).toHaveText(
    "4",
  );
  await expect(page.getByLabel(/^Amount per seat/)).toHaveValue(/^\d+(\.\d\d)?$/);
  await press(button(page, "Continue"));
  const preview = page.getByRole("region", { name: "What others see" });
  await expect(preview).toContainText("Amara O.");
  await expect(page.getByText(/Škoda Octavia/).first()).toBeVisible();
  await captureScreenshots(page, "the review of a ride", preview);
  await press(button(page, "Offer this ride"));
  await page.waitForURL("**/rides/*");

  await press(link(page, "Edit time"));
  await page.getByLabel("Departure").fill("09:20");
  await press(button(page, "Save changes"));
  await page.waitForURL("**/rides/*");
  await expect(page.getByRole("list", { name: "Stops" })).toContainText("09:20");
});

test("Continue, pressed before the suggested price has arrived, waits for it", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Amara", "Okafor"));
  const release = await holdRequests(page, "**/api/rides/cost-share", { times: 1 });
  const { origin, destination } = WAY;
  await page.goto(
    `/host?${new URLSearchParams({ from: inUrl(origin), to: inUrl(destination), on: inDays(3), at: "06:45" })}`,
  );
  await button(page, "Continue").click();
  await heading(page, "Time").waitFor();
  await button(page, "Continue").click();
  await heading(page, "Seats and price").waitFor();
  await button(page, "Continue").click();
  await expect(button(page, "Continue")).toHaveAttribute("aria-busy", "true");
  release();
  await expect(heading(page, "Review")).toBeVisible();
});

test("two requests are accepted from the first screen of the inbox, and the driver sheet lists who gets in where", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const host = await signUp(page, testPerson("Amara", "Okafor"));
  const jonas = await signUp(await browserOf(), testPerson("Jonas", "Weber"));
  const mei = await signUp(await browserOf(), testPerson("Mei", "Chen"));
  const { id: rideId } = await host.call("rides", {
    ...WAY,
    stops: [towns.mainz],
    departsAt: `${inDays(6)}T06:45:00Z`,
    seatsTotal: 3,
  });
  // As long as people write; the whole text opens in place.
  const message =
    "Hello Amara! May I come along? I could wait at the bus station, so you don't lose any time at all.";
  await mei.call(`rides/${rideId}/request`, { pickup: towns.mainz, message });
  await jonas.call(`rides/${rideId}/request`, {
    pickup: towns.karlsruhe,
    dropoff: towns.mainz,
    message,
  });
  await page.goto("/requests");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("article").filter({ hasText: "Jonas W." })).toContainText(
    /New member.*E-mail verified/,
  );
  await expect(page.getByRole("article").filter({ hasText: "Jonas W." })).toContainText(
    /\+\d+ min, [\d.]+ km for you/,
  );
  const accepts = button(page, /^Accept /);
  await expectAboveTabBar(page, button(page, /^Decline /).nth(1));
  for (const n of [0, 1]) await expect(accepts.nth(n)).toBeInViewport({ ratio: 1 });
  await captureScreenshots(page, "the inbox with two requests", accepts.first());
  await button(page, "Show the whole message").first().tap();
  await expect(button(page, "Show less")).toHaveAttribute("aria-expanded", "true");

  await button(page, "Accept Mei C.").tap();
  await expect(accepts).toHaveCount(1);
  // For a moment the request is in both lists.
  await expect(
    page.getByRole("article").filter({ hasText: "Mei C." }).filter({ hasText: "Accepted" }),
  ).toBeVisible();
  // Its button has moved to where the first one was.
  await page.waitForTimeout(DOUBLE_TAP_MS);
  await button(page, "Accept Jonas W.").tap();
  await expect(accepts).toHaveCount(0);

  await page.goto(`/rides/${rideId}`);
  await captureScreenshots(page, "a ride with its driver sheet", heading(page, "Driver sheet"));
  const sheet = page.getByRole("region", { name: "Driver sheet" });
  const stops = sheet.getByRole("list", { name: "Driver sheet" }).locator("> li");
  await expect(stops).toHaveText([
    /07:45.*Freiburg/,
    /Karlsruhe.*Jonas W\. gets in · 1 seat/,
    /Mainz.*Jonas W\. gets out.*Mei C\. gets in · 1 seat/,
    /Cologne.*Mei C\. gets out/,
  ]);
  await expect(sheet.getByRole("link", { name: "Navigate to Karlsruhe, Germany" })).toHaveAttribute(
    "href",
    /49\.0094/,
  );
  await expect(button(page, "Ride chat")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(sheet).toBeVisible();
  await expect(heading(page, "Freiburg im Breisgau to Cologne")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
});

test("a driver who is online sees a request over the open screen, with its distance, and changes the offer", async ({
  world: { browserOf },
}) => {
  const driver = await browserOf({ ...PHONE, geolocation: MIDDLE, permissions: ["geolocation"] });
  const ines = await signUp(driver, testPerson("Ines", "Moreau"));
  const seeker = await browserOf(PHONE);
  const yuki = await signUp(seeker, testPerson("Yuki", "Sato"));
  await driver.goto("/active-drivers");
  await driver.getByRole("switch", { name: "Go online" }).tap();
  await button(driver, "Show me on the map").tap();
  await expect(driver.getByRole("checkbox", { name: "Sound for new requests" })).toBeChecked();
  await driver.goto("/notifications");
  await expect(driver.locator("html[data-live=live]")).toBeAttached();

  const from = new Date(Date.now() + 20 * 60_000).toISOString();
  const until = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const { id } = await yuki.call("requests", {
    origin: WAY.origin,
    destination: towns.karlsruhe,
    departsAfter: from,
    departsBefore: until,
    seats: 1,
    driverUid: ines.uid,
  });
  const card = driver.getByRole("region", { name: "New request" });
  await expect(card).toContainText("Freiburg im Breisgau to Karlsruhe");
  await expect(card).toContainText(/about [\d.]+ k?m away/);
  await expect(card.getByRole("status")).toHaveText("Yuki S. asks you for a ride.");
  await seeker.goto(`/requests/${id}`);
  await expect(seeker.getByRole("region", { name: "Driver" })).toContainText("You asked Ines M.");
  await card.getByRole("link", { name: "Change the offer" }).tap();
  await expect(card).toBeHidden();
  const send = button(driver, "Send offer");
  await expect(send).toBeInViewport({ ratio: 1 });
  await expectAboveTabBar(driver, send);
});

test("no ride fits tonight: one tap asks the drivers who are on the road now", async ({
  world: { browserOf },
}) => {
  const driver = await browserOf({ ...PHONE, geolocation: MIDDLE, permissions: ["geolocation"] });
  await signUp(driver, testPerson("Inga", "Online"));
  const seeker = await browserOf(PHONE);
  await signUp(seeker, testPerson("Yuri", "Tonight"));
  await driver.goto("/active-drivers");
  await driver.getByRole("switch", { name: "Go online" }).tap();
  await button(driver, "Show me on the map").tap();
  await expect(driver.getByRole("switch", { name: "Go online" })).toBeChecked();
  await driver.goto("/notifications");
  await expect(driver.locator("html[data-live=live]")).toBeAttached();

  const search = new URLSearchParams({
    from: inUrl(WAY.origin),
    to: inUrl(WAY.destination),
    on: new Date().toLocaleDateString("sv", { timeZone: "Europe/Berlin" }),
    zone: "Europe/Berlin",
  });
  await seeker.goto(`/seek?${search.toString()}`);
  const ask = button(seeker, /^Ask (all )?\d+ drivers? now$/);
  await expectAboveTabBar(seeker, ask);
  await captureScreenshots(seeker, "drivers on the road now", ask);
  await ask.tap();
  await expect(seeker.getByText(/^Your request is posted/)).toBeVisible();
  const card = driver.getByRole("region", { name: "New request" });
  await expect(card).toContainText("Freiburg im Breisgau to Cologne");
  await expect(card.getByRole("status")).toHaveText("Yuri T. asks you for a ride.");
});
