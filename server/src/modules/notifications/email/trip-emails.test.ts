import { LANGUAGES, type Language } from "@commonlane/contract/languages";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import { doIUseEmail } from "@jsx-email/doiuse-email";
import { load } from "cheerio";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { waitForNotifications } from "../../../../test/fixtures/notifications.ts";
import { hostRide, requestSeats, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { createTwoColourImage } from "../../../../test/fixtures/images.ts";
import { openSmtpServer } from "../../../../test/services/smtp.ts";
import { findItinerary } from "#modules/itineraries/index.ts";
import { notificationSweeps, notificationWorkers } from "#modules/notifications/index.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { findPhoto, setPhotoSizes } from "#modules/profiles/content/index.ts";
import { makePhotoSizes } from "#modules/profiles/content/image-processing.ts";
import { brandOf } from "#platform/branding/brand.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { listDevMail } from "#platform/mail/dev-mail.store.ts";
import { createDevMailer } from "#platform/mail/open-mailer.ts";
import { createSmtpMailer } from "#platform/mail/smtp-mailer.ts";
import { processImage } from "#platform/images/process-image.ts";
import { renderEmail } from "#platform/mail/render-email.ts";

const VEHICLE = { make: "VW", model: "Golf", colour: "grey", plate: "FR AB 123", seats: 4 };

/** A ride from Freiburg to Köln at 07:45 with a grey Golf, and Ada, who gets in at Karlsruhe. */
async function openTrip(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
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

const twoColours = (side: number) => createTwoColourImage(side, side).jpeg().toBuffer();

/** A trip whose host has an e-mail about Ada, who has a photo, and what sends it. */
async function openEmailWithPhoto() {
  const smtp = await openSmtpServer();
  onTestFinished(smtp.close);
  const smtpUrl = `smtp://ride:right@127.0.0.1:${smtp.port}?ignoreTLS=true`;
  const trip = await openTrip({ community: { smtpUrl, mailFrom: "no-reply@example.org" } });
  const { app, host, ride, at } = trip;
  const { seeker } = await requestSeats(app, ride, host, {});
  const { small } = await makePhotoSizes(app.ctx, await twoColours(200));
  await setPhotoSizes(app.ctx, seeker.uid, { small, large: small });

  const { mailer, worker, close } = createSmtpMailer({
    findPhoto: (ctx, photoId) => findPhoto(ctx, photoId, "small"),
  });
  onTestFinished(close);
  /** Sends the e-mail, and returns its source with whole lines. */
  const send = async () => {
    const email = app.mail.find(({ to, card }) => to === host.email && card);
    if (email) await mailer.send(app.ctx, email);
    return receive();
  };
  const receive = async () => {
    await app.jobs.runDue(app.ctx, [worker]);
    return smtp.emails.at(-1)?.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  };
  return { app, seeker, at, send, receive, mailJob: worker.job };
}

test("an e-mail is queued and sent with its photo while the server works on a large picture", async () => {
  const { app, at, send } = await openEmailWithPhoto();
  const upload = Promise.withResolvers<void>();
  const picture = await twoColours(9);
  const working = processImage(app.ctx, picture, () => upload.promise);

  await at(app.now().getTime() + HOUR_MS / 4);
  const source = await send();
  upload.resolve();
  await working;
  expect(source).toContain('src="cid:photo"');
  expect(source).toMatch(/^Content-Id: <photo>/im);
  const [, jpeg = ""] = /image\/jpeg[^]*?\r\n\r\n([^-]*)/.exec(source) ?? [];
  const { format, width } = await sharp(Buffer.from(jpeg, "base64")).metadata();
  expect({ format, width }).toEqual({ format: "jpeg", width: 96 });
});

test("an e-mail whose photo was removed or cannot be read since shows the initials", async () => {
  const { app, seeker, at, send } = await openEmailWithPhoto();
  await at(app.now().getTime() + HOUR_MS / 4);
  await app.db
    .updateTable("photo")
    .set({ small: Buffer.from("broken") })
    .execute();
  const broken = await send();
  await app.call("DELETE", "/profiles/me/photo", { as: seeker });
  for (const source of [broken, await send()]) {
    expect(source).toMatch(/>AM<\/td>/);
    expect(source).not.toMatch(/image\/jpeg|cid:photo/);
  }
});

test("the local mailbox shows the photo, and the initials once it is removed", async () => {
  const { app, at } = await openEmailWithPhoto();
  await at(app.now().getTime() + HOUR_MS / 4);
  const emails = app.mail.filter(({ card }) => card?.person?.photoId !== undefined);
  const withPhoto = createDevMailer({ findPhoto: (ctx, id) => findPhoto(ctx, id, "small") });
  await withPhoto.send(app.ctx, ...emails);
  await createDevMailer({ findPhoto: async () => undefined }).send(app.ctx, ...emails);
  const [without, shown] = await listDevMail(app.db);
  expect(shown?.html).toContain('<img src="data:image/webp;base64,');
  expect(without?.html).toMatch(/>AM<\/td>/);
});

test("an e-mail that an earlier release queued is sent with the picture it contains", async () => {
  const { app, receive, mailJob } = await openEmailWithPhoto();
  const email = { id: crypto.randomUUID(), to: "ada@example.org", subject: "Ride", text: "Ride" };
  const html = '<img src="cid:photo-1" alt="AM">';
  await app.jobs.send(app.ctx, mailJob, {
    ...email,
    html,
    pictures: [{ id: "photo-1", jpeg: "/9j/" }],
  });
  const source = await receive();
  expect(source).toContain('src="cid:photo-1"');
  expect(source).toMatch(/^Content-Id: <photo-1>/im);
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
      photoId: "photo-1",
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
