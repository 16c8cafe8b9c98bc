import type { BrowserContextOptions, Page } from "@playwright/test";
import { logIn } from "./support/accounts.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type, typePlace } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { choosePlace } from "./support/places.ts";
import { FREIBURG, KARLSRUHE } from "./support/rides.ts";
import { DESKTOP, expect, noMaps, PHONE, test } from "./support/test.ts";

/** The centre of Freiburg, and the distance driven between two positions, in degrees northwards. */
const MIDDLE = { latitude: 47.9959, longitude: 7.8522 };
const NORTH_DEG = 0.0011;
const DRIVES_EVERY_MS = 3_000;
const ACTIVATE = /\/api\/rides\/active-drivers$/;

const at = (geolocation: { latitude: number; longitude: number }): BrowserContextOptions => ({
  geolocation,
  permissions: ["geolocation"],
});
const cards = (page: Page) =>
  page.getByRole("region", { name: "Active drivers" }).getByRole("listitem");
const goActive = (page: Page) => page.getByRole("switch", { name: "Go online" });
const cars = (page: Page) => page.locator(".map-mover[data-kind=one]");

test.use({ maps: "coarse" });

test("a driver goes online and drives; a seeker's map and list follow until the driver goes offline", async ({
  world: { browserOf },
}) => {
  const start = { ...MIDDLE, latitude: MIDDLE.latitude + 0.02 };
  const driver = await browserOf({ ...PHONE, ...at(start) });
  const seeker = await browserOf(at(MIDDLE));
  await noMaps(driver);
  await signUp(driver, testPerson("Amara", "Okafor"));
  await signUp(seeker, testPerson("Jonas", "Weber"));
  await seeker.goto("/active-drivers");
  await expect(seeker.getByText("No drivers online near Freiburg im Breisgau")).toBeVisible();

  await test.step("going active says who sees what, and where to", async () => {
    await driver.goto("/active-drivers");
    await goActive(driver).click();
    await captureScreenshots(
      driver,
      "going active",
      driver.getByRole("list", { name: "Who sees what" }),
    );
    await driver.getByRole("button", { name: "One seat more" }).click();
    await choosePlace(driver.getByRole("combobox", { name: /^Destination/ }), "Karlsr", KARLSRUHE);
    await driver.getByRole("button", { name: "Show me on the map" }).click();
    await expect(driver.getByText("You're online. People nearby can see you now.")).toBeVisible();
    await expect(goActive(driver)).toBeChecked();
    await captureScreenshots(driver, "active", driver.getByText("Your position updates"));
  });

  const card = cards(seeker).filter({ hasText: "Amara O." });
  const away = card.getByText(/away$/);
  await test.step("a stranger sees about where", async () => {
    await expect(card).toContainText("2 seats");
    await expect(card).toContainText("to Karlsruhe");
    await expect(away).toHaveText(/^about [\d.]+ k?m away$/);
    await expect(cars(seeker)).toHaveCount(1);
    await captureScreenshots(seeker, "drivers, one", card);
  });

  await test.step("and where they have got to", async () => {
    const farAtFirst = await away.innerText();
    const placeAtFirst = await cars(seeker).boundingBox();
    let { latitude } = start;
    const drive = async () => {
      latitude += NORTH_DEG;
      await driver.context().setGeolocation({ ...start, latitude });
      return away.innerText();
    };
    await expect.poll(drive, { intervals: [DRIVES_EVERY_MS] }).not.toBe(farAtFirst);
    await expect
      .poll(async () => (await cars(seeker).boundingBox())?.y)
      .toBeLessThan(placeAtFirst?.y ?? 0);
  });

  await goActive(driver).click();
  await expect(driver.getByText("You went offline. No one sees you any more.")).toBeVisible();
  await expect(goActive(driver)).not.toBeChecked();
  await expect(seeker.getByText("No drivers online near Freiburg im Breisgau")).toBeVisible();
  await expect(cars(seeker)).toHaveCount(0);
});

test("by keyboard, without a device position: a place is typed and a driver in the list is asked for a ride", async ({
  world: { browserOf },
}) => {
  const driver = await browserOf(DESKTOP);
  const seeker = await browserOf(DESKTOP);
  await Promise.all([noMaps(driver), noMaps(seeker)]);
  const amara = await signUp(driver, testPerson("Amara", "Okafor"));
  await signUp(seeker, testPerson("Jonas", "Weber"));

  await test.step("go active at a place that is typed", async () => {
    await driver.goto("/active-drivers");
    await press(goActive(driver), "Space");
    await press(driver.getByRole("button", { name: "Show me on the map" }));
    await expect(driver.getByRole("alert")).toContainText("enter a place instead");
    await typePlace(driver.getByRole("combobox", { name: "Your location" }), "Freibur", FREIBURG);
    await type(driver.getByLabel("Note"), "Back at six.");
    await press(driver.getByRole("button", { name: "Show me on the map" }));
    await expect(goActive(driver)).toBeChecked();
    await expect(goActive(driver)).toBeFocused();
    await expect(driver.getByText("You're shown at Freiburg im Breisgau")).toBeVisible();
  });

  await test.step("find the driver in the list, and ask", async () => {
    await seeker.goto("/active-drivers");
    await typePlace(
      seeker.getByRole("combobox", { name: "Near", exact: true }),
      "Freibur",
      FREIBURG,
    );
    const card = cards(seeker).filter({ hasText: "Back at six." });
    await tabTo(card.getByRole("link", { name: "Amara O.", exact: true }));
    await press(card.getByRole("link", { name: "Request a ride from here (Amara O.)" }));
    await expect(seeker.getByRole("region", { name: "Driver" })).toContainText("Amara O.");
    await expect(seeker.getByRole("combobox", { name: "From" })).toHaveValue(FREIBURG);
    await typePlace(seeker.getByRole("combobox", { name: "To" }), "Karlsr", KARLSRUHE);
    await press(seeker.getByRole("button", { name: "Ask Amara O." }));
    await expect(seeker.getByRole("heading", { name: /to Karlsruhe/, level: 1 })).toBeVisible();
  });

  const notificationKinds = async () =>
    (await amara.read<ItemList>("notifications")).items.map(({ kind }) => kind);
  await expect.poll(notificationKinds).toContain("ride-request.addressed");

  await press(goActive(driver), "Space");
  await expect(goActive(driver)).not.toBeChecked();
});

test("cancelling “Go online” never puts the driver on the map, not even with a late position or reply", async ({
  world: { browserOf },
}) => {
  const driver = await browserOf(at(MIDDLE));
  await noMaps(driver);
  await driver.addInitScript(() => {
    const { geolocation } = navigator;
    const getPosition = geolocation.getCurrentPosition.bind(geolocation);
    const found = new Promise<void>((resolve) =>
      addEventListener("device-found", () => resolve(), { once: true }),
    );
    geolocation.getCurrentPosition = (...args) => void found.then(() => getPosition(...args));
  });
  const amara = await signUp(driver, testPerson("Amara", "Okafor"));
  const activations: string[] = [];
  driver.on("request", (request) => {
    if (ACTIVATE.test(request.url()) && request.method() === "POST")
      activations.push(request.url());
  });
  const show = driver.getByRole("button", { name: "Show me on the map" });
  const cancel = driver.getByRole("button", { name: "Cancel" });
  await driver.goto("/active-drivers");

  await test.step("while the device looks where it is, by Cancel and by the switch", async () => {
    for (const breakOff of [cancel, goActive(driver)]) {
      await goActive(driver).click();
      await show.click();
      await expect(show).toHaveAttribute("aria-busy", "true");
      await breakOff.click();
      await expect(show).toBeHidden();
    }
    await driver.evaluate(() => dispatchEvent(new Event("device-found")));
  });

  await test.step("while the call is on its way", async () => {
    const release = await holdRequests(driver, ACTIVATE, { times: 1 });
    await goActive(driver).click();
    await expect(show).not.toHaveAttribute("aria-busy", "true");
    await show.click();
    await expect.poll(() => activations).toHaveLength(1);
    await cancel.click();
    await expect(show).toBeHidden();
    release();
    await expect(driver.getByText("You went offline. No one sees you any more.")).toBeVisible();
    await expect(goActive(driver)).not.toBeChecked();
    expect(await amara.read("rides/active-drivers/me")).toMatchObject({ code: "not_found" });
  });

  await goActive(driver).click();
  await show.click();
  await expect(goActive(driver)).toBeChecked();
  expect(activations).toHaveLength(2);
});

test("a driver who dropped off the map sees it and can go online again", async ({
  world: { browserOf },
}) => {
  const driver = await browserOf(at(MIDDLE));
  await noMaps(driver);
  const amara = await signUp(driver, testPerson("Amara", "Okafor"));
  await driver.goto("/active-drivers");
  await goActive(driver).click();
  await driver.getByRole("button", { name: "Show me on the map" }).click();
  await expect(goActive(driver)).toBeChecked();
  await driver.reload();
  await expect(driver.getByText("Your position updates")).toBeVisible();
  // As if from another device.
  await amara.remove("rides/active-drivers/me");
  await expect(driver.getByText("You went offline on another device.")).toBeVisible();
  await expect(goActive(driver)).not.toBeChecked();
  await goActive(driver).click();
  await driver.getByRole("button", { name: "Show me on the map" }).click();
  await expect(goActive(driver)).toBeChecked();
});

test("ending a driver's session from another device takes them off the map and explains why", async ({
  world: { browserOf, watch },
}) => {
  // What is shown when the session ends is requested again.
  watch.mayComplain(/status of 401|status: 401/);
  const driver = await browserOf(at(MIDDLE));
  const other = await browserOf(DESKTOP);
  await Promise.all([noMaps(driver), noMaps(other)]);
  const amara = testPerson("Amara", "Ended");
  const elsewhere = await signUp(other, amara);
  await driver.goto("/login");
  await logIn(driver, amara.email);
  await driver.waitForURL("**/home");
  await driver.goto("/active-drivers");
  await goActive(driver).click();
  await driver.getByRole("button", { name: "Show me on the map" }).click();
  await expect(goActive(driver)).toBeChecked();
  await other.goto("/active-drivers");
  await expect(goActive(other)).toBeChecked();
  await elsewhere.call("identity/sign-out-everywhere", { keepCurrent: true });
  await expect(
    other.getByText("You went offline: the session that shared your position has ended."),
  ).toBeVisible();
  await expect(goActive(other)).not.toBeChecked();
  await expect(driver.getByRole("button", { name: /^Account menu/ })).toHaveCount(0);
});

test("if the status cannot be loaded, the switch does not claim “offline”, and going offline still works", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const driver = await browserOf(at(MIDDLE));
  await noMaps(driver);
  const amara = await signUp(driver, testPerson("Amara", "Okafor"));
  await amara.call("rides/active-drivers", {
    lat: MIDDLE.latitude,
    lng: MIDDLE.longitude,
    seats: 1,
  });
  await driver.route("**/active-drivers/me", (route) =>
    route.request().method() === "GET" ? route.abort() : route.fallback(),
  );
  await driver.goto("/active-drivers");
  const section = driver.getByRole("region", { name: "Go online" });
  await expect(section.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(section.getByRole("alert")).toContainText("Are you online?", { timeout: 15_000 });
  await expect(goActive(driver)).toHaveCount(0);
  await captureScreenshots(driver, "not known whether active", section.getByRole("alert"));
  await section.getByRole("button", { name: "Go offline" }).click();
  await expect(driver.getByText("You went offline. No one sees you any more.")).toBeVisible();
  await expect(goActive(driver)).not.toBeChecked();
  expect(await amara.read<ItemList>("rides/active-drivers")).toMatchObject({ items: [] });
});

test("logging out in any tab takes the driver off the map, and signing in again shares nothing", async ({
  world: { browserOf },
}) => {
  const driver = await browserOf(at(MIDDLE));
  const amara = testPerson("Amara", "Okafor");
  await noMaps(driver);
  await signUp(driver, amara);
  const other = await signUp(await browserOf(), testPerson("Jonas", "Weber"));
  const active = async () =>
    (await other.read<{ readonly items: readonly unknown[] }>("rides/active-drivers")).items;
  const share = async () => {
    await driver.goto("/active-drivers");
    await goActive(driver).click();
    await driver.getByRole("button", { name: "Show me on the map" }).click();
    await expect(goActive(driver)).toBeChecked();
    await expect.poll(active).toHaveLength(1);
  };
  const isOff = async () => {
    await driver.waitForURL((url) => url.pathname === "/");
    await expect.poll(active).toHaveLength(0);
  };
  /** Without a page load, which would clear the state. */
  const comeBack = async () => {
    await driver.getByRole("link", { name: "Login" }).first().click();
    await logIn(driver, amara.email);
    await driver.getByRole("link", { name: "Drivers" }).first().click();
    await expect(goActive(driver)).not.toBeChecked();
    await expect(driver.getByText("You went offline")).toBeHidden();
  };

  await test.step("by the menu", async () => {
    await share();
    await driver.getByRole("button", { name: /^Account menu/ }).click();
    await driver.getByRole("menuitem", { name: "Logout" }).click();
    await isOff();
    await comeBack();
  });

  await test.step("in the settings", async () => {
    await share();
    await driver.getByRole("button", { name: /^Account menu/ }).click();
    await driver.getByRole("menuitem", { name: "Settings" }).click();
    await driver.getByRole("link", { name: "Account", exact: true }).click();
    await driver.getByRole("button", { name: "Sign out", exact: true }).click();
    await isOff();
    await comeBack();
  });

  await test.step("in another tab", async () => {
    await share();
    const tab = await driver.context().newPage();
    await tab.goto("/settings/account");
    await tab.getByRole("button", { name: "Sign out", exact: true }).click();
    await isOff();
    await comeBack();
  });
});

interface ItemList {
  readonly items: readonly { readonly kind: string }[];
}
