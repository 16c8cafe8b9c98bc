import { downloadEntry, readEntry } from "./support/calendars.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { confirmByPassword, signUp, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { hostRide } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("a passenger adds a seat to the calendar by touch, and a host subscribes to a feed by keyboard", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const passenger = await browserOf(PHONE);
  const pavel = await signUp(host, testPerson("Pavel", "Novak"));
  const ines = await signUp(passenger, testPerson("Ines", "Moreau"));
  const rideId = await hostRide(pavel, "06:45");

  await test.step("no entry before the seat is confirmed", async () => {
    await passenger.goto(`/rides/${rideId}`);
    await expect(passenger.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(passenger.getByRole("button", { name: "Add to calendar" })).toBeHidden();
  });

  const request = await ines.call(`rides/${rideId}/request`, { seats: 1 });
  await pavel.call(`rides/${rideId}/requests/${request.id}/accept`, {});

  await test.step("a download with the seat", async () => {
    await passenger.reload();
    const button = passenger.getByRole("button", { name: "Add to calendar" });
    expect(await downloadEntry(button, () => button.tap())).toMatchObject({
      uid: request.id,
      summary: "Ride Freiburg im Breisgau – Cologne with Pavel",
      status: "CONFIRMED",
      timeZone: "Europe/Berlin",
      url: passenger.url(),
    });
    await captureScreenshots(passenger, "a ride with a calendar entry", button);
  });

  await test.step("a feed, which a calendar reads without signing in", async () => {
    await host.goto(`/rides/${rideId}`);
    await press(host.getByRole("link", { name: "Subscribe to all my rides" }));
    await press(host.getByRole("button", { name: "Create calendar link" }));
    await confirmByPassword(host);
    const link = host.getByLabel("Calendar link");
    await captureScreenshots(host, "a new calendar link", link);
    const url = await link.inputValue();
    await expect(host.getByRole("link", { name: "Open in calendar app" })).toHaveAttribute(
      "href",
      /^webcal:\/\//,
    );
    const calendarApp = await browserOf();
    const read = () => calendarApp.request.get(url);
    const entry = readEntry(await (await read()).text());
    expect(entry).toMatchObject({ uid: rideId, summary: "Driving Freiburg im Breisgau – Cologne" });
    expect(entry.start).toContain(tomorrow());
    await pavel.remove(`rides/${rideId}`);
    expect(readEntry(await (await read()).text())).toMatchObject({
      uid: rideId,
      status: "CANCELLED",
    });

    await press(host.getByRole("button", { name: "Turn off" }));
    await expect(host.getByRole("button", { name: "Create calendar link" })).toBeVisible();
    expect((await read()).status()).toBe(404);
  });
});

test("a host adds a ride to the calendar by keyboard, and a passenger turns a feed on and off by touch", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const passenger = await browserOf(PHONE);
  const pavel = await signUp(host, testPerson("Pavel", "Keys"));
  const ines = await signUp(passenger, testPerson("Ines", "Taps"));
  const rideId = await hostRide(pavel, "06:45", { approval: "instant" });
  const request = await ines.call(`rides/${rideId}/request`, { seats: 1 });

  await host.goto(`/rides/${rideId}`);
  const button = host.getByRole("button", { name: "Add to calendar" });
  expect(await downloadEntry(button, () => press(button))).toMatchObject({
    uid: rideId,
    status: "CONFIRMED",
  });

  await passenger.goto(`/rides/${rideId}`);
  await passenger.getByRole("link", { name: "Subscribe to all my rides" }).tap();
  await passenger.getByRole("button", { name: "Create calendar link" }).tap();
  await confirmByPassword(passenger);
  const url = await passenger.getByLabel("Calendar link").inputValue();
  const calendarApp = await browserOf();
  const feed = await calendarApp.request.get(url);
  expect(readEntry(await feed.text())).toMatchObject({ uid: request.id, status: "CONFIRMED" });
  await passenger.getByRole("button", { name: "Turn off" }).tap();
  await expect(passenger.getByRole("button", { name: "Create calendar link" })).toBeVisible();
  expect((await calendarApp.request.get(url)).status()).toBe(404);
});
