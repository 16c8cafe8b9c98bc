import { LANGUAGES, type Language } from "@commonlane/contract/languages";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import { doIUseEmail } from "@jsx-email/doiuse-email";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { waitForNotifications } from "../../../../test/fixtures/notifications.ts";
import { hostRide, requestSeats, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { findItinerary } from "#modules/itineraries/index.ts";
import { notificationSweeps, notificationWorkers } from "#modules/notifications/index.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { brandOf } from "#platform/branding/brand.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { renderEmail } from "#platform/mail/render-email.ts";

const VEHICLE = { make: "VW", model: "Golf", colour: "grey", plate: "FR AB 123", seats: 4 };

/** A ride from Freiburg to Köln at 07:45 with a grey Golf, and Ada, who gets in at Karlsruhe. */
async function openTrip() {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Thomas", lastName: "Meier" });
  const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: host,
    body: { vehicles: [VEHICLE] },
  });
  const ride = await hostRide(app, host, {
    stops: [towns.karlsruhe],
    departsAt: new Date(Date.parse(TOMORROW) + 24 * HOUR_MS).toISOString(),
    vehicleId: body.vehicles[0]?.id,
  });
  const workers = notificationWorkers({ findItinerary });
  /** Moves the clock on and sends everything due by then. */
  const at = async (ms: number) => {
    app.clock.now = new Date(ms);
    for (const sweep of seatRequestSweeps) await runSweep(app.ctx, sweep);
    await waitForNotifications(app.ctx);
    for (const sweep of notificationSweeps) await runSweep(app.ctx, sweep);
    await app.jobs.runDue(app.ctx, workers);
  };
  return { app, host, ride, at };
}

const cardText = (email: Email | undefined): string => JSON.stringify(email?.card ?? {});

test("[domain/notices:own-trip] a passenger's reminder has their own stop and time, the host, the car with its plate, the price and the PIN", async () => {
  const { app, host, ride, at } = await openTrip();
  const { seeker, response, accept } = await requestSeats(app, ride, host, {
    pickup: towns.karlsruhe,
  });
  expect((await accept()).status).toBe(200);
  const pickupAtMs = Date.parse(response.body.pickupAt);
  expect(pickupAtMs).toBeGreaterThan(Date.parse(ride.departsAt) + HOUR_MS);

  // An hour before the host leaves, the passenger has more than an hour left.
  await at(Date.parse(ride.departsAt) - HOUR_MS);
  app.mail.length = 0;
  await at(pickupAtMs - HOUR_MS / 2);
  await at(pickupAtMs - HOUR_MS / 4);
  const email = app.mail.find(({ to }) => to === seeker.email);
  expect(email?.subject).toMatch(/^Today \d\d:\d\d: Karlsruhe → Köln$/);
  const time = email?.subject.slice("Today ".length, "Today ".length + 5);
  expect(time).not.toBe("07:45");
  expect(email?.card).toMatchObject({
    day: "Today",
    stops: [{ time, place: "Karlsruhe" }, { place: "Köln" }],
    person: { name: "Thomas M.", role: "Drives", initials: "TM" },
  });
  expect(email?.card?.facts).toEqual([
    { label: "Vehicle", value: "VW Golf, grey" },
    { label: "Number plate", value: VEHICLE.plate },
    { label: "Your contribution", value: expect.stringMatching(/^€\d/) },
    { label: "Pickup PIN", value: expect.stringMatching(/^\d{4}$/) },
  ]);
  expect(email?.action?.label).toBe("View ride");
});

test("[domain/notices:own-trip] before the host accepts, e-mails name neither plate nor PIN nor exact places, and after a cancellation no trip at all", async () => {
  const { app, host, ride, at } = await openTrip();
  const address = { label: "Kaiserstraße 12, Karlsruhe, Germany", lat: 49.0091, lng: 8.4037 };
  const { seeker, accept, end } = await requestSeats(app, ride, host, { pickup: address });
  await at(app.now().getTime() + HOUR_MS / 4);
  const asked = app.mail.find(({ to }) => to === host.email);
  expect(asked?.action?.label).toMatch(/^Answer /);
  expect(asked?.card).toMatchObject({ person: { role: "Rides with you" } });
  expect(cardText(asked)).not.toMatch(/Kaiserstraße|PIN|FR AB/);

  expect((await accept()).status).toBe(200);
  expect((await end(host)).status).toBe(200);
  app.mail.length = 0;
  await at(app.now().getTime() + HOUR_MS);
  const ended = app.mail.filter(({ to }) => to === seeker.email);
  expect(ended.length).toBeGreaterThan(0);
  for (const email of ended) expect(cardText(email)).toBe("{}");
});

const CLIENTS = ["gmail.*", "apple-mail.*", "outlook.*", "thunderbird.*", "yahoo.*", "gmx.*"];

/** An e-mail with everything that one can have. */
const fullEmail = (language: Language): Email => ({
  to: "ada@example.org",
  language,
  subject: "Tomorrow 07:55: Ruggell → University",
  heading: "Tomorrow 07:55: Ruggell → University",
  paragraphs: ["Thomas M. picks you up."],
  card: {
    day: "Tomorrow",
    stops: [
      { time: "07:55", place: "Ruggell" },
      { time: "08:20", place: "University" },
    ],
    note: "Times are estimated.",
    person: {
      name: "Thomas M.",
      role: "Drives",
      initials: "TM",
      picture: { id: "photo-1", jpeg: "AAAA" },
    },
    facts: [{ label: "Pickup PIN", value: "4711" }],
  },
  items: [
    { title: "Lara requested a seat", text: "Tomorrow.", url: "https://example.org/rides/1" },
  ],
  action: { label: "View ride", url: "https://example.org/rides/1" },
  unsubscribe: { oneClick: "https://example.org/a", page: "https://example.org/b" },
});
const logo = { hash: "hash", width: 300, height: 100 };

test.each(LANGUAGES)(
  "[domain/notices:readable-mail] in %s an e-mail uses only what mail programs know, and says everything without pictures",
  (language) => {
    const brand = brandOf({ name: "Uni Köln", brandColor: "#6a1b9a", logo });
    const { html, text } = renderEmail(fullEmail(language), brand);
    const result = doIUseEmail(html, { emailClients: CLIENTS });
    expect(result.success ? [] : result.errors.filter(isNotOptional)).toEqual([]);

    const $ = load(html);
    // Mail programs that load no images show the initials instead.
    expect(
      $("img")
        .toArray()
        .map((image) => $(image).attr("alt")),
    ).toEqual(["", "TM"]);
    $("img").remove();
    for (const part of ["Uni Köln", "07:55", "Ruggell", "Thomas M.", "4711", "View ride"]) {
      expect($("body").text()).toContain(part);
      expect(text).toContain(part);
    }
    expect(html).not.toMatch(/src="https?:/);
    expect(
      $("a")
        .toArray()
        .every((link) => $(link).text().length > 0),
    ).toBe(true);
  },
);

/** Rules that only add to an e-mail: without them it is light and has sharp corners, and reads the same. */
const OPTIONAL =
  /@media|prefers-color-scheme|border-radius|max-width|<style>|<body>|role attribute/;
const isNotOptional = (error: string) => !OPTIONAL.test(error);
