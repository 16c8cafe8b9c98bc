import { expect, test } from "vitest";
import { minutesSilent, tripPhase } from "./FollowedTrip.tsx";

const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
const trip = { startsAt: "2026-01-01T08:00:00Z", arrivesAt: "2026-01-01T10:00:00Z" };

test.each([
  ["07:59:59", "not-started"],
  ["08:00:00", "on-the-way"],
  ["10:09:59", "on-the-way"],
  ["10:10:00", "overdue"],
] as const)("at %s a trip from eight to ten is %s", (time, phase) => {
  expect(tripPhase(trip, at(time))).toBe(phase);
});

test("a silence is mentioned after five minutes, in whole minutes", () => {
  const position = { lat: 48, lng: 7.8, at: "2026-01-01T08:00:00Z" };
  expect(minutesSilent({ position: null }, at("08:00:00"))).toBeUndefined();
  const times = ["08:00:10", "08:04:59", "08:05:00", "08:12:59"];
  expect(times.map((time) => minutesSilent({ position }, at(time)))).toEqual([0, 0, 5, 12]);
});
