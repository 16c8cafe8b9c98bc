import { expect, test } from "vitest";
import { keepShownContacts } from "./trip-outcomes.queries.ts";

test("[domain/privacy:phone-kept] stops showing a cached phone number when the server would stop sharing it", () => {
  const rating = { mean: null, count: 0 };
  const person = {
    uid: "u",
    displayName: "Ada L.",
    initials: "AL",
    photo: null,
    rating,
    reliability: null,
  };
  const contactShownFor = (afterMs: number) => ({
    person,
    phone: "+49 30 123",
    shownUntil: new Date(Date.now() + afterMs).toISOString(),
  });
  expect(
    keepShownContacts({ items: [contactShownFor(60_000), contactShownFor(-60_000)] }).items,
  ).toHaveLength(1);
});
