import type { BrowserContextOptions, Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { type Account, signUp, testPerson } from "./support/people.ts";
import { expect, noMaps, PHONE, test } from "./support/test.ts";

/** The seeker waits at the cathedral of Freiburg; the driver begins about 2 km further north. */
const PICKUP = { latitude: 47.9955, longitude: 7.8529 };
const START = { ...PICKUP, latitude: PICKUP.latitude + 0.018 };
const ON_ROAD = { ...PICKUP, latitude: PICKUP.latitude + 0.006 };
/** Too far away to be at the meeting point by the position alone. */
const CORNER = { ...PICKUP, latitude: PICKUP.latitude + 0.002 };
const DESTINATION = { latitude: 48.0903, longitude: 7.9571 };
const HALF_HOUR_MS = 1_800_000;

const at = (geolocation: { latitude: number; longitude: number }): BrowserContextOptions => ({
  ...PHONE,
  geolocation,
  permissions: ["geolocation"],
});
const place = (label: string, { latitude: lat, longitude: lng }: typeof PICKUP) => ({
  placeId: null,
  label,
  lat,
  lng,
});

async function goOnline(driver: Page): Promise<void> {
  await driver.goto("/active-drivers");
  await driver.getByRole("switch", { name: "Go online" }).tap();
  await driver.getByRole("button", { name: "Show me on the map" }).tap();
  await expect(driver.getByRole("switch", { name: "Go online" })).toBeChecked();
}

/** Asks the driver nearby for a ride, and returns the id of the request. */
async function askDriver(seeker: Account): Promise<string> {
  const driverUids = async () => {
    const { items } = await seeker.read<{ items: { uid: string }[] }>(
      `rides/active-drivers/nearby?lat=${PICKUP.latitude}&lng=${PICKUP.longitude}`,
    );
    return items.map(({ uid }) => uid);
  };
  // Others see a driver as soon as the server has read the event, a moment after the driver's own page.
  await expect.poll(driverUids, "drivers nearby").toHaveLength(1);
  const [driverUid] = await driverUids();
  const { id } = await seeker.call("requests", {
    origin: place("Freiburg Cathedral", PICKUP),
    destination: place("Waldkirch", DESTINATION),
    departsAfter: new Date().toISOString(),
    departsBefore: new Date(Date.now() + 2 * HALF_HOUR_MS).toISOString(),
    driverUid,
  });
  return id;
}

test("[domain/drive:live] a driver answers in one tap and drives, the passenger sees the car come, and a parent follows", async ({
  world: { browserOf, watch },
}) => {
  const driver = await browserOf(at(START));
  const seeker = await browserOf(at(PICKUP));
  const parent = await browserOf(PHONE);
  await Promise.all([noMaps(driver), noMaps(seeker), noMaps(parent)]);
  await signUp(driver, testPerson("Amara", "Okafor"));
  const jonas = await signUp(seeker, testPerson("Jonas", "Weber"));

  await test.step("the driver goes online, and answers with one tap", async () => {
    await goOnline(driver);
    const requestId = await askDriver(jonas);
    const card = driver.getByRole("region", { name: "New request" });
    await expect(card).toContainText("Now");
    const offer = card.getByRole("button", { name: /^Offer: pickup \d\d:\d\d/ });
    await captureScreenshots(driver, "a request, answered in one tap", offer);
    await offer.tap();
    await expect(driver.getByText(/^Jonas W\. has your offer/)).toBeVisible();
    await seeker.goto(`/requests/${requestId}`);
  });

  await test.step("the seeker accepts, and the driver is led to the drive", async () => {
    await seeker
      .getByRole("button", { name: /^Accept/ })
      .first()
      .tap();
    await driver.getByRole("link", { name: "Start driving" }).tap();
    const next = driver.getByRole("region", { name: "Freiburg Cathedral" });
    await expect(next).toContainText("Next stop");
    await expect(next.getByRole("link", { name: "Navigate" })).toBeVisible();
    await driver.getByLabel("Share my position with them").tap();
    await expect(driver.getByText("Your position is shared while the app is open.")).toBeVisible();
    await expectNoBarriers(driver, "driving");
    await captureScreenshots(driver, "driving", next);
  });

  const rideId = driver.url().split("/").at(-2) ?? "";
  const approach = seeker.getByRole("region", { name: "Your driver" });
  await test.step("the seeker sees the driver come", async () => {
    await seeker.goto(`/rides/${rideId}`);
    await expect(approach).toContainText(/Amara O\. is \d+ min away/);
    await captureScreenshots(seeker, "a driver on the way", approach);
    await driver.context().setGeolocation(ON_ROAD);
    await expect(approach).toContainText(/Amara O\. is [12] min away/);
  });

  await test.step("at the meeting point the driver says so, also where there is no network", async () => {
    await driver.context().setGeolocation(CORNER);
    watch.mayComplain(/net::ERR_INTERNET_DISCONNECTED|^call failed \{.*status: 0, code: network\b/);
    await driver.context().setOffline(true);
    const next = driver.getByRole("region", { name: "Freiburg Cathedral" });
    await expect(next.getByRole("link", { name: "Navigate" })).toBeVisible();
    await expect(next.getByLabel(/PIN/)).toBeVisible();
    await next.getByRole("button", { name: "I'm here" }).tap();
    await expect(next.getByText("Waiting for connection")).toBeVisible();
    await captureScreenshots(driver, "driving without a network", next);
    await driver.context().setOffline(false);
    await expect(driver.getByText("Your passenger knows that you're here.")).toBeVisible();
    await expect(approach).toContainText("Amara O. is at the meeting point");
    const { items } = await jonas.read<{ items: { kind: string }[] }>("notifications");
    expect(items.map(({ kind }) => kind)).toContain("driver.here");
  });

  await test.step("the passenger shares the trip with the position, asked once", async () => {
    const safety = seeker.getByRole("region", { name: "Trip safety" });
    await safety.getByRole("button", { name: "Share your trip" }).tap();
    const dialog = seeker.getByRole("dialog", { name: "Share your trip" });
    await captureScreenshots(seeker, "sharing a trip", dialog);
    await dialog.getByRole("button", { name: "Create link" }).tap();
    const { pathname, hash } = new URL(
      await dialog.getByLabel("Link to follow your trip").inputValue(),
    );
    await dialog.getByRole("button", { name: "Done" }).tap();
    await parent.goto(pathname + hash);
    await expect(parent.getByText(/^Position from \d+ seconds ago$/)).toBeVisible();
  });

  await test.step("the parent's page is answered at once when the position moves", async () => {
    const moved = parent.waitForResponse(async (response) => {
      if (!response.url().endsWith("/api/followed-rides")) return false;
      const text = await response.text();
      return text.includes(`"lat":${ON_ROAD.latitude}`);
    });
    await seeker.context().setGeolocation(ON_ROAD);
    await moved;
  });

  await test.step("the parent reads one time of arrival, above and at the last stop", async () => {
    const arrival = parent.getByText(/Arrives about \d\d:\d\d/).first();
    const [time = "none"] = /\d\d:\d\d/.exec((await arrival.textContent()) ?? "") ?? [];
    const stops = parent.getByRole("list", { name: "Stops" }).getByRole("listitem");
    await expect(stops.last()).toContainText(time);
  });
});

test("a request that arrives before the page of a driver receives live events is shown", async ({
  world: { browserOf },
}) => {
  const { promise: wasAsked, resolve: connect } = Promise.withResolvers<void>();
  const home = await browserOf(at(START));
  await signUp(home, testPerson("Amara", "Okafor"));
  const seeker = await browserOf(at(PICKUP));
  const jonas = await signUp(seeker, testPerson("Jonas", "Weber"));
  // A tab of its own has not received any event yet.
  const driver = await home.context().newPage();
  await driver.routeWebSocket(/\/live\//, async (socket) => {
    await wasAsked;
    socket.connectToServer();
  });

  await goOnline(driver);
  await askDriver(jonas);
  await expect(driver.locator("html[data-live=live]")).not.toBeAttached();
  connect();
  await expect(driver.getByRole("region", { name: "New request" })).toContainText("Now");
});
