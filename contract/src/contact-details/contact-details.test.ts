import { expect, test } from "vitest";
import { asksForPayment, splitLinks } from "./contact-details.ts";
import { maskContactDetails } from "./mask.ts";

test.each([
  ["Call +49 (761) 123-4567 now", "Call ••••• now", ["phone"]],
  ["0761/1234567", "•••••", ["phone"]],
  ["my number:01761234567890ok", "my number:•••••ok", ["phone"]],
  ["٠١٧٦١٢٣٤٥٦٧", "•••••", ["phone"]],
  ["Write to ada.moreau+x@mail.example.org.", "Write to •••••.", ["email"]],
  ["ada (at) example (dot) org", "•••••", ["email"]],
  ["see https://example.org/a?b=c and www.example.org", "see ••••• and •••••", ["link"]],
  [`${"a".repeat(200)}@example.org`, "•••••", ["email"]],
  ["1https://example.org/a", "•••••", ["link"]],
  ["a.b.c.d.e.example.org", "•••••", ["link"]],
  ["t.me/ada or wa.me/49761", "••••• or •••••", ["link"]],
])("%j is shown as %j", (text, shown, hidden) => {
  expect(maskContactDetails(text)).toEqual({ text: shown, hidden });
});

test.each([
  "See you 2026-01-02 07:45, seat 3 of 4, 18.50 €",
  "On 02.01.2026 at 7.45-8.30, or 07.45 - 08.30",
  "Platform 12, 79098 Freiburg. Great.See you tomorrow.Then",
  "A3, exit 24; 1,000,000 thanks",
])("%j does not bypass the masking", (text) => {
  expect(maskContactDetails(text)).toEqual({ text, hidden: [] });
});

test("finds web links without a trailing full stop, and no other schemes", () => {
  expect(splitLinks("See www.example.org/a, or javascript:alert(1) and ftp://x.example")).toEqual([
    { text: "See " },
    { text: "www.example.org/a", href: "https://www.example.org/a" },
    { text: ", or javascript:alert(1) and ftp://x.example" },
  ]);
  expect(splitLinks("No links")).toEqual([{ text: "No links" }]);
});

test("detects payment links and account numbers, but not other links", () => {
  for (const text of ["https://paypal.me/bob/20", "revolut.me/x", "DE89 3704 0044 0532 0130 00"])
    expect(asksForPayment(text)).toBe(true);
  for (const text of ["https://example.org/ticket", "I pay for the coffee", "See you at 8"])
    expect(asksForPayment(text)).toBe(false);
});
