import type { Profile } from "@commonlane/contract/profiles";
import { beforeAll, expect, test } from "vitest";
import { i18n } from "@lingui/core";
import { chooseTimeZone } from "#shared/wording/own-time-zone.ts";
import {
  againOf,
  changeOf,
  draftForDriver,
  draftOf,
  draftOfWish,
  emptyDraft,
  type RequestWish,
  termsOf,
} from "./request-draft.ts";
import { problemsOf } from "./request-problems.ts";
import { windowText } from "./request-wording.ts";
import { BONN, KARLSRUHE, testRequest } from "./test-requests.ts";

const zoned = { ...KARLSRUHE, timeZone: "Europe/Berlin" };
const wish: RequestWish = {
  from: zoned,
  to: BONN,
  departsAfter: "2026-01-01T23:00:00.000Z",
  departsBefore: "2026-01-02T22:59:59.999Z",
  seats: 2,
  preferences: {},
  needs: [],
  luggage: null,
  sameGender: false,
  mostMinor: null,
};
const request = testRequest();

beforeAll(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  chooseTimeZone("Europe/Berlin");
});

test("what one's profile says is in each new form, with what was looked for beside it or in its place", () => {
  const profile: Pick<Profile, "preferences" | "needs"> = {
    preferences: { smoking: "yes", talk: "quiet" },
    needs: ["wheelchair"],
  };
  const both = { preferences: { smoking: "no", talk: "quiet" }, needs: ["wheelchair", "assistance-animal"] };
  const wanted: RequestWish = { ...wish, preferences: { smoking: "no" }, needs: ["assistance-animal", "wheelchair"] };
  expect(emptyDraft(profile)).toMatchObject(profile);
  expect(draftOfWish(wish, profile)).toMatchObject(profile);
  expect(draftOfWish(wanted, profile)).toMatchObject(both);
  expect(draftForDriver(wanted, profile)).toMatchObject(both);
});

test("a change names only what differs, so that the rest can stay while an offer waits", () => {
  const draft = draftOf(request);
  expect(changeOf(draft, request)).toEqual({});
  expect(changeOf({ ...draft, note: "Two suitcases", amount: "13" }, request)).toEqual({
    note: "Two suitcases",
    maxContribution: { amountMinor: 1300, currency: "EUR" },
  });
  expect(changeOf({ ...draft, beforeTime: "12:00" }, request)).toEqual({ departsBefore: "2026-01-02T11:00:00.000Z" });
});

test("what is posted again keeps its clock times, from tomorrow on where its time has passed", () => {
  expect(againOf(request, new Date("2026-01-01T12:00:00Z"))).toMatchObject({ afterDate: "2026-01-02" });
  expect(againOf(request, new Date("2026-01-10T12:00:00Z"))).toMatchObject({
    afterDate: "2026-01-11",
    afterTime: "07:00",
    beforeDate: "2026-01-11",
    beforeTime: "11:00",
    seats: 2,
    amount: "12.50",
    note: "One suitcase",
  });
});

test("what is wrong with a draft is said by the server's names of the fields", () => {
  const now = new Date("2026-01-01T12:00:00Z");
  const whole = draftOf(request);
  const wrong = (part: object) => Object.keys(problemsOf({ ...whole, ...part }, now));
  expect(wrong({})).toEqual([]);
  expect(Object.keys(problemsOf(emptyDraft(undefined, "2026-01-02"), now))).toEqual(["origin", "destination"]);
  expect(wrong({ destination: whole.origin })).toEqual(["destination"]);
  expect(wrong({ afterTime: "" })).toEqual(["departsAfter"]);
  expect(wrong({ beforeTime: "06:00" })).toEqual(["departsBefore"]);
  expect(wrong({ afterDate: "2025-12-31", beforeDate: "2025-12-31" })).toEqual(["departsBefore"]);
  expect(wrong({ beforeDate: "2026-03-01" })).toEqual(["departsBefore"]);
  expect(wrong({ afterDate: "2027-06-01", beforeDate: "2027-06-01" })).toEqual(["departsAfter"]);
  expect(wrong({ amount: "a lot" })).toEqual(["maxContribution"]);
  expect(wrong({ amount: "a lot", anyAmount: true })).toEqual([]);
});

test("a window is told in one line, a whole day as any time", () => {
  expect(windowText(request)).toBe("Fri 2 Jan, 07:00 – 11:00");
  expect(windowText({ ...request, departsBefore: "2026-01-03T10:00:00.000Z" })).toBe(
    "Fri 2 Jan, 07:00 – Sat 3 Jan, 11:00",
  );
  const { departsAfter, departsBefore } = termsOf(draftOfWish(wish));
  expect(windowText({ departsAfter, departsBefore, timeZone: "Europe/Berlin" })).toBe("Fri 2 Jan, any time");
});
