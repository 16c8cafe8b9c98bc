import { expect, type Locator, type Page } from "@playwright/test";
import { choosePlace, tomorrow } from "./places.ts";

export const FREIBURG = "Freiburg im Breisgau, Germany";
export const KARLSRUHE = "Karlsruhe, Germany";
export const MAINZ = "Mainz, Germany";
export const BONN = "Bonn, Germany";
export const KOELN = "Cologne, Germany";

/** Origin and destination for API calls. */
export const WAY = {
  origin: { placeId: "gn:2925177", label: FREIBURG, lat: 47.9959, lng: 7.8522 },
  destination: { placeId: "gn:2886242", label: KOELN, lat: 50.9331, lng: 6.95 },
};

/** A ride from Freiburg to Cologne as the API takes it: tomorrow, 45 minutes after this hour of UTC. */
export const rideAt = (hour: number) => ({
  ...WAY,
  departsAt: `${tomorrow()}T${String(hour).padStart(2, "0")}:45:00Z`,
  seatsTotal: 3,
});

/**
 * Hosts Freiburg to Cologne by Mainz, tomorrow 07:45, 3 seats, 18 €, step by step. Ends on the ride's page; returns its
 * URL.
 */
export async function hostFreiburgToKoeln(page: Page): Promise<string> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Host" }).click();
  await expect(page.getByRole("heading", { name: "Host a ride", level: 1 })).toBeVisible();
  await choosePlace(page.getByRole("combobox", { name: "From" }), "Freibur", FREIBURG);
  await page.getByRole("button", { name: "Add a stop" }).click();
  await choosePlace(page.getByRole("combobox", { name: "Stop 1" }), "Mainz", MAINZ);
  await choosePlace(page.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Time", level: 2 })).toBeVisible();
  await page.getByLabel("Date").fill(tomorrow());
  await page.getByLabel("Departure").fill("07:45");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Seats and price", level: 2 })).toBeVisible();
  await setSeats(page, "Seats you offer", 3);
  await page.getByLabel(/^Amount per seat/).fill("18");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Review", level: 2 })).toBeVisible();
  await page.getByRole("button", { name: "Offer this ride" }).click();
  await page.waitForURL("**/rides/*");
  await expect(
    page.getByRole("heading", { name: "Freiburg im Breisgau to Cologne", level: 1 }),
  ).toBeVisible();
  return page.url();
}

/** Presses more or fewer until a stepper shows the number. */
async function setSeats(page: Page, label: string, seats: number): Promise<void> {
  const stepper = page.getByRole("group", { name: label, exact: true });
  const shown = stepper.getByRole("status");
  for (
    let now = Number(await shown.innerText());
    now !== seats;
    now = Number(await shown.innerText())
  ) {
    await stepper
      .getByRole("button", { name: now < seats ? "One seat more" : "One seat fewer" })
      .click();
    await expect(shown).not.toHaveText(String(now));
  }
}

/** Searches for a ride on Seek, for two people by default. */
export async function seek(
  page: Page,
  from: readonly [string, string],
  to: readonly [string, string],
): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Seek" }).click();
  const form = page.getByRole("search", { name: "Find a ride" });
  await choosePlace(form.getByRole("combobox", { name: "From" }), ...from);
  await choosePlace(form.getByRole("combobox", { name: "To" }), ...to);
  await form.getByLabel("Day").fill(tomorrow());
  await setSeats(page, "Seats", 2);
  await form.getByRole("button", { name: "Find rides" }).click();
}

/** The seats of each leg in the ride's timeline, in order. */
export const legs = (page: Page) =>
  page.getByRole("list", { name: "Stops" }).getByText(/\d of \d seats free|No seats free/);

const bookingForm = (page: Page) => page.getByRole("form", { name: /Ask for seats|Book seats/ });

/** The primary button of a ride's page. */
export const bookingButton = (page: Page) =>
  page.getByRole("main").getByRole("button", {
    name: /^(Ask for a seat|Ask for seats|Book instantly|Join the waitlist)$/,
  });

/** Opens the booking sheet of a ride's page, with everything that it holds if `all`. */
export async function openBooking(page: Page, { all = false } = {}): Promise<Locator> {
  const form = bookingForm(page);
  if (!(await form.isVisible())) await bookingButton(page).click();
  await expect(form).toBeVisible();
  const options = form.getByRole("group").filter({ hasText: "More options" });
  if (all && (await options.getAttribute("open")) === null)
    await form.getByText("More options").click();
  return form;
}

/** Chooses pickup and drop-off by the names of the ride's stops, and the number of seats, in the booking sheet. */
export async function fillBookingForm(
  page: Page,
  ends: { from?: string; to?: string; seats: number },
): Promise<void> {
  const form = await openBooking(page, { all: ends.from !== undefined || ends.to !== undefined });
  for (const [label, town] of [["Pickup", ends.from] as const, ["Dropoff", ends.to] as const]) {
    if (town === undefined) continue;
    const field = form.getByLabel(label, { exact: true });
    const option = await field.getByRole("option").filter({ hasText: town }).first().innerText();
    await field.selectOption({ label: option });
  }
  await setSeats(page, "Seats", ends.seats);
}
