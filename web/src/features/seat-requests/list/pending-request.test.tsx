import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { testRequest, testRide } from "../test-data.ts";
import { PendingRequest } from "./PendingRequest.tsx";

const reliability = {
  completed: 12,
  commitments: 12,
  early: 0,
  late: 0,
  lastMinute: 0,
  absent: 0,
  weight: 0,
  requests: 3,
  answered: 3,
  answerS: 60,
};
const pending = {
  ...testRequest,
  status: "pending" as const,
  message: "One rucksack.",
  detourM: 4000,
  detourS: 360,
  seekerMembership: { emailVerified: true, phoneVerified: false, memberSince: "2026-01" },
};
const text = async (request: typeof pending, ride: Ride = testRide) =>
  (await renderScreen(<PendingRequest request={request} ride={ride} />, "/requests")).replaceAll(
    /<[^>]*>/g,
    " ",
  );

test("a request card says who asks, what it costs, the message and the answers", async () => {
  const known = { ...pending.seeker, rating: { mean: 4.8, count: 9 }, reliability };
  const card = await text({ ...pending, seeker: known });
  for (const shown of [
    "4.8",
    "12 rides",
    "E-mail verified",
    "+6 min, 4 km for you, arriving",
    "One rucksack.",
  ])
    expect(card).toContain(shown);
  expect(card).not.toContain("New member");
  const html = await renderScreen(
    <PendingRequest request={pending} ride={testRide} />,
    "/requests",
  );
  expect(html).toContain('aria-label="Accept J W."');
  expect(html).toContain('aria-label="Decline J W."');
});

test("a member without rides or ratings is called new, and no detour is called so", async () => {
  const card = await text({ ...pending, detourM: 0, detourS: 0 });
  expect(card).toContain("New member");
  expect(card).toContain("No detour for you");
});
