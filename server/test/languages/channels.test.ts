import { setTimeout } from "node:timers/promises";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { message } from "@commonlane/contract/message";
import { formatMoney } from "#platform/i18n/formats.ts";
import { translate } from "#platform/i18n/translate.ts";
import { brandOf } from "#platform/branding/brand.ts";
import { renderEmail } from "#platform/mail/render-email.ts";
import { createTestApp, type TestApp, type TestUser } from "../app/test-app.ts";
import { createFeed } from "../fixtures/calendars.ts";
import { minutesInMs, openNotificationDelivery } from "../fixtures/notification-delivery.ts";
import { listNotifications } from "../fixtures/notifications.ts";
import { hostRide } from "../fixtures/rides.ts";

const GERMAN = { "accept-language": "de-CH, en;q=0.5" };
/** The German text of a catalogue, which has to differ from the English one. */
function german(english: string, values: Record<string, string | number> = {}): string {
  const text = translate("de", message(english), values);
  expect(text).not.toBe(translate("en", message(english), values));
  return text;
}
const WHY =
  "You receive this e-mail because you're a member of {community}. You can turn these e-mails off.";
const CODE_TEXT = "Enter this code to verify your e-mail address.";
const CHANGED = () => german("{name} changed the ride", { name: german("Someone") });

/** Each process asks for the account's setting this often. */
const SETTING_READ_EVERY_MS = 600;

async function choose(app: TestApp, as: TestUser, locale: string | null): Promise<void> {
  expect(
    (await app.call("POST", "/firebase-auth/update-profile", { as, body: { locale } })).status,
  ).toBe(200);
  await setTimeout(SETTING_READ_EVERY_MS);
}

test("a notification is in the reader's language in the list, as a push and as an e-mail, also one from before", async () => {
  const { app, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  await tell();
  const [before] = await listNotifications(app, ada);
  expect(before).toMatchObject({ title: "Someone changed the ride" });
  await choose(app, ada, "de");
  const [listed] = await listNotifications(app, ada);
  expect(listed).toMatchObject({ title: CHANGED() });
  await run();
  expect(phone.messages().at(-1)).toMatchObject({ title: CHANGED() });
  await after(minutesInMs(11));
  const [email] = app.mail;
  if (!email) throw new Error("There is no e-mail.");
  const { subject, text, html } = renderEmail(email, brandOf(app.ctx.community));
  expect(subject).toBe(CHANGED());
  expect(text).toContain(`${german("View ride")}:\n`);
  expect(text).toContain(german("Unsubscribe from these e-mails: {link}", { link: "http" }));
  const $ = load(html);
  expect($("html").attr()).toMatchObject({ lang: "de", dir: "ltr" });
  expect($("body").text()).toContain(
    german(WHY, {
      community: "Commonlane",
    }),
  );
});

test("without a setting, e-mails follow the language of the browser that signed in last", async () => {
  const { app, ada, after, tell } = await openNotificationDelivery();
  const languageOfNext = async () => {
    app.mail.length = 0;
    await tell();
    await after(minutesInMs(20));
    return app.mail[0]?.language;
  };
  expect(await languageOfNext()).toBe("en");
  await app.ctx.db
    .updateTable("account")
    .set({ browser_language: "de" })
    .where("uid", "=", ada.uid)
    .execute();
  expect(await languageOfNext()).toBe("de");
  await choose(app, ada, "es");
  expect(await languageOfNext()).toBe("es");
});

test("problems and validation are in the language of the account, else of the request, else of the community", async () => {
  const app = await createTestApp({ community: { language: "de" } });
  const ada = await app.createUser();
  const ask = (headers: Record<string, string> = {}, as?: TestUser) =>
    app.call<{ error: string; fields: unknown }>("POST", "/firebase-auth/update-profile", {
      as,
      headers,
      body: { bio: 5 },
    });
  const signedOut = await ask();
  expect(signedOut).toMatchObject({
    status: 401,
    body: { error: german("No authenticated user") },
  });
  expect(signedOut.headers).toMatchObject({
    "content-language": "de",
    vary: expect.stringContaining("accept-language"),
  });
  expect(await ask({ "accept-language": "en" })).toMatchObject({
    body: { error: "No authenticated user" },
  });
  expect(await ask({ cookie: "language=de", "accept-language": "en" })).toMatchObject({
    body: { error: german("No authenticated user") },
  });
  await choose(app, ada, "de");
  expect(await ask({ "accept-language": "en" }, ada)).toMatchObject({
    status: 400,
    headers: { "content-language": "de" },
    body: { error: german("Some fields are not valid.") },
  });
});

test("a validation message of our own and one of the contract are both translated", async () => {
  const app = await createTestApp();
  const ask = (email: unknown) =>
    app.call<{ fields: unknown }>("POST", "/auth/send-registration-otp", {
      headers: GERMAN,
      body: { email },
    });
  const { status, body } = await ask("no address");
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { fields: { email: german("Please enter a valid e-mail address.") } },
  });
  expect((await ask(undefined)).body).toMatchObject({
    fields: { email: german("Please fill this in.") },
  });
});

test("a registration code is in the language of the request, and Arabic is written from right to left", async () => {
  const app = await createTestApp();
  const ask = (email: string, language: string) =>
    app.call("POST", "/auth/send-registration-otp", {
      headers: { "accept-language": language },
      body: { email },
    });
  await ask("new@example.org", "de");
  await ask("other@example.org", "ar");
  const [inGerman, inArabic] = app.mail.map((email) =>
    renderEmail(email, brandOf(app.ctx.community)),
  );
  expect(inGerman?.subject).toBe(
    german("Your {community} verification code", { community: "Commonlane" }),
  );
  expect(inGerman?.text).toContain(german(CODE_TEXT));
  const $ = load(inArabic?.html ?? "");
  expect($("html").attr()).toMatchObject({ lang: "ar", dir: "rtl" });
  expect(inArabic?.subject).toBe(
    translate("ar", message("Your {community} verification code"), { community: "Commonlane" }),
  );
});

test("a trusted contact without an account reads the language of the community, not of the person who asks", async () => {
  const app = await createTestApp({ community: { language: "de" } });
  const ada = await app.createUser({ firstName: "Ada" });
  const body = { name: "Nora", email: "nora@example.org" };
  const { status } = await app.call("POST", "/trusted-contacts", {
    as: ada,
    headers: { "accept-language": "es" },
    body,
  });
  expect(status).toBeLessThan(300);
  expect(app.mail.filter(({ to }) => to === body.email)).toMatchObject([
    {
      language: "de",
      subject: german("{name} would like you as a trusted contact", { name: "Ada" }),
    },
  ]);
});

test("calendar entries are in the language of the account", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  await hostRide(app, host);
  await choose(app, host, "de");
  const { entries } = await (await createFeed(app, host)).read();
  expect(entries).toMatchObject([
    { summary: german("Driving {from} – {to}", { from: "Freiburg im Breisgau", to: "Köln" }) },
  ]);
});

test("the page of a public ride, its link preview and the widget are in the visitor's language", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  await app.call("PUT", `/rides/${ride.id}/public`, { as: host, body: { isPublic: true } });
  const visit = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({ method: "GET", url, headers: { accept: "text/html", ...headers } });
  const page = await visit(`/rides/${ride.id}`, GERMAN);
  const $ = load(page.body);
  expect($("html").attr("lang")).toBe("de");
  expect($("h1").text()).toBe(
    german("{from} to {to}", { from: "Freiburg im Breisgau", to: "Köln" }),
  );
  expect($("main").text()).toContain("Freitag, 2. Januar 2026");
  expect($("main").text()).toContain(
    german("{amount} per seat", {
      amount: formatMoney("de", { amountMinor: 1800, currency: "EUR" }),
    }),
  );
  expect($("meta[property='og:locale']").attr("content")).toBe("de_DE");
  expect($("meta[property='og:image']").attr("content")).toContain("preview.png?lang=de&v=");
  expect(page.headers).toMatchObject({
    "content-language": "de",
    vary: expect.stringContaining("accept-language"),
  });
  const widget = await visit("/widget/search?lang=de");
  expect(load(widget.body)("h1").text()).toBe(
    german("Find a ride with {community}", { community: "Commonlane" }),
  );
});
