import { expect, test } from "vitest";
import { createOfferDraft, validateOffer, toOfferPayload } from "./offer-draft.ts";
import { testId, testRequest } from "../test-data.ts";

const id = testId(3);
const request = testRequest({
  departsAfter: "2026-01-01T23:00:00.000Z",
  departsBefore: "2026-01-02T22:59:00.000Z",
  maxContribution: { amountMinor: 1000, currency: "EUR" },
});
const now = new Date("2026-01-01T12:00:00Z");

test("suggests a new ride in the morning for a whole day, else at the earliest pickup", () => {
  expect(createOfferDraft(request, "", [], now)).toMatchObject({
    date: "2026-01-02",
    time: "08:00",
    seats: 2,
    amount: "10",
  });
  const afternoon = { ...request, departsAfter: "2026-01-02T13:00:00.000Z" };
  expect(createOfferDraft(afternoon, "", [], now)).toMatchObject({
    date: "2026-01-02",
    time: "14:00",
  });
  const soon = new Date("2026-01-02T14:07:00Z");
  expect(createOfferDraft(request, "", [], soon)).toMatchObject({
    date: "2026-01-02",
    time: "16:15",
  });
});

test("sends only a changed price for an existing ride", () => {
  const draft = { ...createOfferDraft(request, id, [], now), message: " Hello " };
  expect(toOfferPayload(draft, request)).toEqual({ rideId: id, message: "Hello" });
  expect(toOfferPayload({ ...draft, cost: "free" }, request)).toMatchObject({
    rideId: id,
    contribution: null,
  });
  expect(validateOffer(draft, request, now)).toEqual({});
});

test("requires an upcoming departure within the window and an amount for a new ride", () => {
  const draft = createOfferDraft(request, "", [], now);
  const invalidFields = (overrides: object) =>
    Object.keys(validateOffer({ ...draft, ...overrides }, request, now));
  expect(invalidFields({})).toEqual([]);
  expect(invalidFields({ time: "" })).toEqual(["departsAt"]);
  expect(invalidFields({ date: "2026-01-03" })).toEqual(["departsAt"]);
  expect(invalidFields({ amount: "" })).toEqual(["contribution"]);
  expect(invalidFields({ amount: "", cost: "free" })).toEqual([]);
  expect(toOfferPayload(draft, request)).toEqual({
    departsAt: "2026-01-02T07:00:00.000Z",
    seats: 2,
    vehicleId: null,
    message: null,
    contribution: { amountMinor: 1000, currency: "EUR" },
  });
});

test("sends the answer time unless it is the community's default", () => {
  const draft = createOfferDraft(request, "", [], now);
  expect(toOfferPayload(draft, request)).not.toHaveProperty("expiresInS");
  expect(toOfferPayload({ ...draft, patience: "day" }, request)).toMatchObject({
    expiresInS: 86_400,
  });
  expect(toOfferPayload({ ...draft, rideId: id, patience: "week" }, request)).toMatchObject({
    expiresInS: 604_800,
  });
});
