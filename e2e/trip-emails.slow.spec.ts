import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { towns } from "./support/screens.ts";
import { expect, PHONE, test } from "./support/test.ts";

test.use({ settings: { NOTIFICATION_EMAIL_AFTER_S: "0", NOTIFICATION_EMAIL_INTERVAL_S: "0" } });

test("the e-mail about a booked seat is the passenger's itinerary: own stops, host, price and a link to the ride", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const host = await signUp(page, testPerson("Amara", "Mailer"));
  const contribution = { amountMinor: 1800, currency: "EUR" };
  const stops = [towns.karlsruhe, towns.mainz];
  const ride = { ...rideAt(7), stops, contribution };
  const { id } = await host.call("rides", ride);
  const person = testPerson("Jonas", "Reader");
  const passenger = await signUp(page, person);
  const ends = { pickup: towns.karlsruhe, dropoff: towns.mainz };
  const request = await passenger.call(`rides/${id}/request`, { seats: 1, ...ends });
  await host.call(`rides/${id}/requests/${request.id}/accept`, {});

  await expect(async () => {
    await page.goto(`/dev/mailbox?to=${encodeURIComponent(person.email)}`);
    await expect(page.getByRole("article").first()).toContainText("Amara accepted your request", {
      timeout: 1000,
    });
  }).toPass({ timeout: 60_000 });
  const letter = page.getByRole("article").first();
  const body = letter.locator("iframe").contentFrame().locator("body");
  for (const text of ["Karlsruhe", "Mainz", "Amara", "PIN"]) await expect(body).toContainText(text);
  // Where the host starts and arrives is not the passenger's trip.
  await expect(body).not.toContainText(/Freiburg|Cologne/);
  await expect(body.getByRole("link", { name: /ride/i }).first()).toHaveAttribute(
    "href",
    new RegExp(`/rides/${id}`),
  );
});
