import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { ratingsOf, ratingStatsOf } from "./ratings.queries.ts";
import { Reputation } from "./Reputation.tsx";

const uid = "00000000-0000-7000-8000-0000000000ad";
const rater = {
  uid,
  displayName: "Ben W.",
  initials: "BW",
  photo: null,
  rating: null,
  reliability: null,
};
const rating = {
  id: "00000000-0000-7000-8000-000000000001",
  rater_uid: uid,
  rated_uid: uid,
  rater,
  rating: 4,
  comment: "Right on time.",
  ride_id: null,
  createdAt: "2026-01-01T08:00:00.000Z",
  publishedAt: "2026-01-01T08:00:00.000Z",
  uncounted: "booking",
  hiddenAt: null,
  reply: null,
  appealedAt: null,
};
const noneCounted = {
  count: 0,
  mean: null,
  score: 4,
  histogram: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
  isNew: true,
};

test("[domain/rating:uncounted] a rating that doesn't count is shown with its comment and the reason", async () => {
  const stats = { queryKey: ratingStatsOf(uid).queryKey, data: noneCounted };
  const page = (items: unknown[]) => ({
    queryKey: ratingsOf(uid).queryKey,
    data: { pages: [{ items, nextCursor: null }], pageParams: [undefined] },
  });
  const shown = await renderScreen(
    <Reputation uid={uid} isOwnProfile />,
    "/",
    stats,
    page([rating]),
  );
  expect(shown).toContain("Right on time.");
  expect(shown).toContain("count towards the average, because the ride was very short");
  expect(shown).not.toContain("No ratings yet");
  const none = await renderScreen(
    <Reputation uid={uid} isOwnProfile={false} />,
    "/",
    stats,
    page([]),
  );
  expect(none).toContain("No ratings yet.");
});
