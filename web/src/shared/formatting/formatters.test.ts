import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { dateFormat, listFormat, namesIn, numberFormat } from "./formatters.ts";
import { formatDay, formatMoney, formatTime, formatTimeZone } from "./format.ts";
import { toDateAndTime } from "./time-zones.ts";

const AT = "2026-11-20T06:45:00Z";

test("a formatter is made once for the same locale and options", () => {
  expect(dateFormat({ weekday: "long" })).toBe(dateFormat({ weekday: "long" }));
  expect(numberFormat({ style: "percent" })).toBe(numberFormat({ style: "percent" }));
  expect(listFormat({ type: "unit" })).toBe(listFormat({ type: "unit" }));
  expect(namesIn("de", { type: "region" })).toBe(namesIn("de", { type: "region" }));
  expect(dateFormat({ weekday: "long" })).not.toBe(dateFormat({ weekday: "short" }));
  expect(namesIn("de", { type: "region" })).not.toBe(namesIn("fr", { type: "region" }));
});

const showRide = () => [
  formatTime(AT, "Europe/Zurich"),
  formatDay(AT, "Europe/Zurich"),
  formatTimeZone(AT, "Europe/Zurich"),
  formatMoney({ amountMinor: 450, currency: "CHF" }),
  toDateAndTime("Europe/Zurich", AT).date,
];

test("a list of a hundred rides makes no more formatters than a list of one", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  showRide();
  const forOne = made.mock.calls.length;
  for (let ride = 0; ride < 100; ride++) showRide();
  expect(made.mock.calls.length).toBe(forOne);
  made.mockRestore();
});

test("no other file of the web app makes formatters", () => {
  const folder = join(import.meta.dirname, "../..");
  const making = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((path) => {
    if (/\.test\.tsx?$/.test(path)) return false;
    const code = readFileSync(join(folder, path), "utf8");
    return /\bIntl\.(?:\w+Format|DisplayNames)\(/.test(code);
  });
  expect(making).toEqual(["shared/formatting/formatters.ts"]);
});
