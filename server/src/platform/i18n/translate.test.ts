import { message } from "@commonlane/contract/message";
import { expect, test } from "vitest";
import { formatDay, formatList, formatMoney } from "./formats.ts";
import { localText, renderText, translate, translateText } from "./translate.ts";

const SEATS = message("{count, plural, =0 {No free seats} one {# free seat} other {# free seats}}");

test("a message is in the language, or in English without a translation", () => {
  expect([0, 1, 2].map((count) => translate("de", SEATS, { count }))).toEqual([
    "Keine freien Plätze",
    "1 freier Platz",
    "2 freie Plätze",
  ]);
  expect(translate("en", SEATS, { count: 2 })).toBe("2 free seats");
  expect(translate("de", message("This is in no catalogue: {name}"), { name: "Ada" })).toBe(
    "This is in no catalogue: Ada",
  );
});

test("a text is translated by itself, and any other stays as it is", () => {
  expect(translateText("de", "No authenticated user")).toBe("Du bist nicht angemeldet");
  expect(translateText("de", "{typed} by a user, 'quoted'")).toBe("{typed} by a user, 'quoted'");
  expect(renderText("de", localText(SEATS, { count: 1 }))).toBe("1 freier Platz");
});

test("values are shown as they are, whatever they contain", () => {
  const value = String.raw`\u0041 {count} # '{'`;
  expect(translate("en", message("Hello {name}!"), { name: value })).toBe(`Hello ${value}!`);
});

test("dates, lists and amounts follow the language", () => {
  expect(formatDay("de", "2026-02-03T12:00:00Z")).toBe("3. Februar 2026");
  expect(formatDay("en", "2026-02-03T23:30:00Z", "Europe/Berlin")).toBe("4 February 2026");
  expect(formatList("de", ["A", "B", "C"])).toBe("A, B und C");
  expect(formatMoney("fr", { amountMinor: 1250, currency: "EUR" })).toMatch(/^12,50\s€$/);
});
