import { expect, test } from "vitest";
import { testRequest } from "../test-data.ts";
import { createQuickOffer, isForNow } from "./AddressedRequest.tsx";

const request = testRequest();
const suggested = { amountMinor: 900, currency: "EUR" };
const input = {
  request,
  own: { lat: request.origin.lat, lng: request.origin.lng + 0.02, seats: 3 },
  fittingRide: undefined,
  suggested,
  vehicleId: "v",
  now: new Date("2026-01-02T07:00:20.000Z"),
};

test("offers the pickup as soon as the driver can be there, with their seats and the suggested price", () => {
  expect(createQuickOffer(input)).toEqual({
    payload: {
      departsAt: "2026-01-02T07:04:00.000Z",
      seats: 3,
      contribution: suggested,
      vehicleId: "v",
    },
    pickupAt: "2026-01-02T07:04:00.000Z",
    contribution: suggested,
  });
});

test("offers no more than the seeker would pay, nothing for a way that costs nothing, and not before the window", () => {
  const low = { ...request, maxContribution: { amountMinor: 500, currency: "EUR" } };
  expect(createQuickOffer({ ...input, request: low })?.contribution?.amountMinor).toBe(500);
  const free = { ...suggested, amountMinor: 0 };
  expect(createQuickOffer({ ...input, suggested: free })?.contribution).toBeNull();
  const early = new Date("2026-01-02T04:00:00.000Z");
  expect(createQuickOffer({ ...input, now: early })?.pickupAt).toBe(request.departsAfter);
});

test("leaves to the form what it cannot serve: too few seats, or too late", () => {
  expect(createQuickOffer({ ...input, own: { ...input.own, seats: 1 } })).toBeUndefined();
  const late = new Date("2026-01-02T09:58:00.000Z");
  expect(createQuickOffer({ ...input, now: late })).toBeUndefined();
});

test("a request is for now if its window has begun or begins within a quarter of an hour", () => {
  const startMs = Date.parse(request.departsAfter);
  expect(isForNow(request, startMs - 15 * 60_000)).toBe(true);
  expect(isForNow(request, startMs - 16 * 60_000)).toBe(false);
});
