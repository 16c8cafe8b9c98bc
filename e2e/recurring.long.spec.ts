import { DAY_MS } from "@commonlane/contract/durations";
import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { choosePlace } from "./support/places.ts";
import { FREIBURG, KOELN } from "./support/rides.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
/** A day the given number of days ahead in Freiburg: as YYYY-MM-DD, and as screens show it. */
const ahead = (days: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short" }).format(
    Date.now() + days * DAY_MS,
  );
const named = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(",", "");
const weekdayOf = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

test("a ride repeats with its return; one day is cancelled, another is booked, and the series ends", async ({
  world: { browserOf },
}) => {
  const host = await browserOf(PHONE);
  const passenger = await browserOf();
  await signUp(host, testPerson("Amara", "Okafor"));
  const jonas = await signUp(passenger, testPerson("Jonas", "Weber"));
  const first = ahead(2);
  const second = ahead(9);
  const third = ahead(16);
  const dayRow = (day: string) =>
    host
      .getByRole("region", { name: "Upcoming days" })
      .getByRole("listitem")
      .filter({ hasText: named(day) });

  await test.step("the wizard asks which days, until when, when not, and for the way back", async () => {
    await host.goto("/host");
    await choosePlace(host.getByRole("combobox", { name: "From" }), "Freibur", FREIBURG);
    await choosePlace(host.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
    await button(host, "Continue").click();
    await host.getByLabel("Date").fill(first);
    await host.getByLabel("Departure").fill("07:45");
    await host.getByRole("checkbox", { name: "Repeat this ride every week" }).check();
    const weekday = host.getByRole("checkbox", { name: weekdayOf(first), exact: true });
    await expect(weekday).toBeChecked();
    await weekday.press("Space");
    await button(host, "Continue").click();
    await expect(host.getByText("Choose at least one day of the week.")).toBeVisible();
    await weekday.press("Space");
    await host.getByLabel(/^Day to skip/).fill(ahead(23));
    await button(host, "Skip").click();
    await host.getByRole("checkbox", { name: "Offer the return trip, too" }).check();
    await host.getByLabel("Return departure").fill("17:30");
    await captureScreenshots(host, "host: a ride that repeats", host.getByText(named(ahead(23))));
    await button(host, "Continue").click();
    await button(host, /^Use €/).click();
    await expect(
      host.getByText(/^All seats together: €[\d.]+ of €[\d.]+ trip costs/),
    ).toBeVisible();
    await button(host, "Continue").click();
    await expect(host.getByText("back at 17:30")).toBeVisible();
    await button(host, "Offer this ride").click();
  });

  await test.step("each day is a ride; one is cancelled, the others stay", async () => {
    await expect(heading(host, "Freiburg im Breisgau to Cologne")).toBeVisible();
    await expect(heading(host, "Upcoming days")).toBeVisible();
    await host.getByRole("link", { name: /^Return trip: .*17:30/ }).click();
    await expect(heading(host, "Cologne to Freiburg im Breisgau")).toBeVisible();
    await host.getByRole("link", { name: /^Outward trip: .*07:45/ }).click();
    await expect(heading(host, "Freiburg im Breisgau to Cologne")).toBeVisible();
    await button(host, `Skip ${named(second)}`).click();
    await button(host, "Undo").click();
    await expect(button(host, `Skip ${named(second)}`)).toBeVisible();
    await button(host, `Skip ${named(second)}`).click();
    await expect(dayRow(second)).toContainText("Cancelled");
    await expect(dayRow(third)).not.toContainText("Cancelled");
    await expect(host.getByText(`not on ${named(second)}, ${named(ahead(23))}`)).toBeVisible();
  });

  await test.step("somebody else books one of the days", async () => {
    const page = await dayRow(third).getByRole("link").getAttribute("href");
    await passenger.goto(page ?? "");
    await expect(heading(passenger, "Freiburg im Breisgau to Cologne")).toBeVisible();
    await expect(passenger.getByRole("link", { name: "Return trip" })).toBeVisible();
    const rideId = page?.split("/").at(-1) ?? "";
    const seatRequest = await jonas.call(`rides/${rideId}/request`, { seats: 1 });
    await host.goto("/requests");
    await button(host, "Accept Jonas W.").click();
    await expect(heading(passenger, "You have a seat")).toBeVisible();
    expect(seatRequest.id).toBeTruthy();
  });

  await test.step("other seats, and another hour, for the days that nobody is on, by keyboard", async () => {
    await host.goto("/your-rides");
    const rides = host.getByRole("region", { name: "Recurring rides" });
    await expect(rides.getByText("Every week").first()).toBeVisible();
    await press(rides.getByRole("link", { name: "Freiburg im Breisgau to Cologne" }));
    await press(button(host, "Edit seats and price"));
    const dialog = host.getByRole("dialog", { name: "Edit seats and price" });
    await press(dialog.getByRole("button", { name: "One seat more" }));
    await press(dialog.getByRole("button", { name: /^Use €/ }));
    await captureScreenshots(host, "changing what repeats", dialog);
    await press(dialog.getByRole("button", { name: "Save changes" }));
    await expect(
      host.getByText(`The rides were updated. Days left unchanged: ${named(third)}.`),
    ).toBeVisible();
    await press(dayRow(first).getByRole("link"));
    await expect(host.getByText("4 of 4 seats free")).toBeVisible();
  });

  await test.step("your rides show it as one; ending it keeps the booked day", async () => {
    await host.goto("/your-rides");
    const rides = host.getByRole("region", { name: "Recurring rides" });
    await expect(rides.getByText("Every week")).toHaveCount(2);
    await rides.getByRole("link", { name: "Freiburg im Breisgau to Cologne" }).click();
    await expect(dayRow(third)).toContainText("1 seat taken");
    await captureScreenshots(host, "a recurring ride", heading(host, "Upcoming days"));
    await button(host, "End these rides").click();
    await button(host.getByRole("dialog").page(), "End these rides").last().click();
    await expect(host.getByText("Ended", { exact: true })).toBeVisible();
    await expect(dayRow(first)).toContainText("Cancelled");
    await expect(dayRow(third)).toContainText("1 seat taken");
    await expect(heading(passenger, "You have a seat")).toBeVisible();
  });
});
