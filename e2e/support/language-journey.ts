import { directionOf, type Language } from "@commonlane/contract/languages";
import { expect, type Locator, type Page } from "@playwright/test";
import { emailsTo } from "./accounts.ts";
import { readTexts, type Texts } from "./catalogue.ts";
import { readCode } from "./mailbox.ts";
import { PASSWORD, type Person, testPerson } from "./people.ts";
import { tomorrow } from "./places.ts";
import { DESKTOP, PHONE, type World } from "./test.ts";

const TWO_DAYS_MS = 2 * 86_400_000;
const MESSAGE = "Two small bags.";

/** The texts of a language: of the web app, and of what the server sends. */
interface Reader {
  readonly language: Language;
  readonly web: Texts;
  readonly server: Texts;
}

/**
 * Two people register, one hosts a ride, the other finds it, asks, and is accepted; they chat, and rate each other after
 * the ride. Everything is found by its text in the catalogue of the language, also e-mails and notifications.
 */
export async function travelInLanguage(
  { browserOf, server, watch }: World,
  language: Language,
): Promise<void> {
  const reader = {
    language,
    web: await readTexts(language),
    server: await readTexts(language, "server"),
  };
  const host = await browserOf({ ...DESKTOP, locale: language });
  const seeker = await browserOf({ ...PHONE, locale: language });
  const amara = testPerson("Amara", "Okafor");
  const jonas = testPerson("Jonas", "Weber");
  await register(host, amara, reader);
  await expect(host.locator("html")).toHaveAttribute("dir", directionOf(language));
  const ride = await hostRide(host, reader);
  await register(seeker, jonas, reader);
  await askForSeat(seeker, reader);
  await expectEmail(host, amara, reader.server.like(ASKED));
  await accept(host, reader);
  await expectEmail(seeker, jonas, reader.server.like(ACCEPTED));
  await expect(seeker.getByRole("heading", { name: reader.web("You have a seat") })).toBeVisible();
  await seeker.goto("/notifications");
  await expect(seeker.getByRole("main")).toContainText(reader.server.like(ACCEPTED));
  await chat(seeker, host, ride, reader);
  watch.serverMayBeAway();
  // The first in the language of the page; the tokens of the open pages are over by then.
  watch.mayComplain(/^unread messages not counted|status of 401\b|status: 401\b/);
  await server.later(TWO_DAYS_MS);
  await rate(seeker, ride, reader);
}

const ASKED = "{name} requested {seats, plural, one {a seat} other {# seats}}";
const ACCEPTED = "{name} accepted your request";

/** Waits for an e-mail, which is sent after the reply to the call that causes it. */
const expectEmail = (page: Page, { email }: Person, subject: RegExp): Promise<void> =>
  expect
    .poll(async () => (await emailsTo(page, email)).map((letter) => letter.subject))
    .toContainEqual(expect.stringMatching(subject));

async function register(
  page: Page,
  { firstName, lastName, email }: Person,
  { web, server }: Reader,
): Promise<void> {
  await page.goto("/register");
  await page.getByLabel(web("First name"), { exact: true }).fill(firstName);
  await page.getByLabel(web("Last name"), { exact: true }).fill(lastName);
  await page.getByLabel(web("E-mail"), { exact: true }).fill(email);
  await page.getByLabel(web("Phone"), { exact: true }).fill("+12025550123");
  await page.getByLabel(web("Password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(web("Confirm password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: web("Sign up"), exact: true }).click();
  await page
    .getByRole("group", { name: web("Verification code") })
    .getByRole("textbox")
    .first()
    .focus();
  await page.keyboard.type(await readCode(page, email));
  const [letter] = await emailsTo(page, email);
  expect(letter?.subject).toMatch(server.like("Your {community} verification code"));
  await page.getByRole("button", { name: web("Verify"), exact: true }).click();
  await page.waitForURL("**/login");
  await page.getByLabel(web("E-mail"), { exact: true }).fill(email);
  await page.getByLabel(web("Password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: web("Sign in"), exact: true }).click();
  await page.getByRole("button", { name: web("Skip all") }).click();
  await page.waitForURL("**/home");
}

/** Chooses the first suggestion for a typed name. */
async function choose(field: Locator, typed: string): Promise<void> {
  await field.click();
  // Before the suggestions arrive, the list offers the device's position and other actions.
  const suggested = field
    .page()
    .waitForResponse((response) =>
      [...new URL(response.url()).searchParams.values()].includes(typed),
    );
  await field.pressSequentially(typed);
  await suggested;
  // Not one of a closed select, which a page has, too.
  await field.page().getByRole("listbox").getByRole("option").first().click();
  await expect(field).not.toHaveValue(typed);
}

async function hostRide(page: Page, reader: Reader): Promise<string> {
  const { web } = reader;
  const next = page.getByRole("button", { name: web("Continue"), exact: true });
  await page.goto("/host");
  await choose(page.getByRole("combobox", { name: web("From"), exact: true }), "Freiburg im Br");
  await choose(page.getByRole("combobox", { name: web("To"), exact: true }), "Karlsruhe");
  await next.click();
  await page.getByLabel(web("Date"), { exact: true }).fill(tomorrow());
  await page.getByLabel(web("Departure"), { exact: true }).fill("07:45");
  await next.click();
  // The suggested price arrives after the step is shown.
  const price = page.getByRole("textbox", {
    name: web.like("Amount per seat, full route ({currency})"),
  });
  await expect(price).not.toHaveValue("");
  await next.click();
  await page.getByRole("button", { name: web("Offer this ride"), exact: true }).click();
  await page.waitForURL("**/rides/*");
  return new URL(page.url()).pathname;
}

async function askForSeat(page: Page, reader: Reader): Promise<void> {
  const { web } = reader;
  await page.goto("/seek");
  const form = page.getByRole("search", { name: web("Find a ride") });
  await choose(form.getByRole("combobox", { name: web("From"), exact: true }), "Freiburg im Br");
  await choose(form.getByRole("combobox", { name: web("To"), exact: true }), "Karlsruhe");
  await form.getByLabel(web("Day"), { exact: true }).fill(tomorrow());
  await form.getByRole("button", { name: web("Find rides"), exact: true }).click();
  await page.getByRole("article").first().getByRole("link").first().click();
  await page.waitForURL("**/rides/*");
  const sheet = page.getByRole("form", { name: web("Ask for seats") });
  if (!(await sheet.isVisible()))
    await page.getByRole("button", { name: ofOne(reader, ASK), exact: true }).click();
  await sheet.getByLabel(web("Message to the host")).fill(MESSAGE);
  await page.getByRole("button", { name: ofOne(reader, ASK_FOR_COUNT), exact: true }).click();
}

const ASK = "{0, plural, one {Ask for a seat} other {Ask for seats}}";
const ASK_FOR_COUNT = "{seats, plural, one {Ask for # seat} other {Ask for # seats}}";

/** The singular form of a text with a number. */
function ofOne({ web, language }: Reader, english: string): string {
  const singular = /\bone \{([^}]*)\}/.exec(web(english))?.[1] ?? "";
  expect(singular, `the form for one in ${language}`).not.toBe("");
  return singular.replace("#", "1");
}

async function accept(page: Page, { web }: Reader): Promise<void> {
  const request = page.getByRole("article").filter({ hasText: MESSAGE });
  await request.getByRole("button", { name: web.like("Accept {name}") }).click();
}

async function chat(seeker: Page, host: Page, ride: string, { web }: Reader): Promise<void> {
  await seeker.goto(ride);
  await seeker
    .getByRole("button", { name: web("Message"), exact: true })
    .first()
    .click();
  const field = seeker
    .getByRole("dialog")
    .getByRole("textbox", { name: web("Message"), exact: true });
  await field.fill("See you at the station");
  await field.press("Control+Enter");
  await host.goto("/home");
  await host
    .getByRole("banner")
    .getByRole("button", { name: new RegExp(`^${web("Chats")}`) })
    .click();
  await host
    .getByRole("dialog")
    .getByRole("button", { name: /^Jonas W\./ })
    .click();
  await expect(host.getByRole("log")).toContainText("See you at the station");
}

async function rate(page: Page, ride: string, { web }: Reader): Promise<void> {
  await page.goto(`${ride}/rate`);
  const form = page
    .getByRole("form")
    .filter({ has: page.getByRole("radio") })
    .first();
  await form.getByRole("radio").last().check({ force: true });
  await form.getByRole("button", { name: web("Send rating"), exact: true }).click();
  await expect(
    page.getByText(
      web.like("Only you can see this until {name} has rated you or the rating period ends."),
    ),
  ).toBeVisible();
}
