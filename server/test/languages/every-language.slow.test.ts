import { setTimeout } from "node:timers/promises";
import { directionOf, type Language, LANGUAGES } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { translate } from "#platform/i18n/translate.ts";
import { brandOf } from "#platform/branding/brand.ts";
import { renderEmail } from "#platform/mail/render-email.ts";
import { createTestApp, type TestApp, type TestUser } from "../app/test-app.ts";
import { createFeed } from "../fixtures/calendars.ts";
import { storeNamedTowns } from "../fixtures/named-towns.ts";
import { minutesInMs, openNotificationDelivery } from "../fixtures/notification-delivery.ts";
import { listNotifications } from "../fixtures/notifications.ts";
import { hostRide } from "../fixtures/rides.ts";

/** The text of a catalogue, which has to differ from the English one. */
const textsIn =
  (language: Language) =>
  (english: string, values: Record<string, string | number> = {}): string => {
    const text = translate(language, message(english), values);
    expect(text).not.toBe(translate("en", message(english), values));
    return text;
  };

/** Each process asks for the account's setting this often. */
const SETTING_READ_EVERY_MS = 600;

async function choose(app: TestApp, as: TestUser, locale: Language): Promise<void> {
  expect(
    (await app.call("POST", "/firebase-auth/update-profile", { as, body: { locale } })).status,
  ).toBe(200);
  await setTimeout(SETTING_READ_EVERY_MS);
}

const others = LANGUAGES.filter((language) => language !== "en");
const NAMES: Readonly<Record<Language, readonly [from: string, to: string]>> = {
  en: ["Freiburg im Breisgau", "Cologne"],
  de: ["Freiburg im Breisgau", "Köln"],
  fr: ["Fribourg-en-Brisgau", "Cologne"],
  es: ["Friburgo de Brisgovia", "Colonia"],
  ar: ["فرايبورغ", "كولونيا"],
};

test.each(others)(
  "in %s: a notification in the list, as a push, and as an e-mail with subject, text and HTML",
  async (language) => {
    const text = textsIn(language);
    const { app, ada, run, after, tell, subscribe } = await openNotificationDelivery();
    const phone = await subscribe();
    await choose(app, ada, language);
    await tell();
    const title = text("{name} changed the ride", { name: text("Someone") });
    expect(await listNotifications(app, ada)).toMatchObject([{ title }]);
    await run();
    expect(phone.messages().at(-1)).toMatchObject({
      title,
      language,
      direction: directionOf(language),
    });
    await after(minutesInMs(11));
    const [email] = app.mail;
    if (!email) throw new Error("There is no e-mail.");
    const { subject, text: plain, html } = renderEmail(email, brandOf(app.ctx.community));
    expect(subject).toBe(title);
    expect(plain).toContain(`${text("View ride")}:\n`);
    expect(plain).toContain(text("Unsubscribe from these e-mails: {link}", { link: "http" }));
    const $ = load(html);
    expect($("html").attr()).toMatchObject({ lang: language, dir: directionOf(language) });
    expect($("body").text()).toContain(text("View ride"));
  },
);

test.each(others)(
  "in %s: a problem, a validation message, a calendar entry and its feed",
  async (language) => {
    const text = textsIn(language);
    const app = await createTestApp();
    const host = await app.createUser();
    await hostRide(app, host);
    const headers = { "accept-language": language };
    const problem = await app.call("POST", "/rides", { headers, body: {} });
    expect(problem.body).toMatchObject({
      code: "signed_out",
      error: text("No authenticated user"),
    });
    expect(problem.headers).toMatchObject({ "content-language": language });
    const invalid = await app.call("POST", "/auth/send-registration-otp", {
      headers,
      body: { email: "none" },
    });
    expect(invalid.body).toMatchObject({
      error: text("Some fields are not valid."),
      fields: { email: text("Please enter a valid e-mail address.") },
    });
    await choose(app, host, language);
    const { calendar, entries } = await (await createFeed(app, host)).read();
    expect(entries).toMatchObject([
      { summary: text("Driving {from} – {to}", { from: "Freiburg im Breisgau", to: "Köln" }) },
    ]);
    expect(entries[0]?.description).toContain(text("No passengers yet."));
    expect(String(calendar.getFirstPropertyValue("x-wr-calname"))).toBe(
      text("{community} rides", { community: "Commonlane" }),
    );
  },
);

test("the page of a public ride, its Open Graph texts and the widget are in each language, with the names of its towns", async () => {
  const app = await createTestApp();
  await storeNamedTowns(app);
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  await app.call("PUT", `/rides/${ride.id}/public`, { as: host, body: { isPublic: true } });
  const visit = async (url: string, language: Language) => {
    const headers = { accept: "text/html", "accept-language": language };
    const { body, headers: replied } = await app.http.inject({ method: "GET", url, headers });
    expect(replied).toMatchObject({ "content-language": language });
    const $ = load(body);
    expect($("html").attr()).toMatchObject({ lang: language, dir: directionOf(language) });
    return $;
  };
  const images = new Set<string | undefined>();
  for (const language of LANGUAGES) {
    const text = (english: string, values = {}) => translate(language, message(english), values);
    const [from, to] = NAMES[language];
    const title = text("{from} to {to}", { from, to });
    const $ = await visit(`/rides/${ride.id}`, language);
    const meta = (property: string) => $(`meta[property='og:${property}']`).attr("content");
    expect([$("h1").text(), meta("title")]).toEqual([title, title]);
    expect(meta("locale")?.split("_")[0]).toBe(language);
    expect(meta("description")).toContain(
      text("{count, plural, =0 {No free seats} one {# free seat} other {# free seats}}", {
        count: 3,
      }),
    );
    expect($(".actions").text()).toBe(text("Sign up to ask for a seat"));
    images.add(meta("image"));
    const $missing = await visit("/rides/01a1fb9c-97b4-704a-9727-71e55b593734", language);
    expect($missing("h1").text()).toBe(text("This ride isn't available to everyone"));
    const $widget = await visit("/widget/search", language);
    expect($widget("h1").text()).toBe(
      text("Find a ride with {community}", { community: "Commonlane" }),
    );
  }
  expect(images.size).toBe(LANGUAGES.length);
});
