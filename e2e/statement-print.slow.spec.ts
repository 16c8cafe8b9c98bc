import { LANGUAGES } from "@commonlane/contract/languages";
import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { readTexts } from "./support/catalogue.ts";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";

const TRIPS = 40;
const trip = {
  day: "2026-03-04",
  role: "driver",
  from: "Łódź Fabryczna, Poland",
  to: "Zürich HB, Switzerland",
  distanceM: 98_760,
  seats: 2,
  isConfirmedByCode: true,
  co2Grams: 14_123,
};

const statementOf = (year: number) => ({
  year,
  trips: Array.from({ length: TRIPS }, () => trip),
  distanceM: TRIPS * trip.distanceM,
  co2Grams: TRIPS * trip.co2Grams,
  co2GramsPerKm: 143,
});

/** Around numbers and names that are written in the other direction; a PDF does not have them. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const plain = (text: string): string => text.normalize("NFKC").replaceAll(DIRECTION_MARKS, "");

/** The letters of a text, sorted. A PDF stores Arabic letters in the order in which they are drawn, from left to right. */
const lettersOf = (text: string): string =>
  plain(text).replaceAll(/\s+/g, "").split("").toSorted().join("");

async function readPdf(page: Page): Promise<{ text: string; pages: number }> {
  const pdf = await page.pdf({ format: "A4" });
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text: plain(text), pages: totalPages };
}

/** The last one is of readers who use miles; employers count kilometres. */
const LOCALES = [...LANGUAGES, "en-US"];
const TOTAL_KM = /3[.,\s]?950[.,]4/;

for (const locale of LOCALES)
  test(`[domain/trip-statement:print] the PDF of a statement has all of it and nothing else of the page, in its language (${locale})`, async ({
    world: { browserOf },
  }) => {
    const page = await browserOf({ ...DESKTOP, locale });
    const texts = await readTexts(LANGUAGES.find((each) => each === locale) ?? "en");
    const { email } = testPerson("Zoe", "Luk");
    await signUp(page, { firstName: "Zoë", lastName: "Łuk", email });
    await page.route("**/api/trip-statements/*", (route) => {
      const year = Number(route.request().url().split("/").at(-1));
      return route.fulfill({ json: statementOf(year) });
    });
    await page.goto("/settings/data");
    const year = String(new Date().getFullYear());
    await expect(page.getByRole("combobox", { name: texts("Year") })).toHaveValue(year);
    const printed = page.locator("[data-printed]");
    await expect(printed.getByRole("row", { includeHidden: true })).toHaveCount(TRIPS + 1);
    await expect(printed).toContainText(email);

    const shown = (await printed.textContent()) ?? "";
    const head = (await printed.locator("thead").textContent()) ?? "";
    const { text, pages } = await readPdf(page);

    // Each page begins with the head of the table.
    expect(lettersOf(text)).toBe(lettersOf(shown + head.repeat(pages - 1)));
    expect(plain(shown)).toMatch(texts.like("Shared trips in {title}"));
    for (const part of [year, "Zoë Łuk", email, "143"]) expect(text).toContain(part);
    expect(text).toMatch(TOTAL_KM);
    expect(text.match(/Zürich HB/g)).toHaveLength(TRIPS);
    expect(pages).toBe(2);
  });
