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
const kinds = Object.keys(notificationKinds).filter((kind): kind is NotificationKind => kind in notificationKinds);

test("[issue15/subjects:name] no subject of a notice has words that somebody chose, but for a first name that is one", () => {
  const subjects = kinds.map((kind) => emailSubject(kind, chosen, "Claim EUR 500 now evil.com/x X."));
  expect(subjects.filter((subject) => /evil|claim/i.test(subject))).toEqual([]);
  expect(subjects).toContain("A member asks for 2 seats");
  expect(emailSubject("seat-request.created", chosen, "Ada M.")).toBe("Ada asks for 2 seats");
  // It is in the titles that it would stand, or the test would show nothing.
  expect(kinds.some((kind) => renderNotification(kind, chosen, "Ada M.").title.includes("evil"))).toBe(true);
});
