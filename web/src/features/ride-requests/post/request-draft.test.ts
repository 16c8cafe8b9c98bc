import type { Profile } from "@commonlane/contract/profiles";
import { beforeAll, expect, test } from "vitest";
import { i18n } from "@lingui/core";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import {
  draftToRepost,
  changedRequestFields,
  draftForDriver,
  draftFromRequest,
  draftFromSearch,
  emptyDraft,
  type RequestPrefill,
  toRequestPayload,
} from "./request-draft.ts";
import { validateRequest } from "./request-validation.ts";
import { windowText } from "../request-text.ts";
import { BONN, KARLSRUHE, testRequest } from "../test-data.ts";

const zoned = { ...KARLSRUHE, timeZone: "Europe/Berlin" };
const prefill: RequestPrefill = {
  from: zoned,
  to: BONN,
  departsAfter: "2026-01-01T23:00:00.000Z",
  departsBefore: "2026-01-02T22:59:59.999Z",
  seats: 2,
  preferences: {},
  needs: [],
  luggage: null,
  sameGender: false,
  maxContributionMinor: null,
};
const request = testRequest();

beforeAll(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  setUserTimeZone("Europe/Berlin");
});

test("prefills a new form from the profile, and from the search where both have a value", () => {
  const profile: Pick<Profile, "preferences" | "needs"> = {
    preferences: { smoking: "yes", talk: "quiet" },
    needs: ["wheelchair"],
  };
  const merged = {
    preferences: { smoking: "no", talk: "quiet" },
    needs: ["wheelchair", "assistance-animal"],
  };
  const searched: RequestPrefill = {
    ...prefill,
    preferences: { smoking: "no" },
    needs: ["assistance-animal", "wheelchair"],
  };
  expect(emptyDraft(profile)).toMatchObject(profile);
  expect(draftFromSearch(prefill, profile)).toMatchObject(profile);
  expect(draftFromSearch(searched, profile)).toMatchObject(merged);
  expect(draftForDriver(searched, profile)).toMatchObject(merged);
});

test("sends only changed fields, so that the rest may stay while offers are open", () => {
  const draft = draftFromRequest(request);
  expect(changedRequestFields(draft, request)).toEqual({});
  expect(changedRequestFields({ ...draft, note: "Two suitcases", amount: "13" }, request)).toEqual({
    note: "Two suitcases",
    maxContribution: { amountMinor: 1300, currency: "EUR" },
  });
  expect(changedRequestFields({ ...draft, beforeTime: "12:00" }, request)).toEqual({
    departsBefore: "2026-01-02T11:00:00.000Z",
  });
});

test("keeps the local times of a repeated request, from tomorrow if they have passed", () => {
  expect(draftToRepost(request, new Date("2026-01-01T12:00:00Z"))).toMatchObject({
    afterDate: "2026-01-02",
  });
  expect(draftToRepost(request, new Date("2026-01-10T12:00:00Z"))).toMatchObject({
    afterDate: "2026-01-11",
    afterTime: "07:00",
    beforeDate: "2026-01-11",
    beforeTime: "11:00",
    seats: 2,
    amount: "12.50",
    note: "One suitcase",
  });
});

test("reports errors by the server's field names", () => {
  const now = new Date("2026-01-01T12:00:00Z");
  const completeDraft = draftFromRequest(request);
  const invalidFields = (overrides: object) =>
    Object.keys(validateRequest({ ...completeDraft, ...overrides }, now));
  expect(invalidFields({})).toEqual([]);
  expect(Object.keys(validateRequest(emptyDraft(undefined, "2026-01-02"), now))).toEqual([
    "origin",
    "destination",
  ]);
  expect(invalidFields({ destination: completeDraft.origin })).toEqual(["destination"]);
  expect(invalidFields({ afterTime: "" })).toEqual(["departsAfter"]);
  expect(invalidFields({ beforeTime: "06:00" })).toEqual(["departsBefore"]);
  expect(invalidFields({ afterDate: "2025-12-31", beforeDate: "2025-12-31" })).toEqual([
    "departsBefore",
  ]);
  expect(invalidFields({ beforeDate: "2026-03-01" })).toEqual(["departsBefore"]);
  expect(invalidFields({ afterDate: "2027-06-01", beforeDate: "2027-06-01" })).toEqual([
    "departsAfter",
  ]);
  expect(invalidFields({ amount: "a lot" })).toEqual(["maxContribution"]);
  expect(invalidFields({ amount: "a lot", anyAmount: true })).toEqual([]);
});

test("formats a window in one line, and a whole day as any time", () => {
  expect(windowText(request)).toBe("Fri 2 Jan, 07:00 – 11:00");
  expect(windowText({ ...request, departsBefore: "2026-01-03T10:00:00.000Z" })).toBe(
    "Fri 2 Jan, 07:00 – Sat 3 Jan, 11:00",
  );
  const { departsAfter, departsBefore } = toRequestPayload(draftFromSearch(prefill));
  expect(windowText({ departsAfter, departsBefore, timeZone: "Europe/Berlin" })).toBe(
    "Fri 2 Jan, any time",
  );
});
