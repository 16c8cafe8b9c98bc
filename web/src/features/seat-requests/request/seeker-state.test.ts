import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { expect, test } from "vitest";
import { getSeekerAction, getSeekerState } from "./seeker-state.ts";

const pickup = { label: "Freiburg", lat: 48, lng: 7.8 };
const dropoff = { label: "Mainz", lat: 50, lng: 8.2 };
const seeker = {
  uid: "s",
  displayName: "J W.",
  initials: "JW",
  photo: null,
  rating: { mean: null, count: 0 },
  reliability: null,
};
const createdAt = "2026-11-20T06:45:00.000Z";
const request = (overrides: Partial<SeatRequest>): SeatRequest => ({
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
  ...overrides,
});
const standbyEntry: StandbyEntry = {
  id: "01a1fb9c-97b4-704a-9727-71e55b593736",
  rideId: "01a1fb9c-97b4-704a-9727-71e55b593735",
  seeker,
  seats: 1,
  pickup,
  dropoff,
  status: "waiting",
  position: 1,
  afterCancellation: false,
  createdAt,
};

const FREE = { seats: 1, seatsLeft: 2 };
interface Case {
  readonly requests?: readonly SeatRequest[];
  readonly standbyEntry?: StandbyEntry;
  readonly isUpcoming?: boolean;
  readonly segment?: { readonly seats: number; readonly seatsLeft: number };
  readonly approval?: "manual" | "instant";
}
const getStateAndAction = ({
  requests = [],
  standbyEntry,
  isUpcoming = true,
  segment = FREE,
  approval = "manual",
}: Case) => {
  const state = getSeekerState({ requests, standbyEntry, isUpcoming });
  return [state.kind, getSeekerAction(state, { isUpcoming, approval, segment })];
};

const pending = request({ status: "pending" });
const accepted = request({ status: "accepted" });
const changed = request({ status: "accepted", confirmBy: "2026-11-24T06:00:00.000Z" });
const withdrawn = request({ status: "withdrawn", endedBy: "seeker" });
const declined = request({ status: "rejected", endedBy: "host" });

test.each([
  ["no request", {}, ["open", "ask"]],
  ["instant booking", { approval: "instant" }, ["open", "book"]],
  ["the segment is full", { segment: { seats: 1, seatsLeft: 0 } }, ["open", "full"]],
  ["fewer free seats than searched for", { segment: { seats: 2, seatsLeft: 1 } }, ["open", "full"]],
  ["on standby", { standbyEntry, segment: { seats: 1, seatsLeft: 0 } }, ["standby", "place"]],
  ["request pending", { requests: [pending] }, ["requested", "request"]],
  [
    "request pending for the last seat",
    { requests: [pending], segment: { seats: 1, seatsLeft: 0 } },
    ["requested", "request"],
  ],
  ["request accepted", { requests: [accepted, withdrawn] }, ["accepted", "seat"]],
  ["ride changed after acceptance", { requests: [changed] }, ["unconfirmed", "answer"]],
  ["request withdrawn", { requests: [withdrawn] }, ["open", "ask"]],
  ["request declined", { requests: [declined] }, ["open", "ask"]],
  [
    "request withdrawn and sent again",
    { requests: [withdrawn, pending] },
    ["requested", "request"],
  ],
  ["ride departed without a request", { isUpcoming: false }, ["closed", undefined]],
  ["ride departed during standby", { isUpcoming: false, standbyEntry }, ["closed", undefined]],
  [
    "ride cancelled after the request was declined",
    { isUpcoming: false, requests: [declined] },
    ["closed", undefined],
  ],
  [
    "ride departed with the passenger",
    { isUpcoming: false, requests: [accepted] },
    ["accepted", undefined],
  ],
] satisfies readonly [string, Case, unknown][])(
  "offers one action on the phone's bar: %s",
  (_, input, expected) => {
    expect(getStateAndAction(input)).toEqual(expected);
  },
);
