import { type NotificationKind, notificationKinds } from "@commonlane/contract/notifications";
import { expect, test } from "vitest";
import { emailSubject, renderNotification } from "./templates.ts";

const chosen = {
  from: "Buy at evil.com",
  to: "Buy at evil.com",
  reason: "Buy at evil.com",
  choices: [{ who: "Buy at evil.com", at: "2026-01-02T06:45:00.000Z", full: false }],
  at: "2026-01-02T06:45:00.000Z",
  seats: 2,
};
const kinds = Object.keys(notificationKinds).filter(
  (kind): kind is NotificationKind => kind in notificationKinds,
);

test("no e-mail subject contains user-written text except a plausible first name", () => {
  const subjects = kinds.map((kind) =>
    emailSubject("en", kind, chosen, "Claim EUR 500 now evil.com/x X."),
  );
  expect(subjects.filter((subject) => /evil|claim/i.test(subject))).toEqual([]);
  expect(subjects).toContain("A member requested 2 seats");
  expect(emailSubject("en", "seat-request.created", chosen, "Ada M.")).toBe(
    "Ada requested 2 seats",
  );
  // The titles must contain the text, or this test would prove nothing.
  expect(
    kinds.some((kind) => renderNotification("en", kind, chosen, "Ada M.").title.includes("evil")),
  ).toBe(true);
});
