import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyPlace } from "@commonlane/contract/standby";
import { expect, test } from "vitest";
import { leadOf, standOf } from "./ask-stand.ts";

const [pickup, dropoff] = [
  { label: "Freiburg", lat: 48, lng: 7.8 },
  { label: "Mainz", lat: 50, lng: 8.2 },
];
const seeker = {
  uid: "s",
  displayName: "J W.",
  initials: "JW",
  photo: null,
  rating: { mean: null, count: 0 },
  reliability: null,
};
const createdAt = "2026-11-20T06:45:00.000Z";
const request = (said: Partial<SeatRequest>): SeatRequest => ({
  id: "01a1fb9c-97b4-704a-9727-71e55b593734",
  rideId: "01a1fb9c-97b4-704a-9727-71e55b593735",
  seekerId: "s",
  seeker,
  seats: 1,
  pickup,
  dropoff,
  pickupAt: "2026-11-24T06:00:00.000Z",
  dropoffAt: "2026-11-24T09:20:00.000Z",
  firstLeg: 0,
  lastLeg: 0,
  detourM: 0,
  detourS: 0,
  message: null,
  contribution: null,
  status: "pending",
  reason: null,
  endedBy: null,
  expiresAt: "2026-11-20T09:45:00.000Z",
  createdAt,
  ...said,
});
const place: StandbyPlace = {
  id: "01a1fb9c-97b4-704a-9727-71e55b593736",
  rideId: "01a1fb9c-97b4-704a-9727-71e55b593735",
  seeker,
  seats: 1,
  pickup,
  dropoff,
  status: "waiting",
  position: 1,
  kept: false,
  createdAt,
};

const FREE = { seats: 1, seatsLeft: 2 };
interface Case {
  readonly requests?: readonly SeatRequest[];
  readonly place?: StandbyPlace;
  readonly coming?: boolean;
  readonly part?: { readonly seats: number; readonly seatsLeft: number };
  readonly approval?: "manual" | "instant";
}
const lead = ({ requests = [], place, coming = true, part = FREE, approval = "manual" }: Case) => {
  const stand = standOf({ requests, place, coming });
  return [stand.kind, leadOf(stand, { coming, approval, part })];
};

const pending = request({ status: "pending" });
const accepted = request({ status: "accepted" });
const changed = request({ status: "accepted", confirmBy: "2026-11-24T06:00:00.000Z" });
const withdrawn = request({ status: "withdrawn", endedBy: "seeker" });
const declined = request({ status: "rejected", endedBy: "host" });

test.each([
  ["nobody has asked", {}, ["open", "ask"]],
  ["of a ride that takes whoever asks", { approval: "instant" }, ["open", "book"]],
  ["the part is full", { part: { seats: 1, seatsLeft: 0 } }, ["open", "full"]],
  ["fewer seats are left than were looked for", { part: { seats: 2, seatsLeft: 1 } }, ["open", "full"]],
  ["they wait in line", { place, part: { seats: 1, seatsLeft: 0 } }, ["inLine", "place"]],
  ["they have asked", { requests: [pending] }, ["asked", "request"]],
  [
    "they have asked for the last seat",
    { requests: [pending], part: { seats: 1, seatsLeft: 0 } },
    ["asked", "request"],
  ],
  ["they are aboard", { requests: [accepted, withdrawn] }, ["aboard", "seat"]],
  ["the ride was changed under them", { requests: [changed] }, ["unconfirmed", "answer"]],
  ["they withdrew", { requests: [withdrawn] }, ["open", "ask"]],
  ["they were declined", { requests: [declined] }, ["open", "ask"]],
  ["they withdrew once and asked again", { requests: [withdrawn, pending] }, ["asked", "request"]],
  ["it left without them", { coming: false }, ["over", undefined]],
  ["it left while they waited in line", { coming: false, place }, ["over", undefined]],
  ["it was cancelled after they were declined", { coming: false, requests: [declined] }, ["over", undefined]],
  ["it left with them", { coming: false, requests: [accepted] }, ["aboard", undefined]],
] satisfies readonly [string, Case, unknown][])(
  "[ours/ask:one-decision] the bar of a phone when %s",
  (_, known, said) => {
    expect(lead(known)).toEqual(said);
  },
);
