import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { AccessNeed, Preferences, Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { communitySettings } from "#shared/community-settings.ts";
import {
  toPlaceChoice,
  NO_PLACE,
  type PlaceChoice,
  chosenPlace,
  timeZoneOf,
  toPlace,
} from "#shared/places/place-choice.ts";
import { parseAmount, formatAmountInput } from "#shared/formatting/amount-input.ts";
import {
  addDays,
  toDateAndTime,
  toInstant,
  tomorrowInTimeZone,
} from "#shared/formatting/time-zones.ts";
import type { RequestChange, RequestPayload } from "../ride-requests.queries.ts";

type ZonedPlace = NonNullable<PlaceChoice["place"]>;

/** Values of a search to start a request with. */
export interface RequestPrefill {
  readonly from: ZonedPlace | null;
  readonly to: ZonedPlace | null;
  /** Departure window. */
  readonly departsAfter: string;
  readonly departsBefore: string;
  readonly seats: number;
  readonly preferences: Preferences;
  readonly needs: readonly AccessNeed[];
  /** Luggage size by the ride's numbers; null if not specified. */
  readonly luggage: number | null;
  readonly sameGender: boolean;
  /** Maximum price per seat, in minor units of the community's currency. */
  readonly maxContributionMinor: number | null;
}

/** Profile fields used as defaults. */
type ProfileDefaults = Pick<Profile, "preferences" | "needs">;

/** A request while it is being edited; dates and times are local to the origin. */
export interface RequestDraft extends Record<string, unknown> {
  readonly origin: PlaceChoice;
  readonly destination: PlaceChoice;
  readonly afterDate: string;
  readonly afterTime: string;
  readonly beforeDate: string;
  readonly beforeTime: string;
  readonly seats: number;
  /** True without a maximum price. */
  readonly anyAmount: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly preferences: Preferences;
  readonly needs: readonly AccessNeed[];
  readonly luggage: number;
  readonly sameGender: boolean;
  /** Id of the trust mark or group whose members may answer; "" for everyone. */
  readonly membersOf: string;
  readonly note: string;
}

/** Time window of a request to an active driver. */
const DRIVER_REQUEST_WINDOW_MS = 2 * HOUR_MS;
const NO_DEFAULTS: ProfileDefaults = {
  preferences: {},
  needs: [],
};

/** Values of a new form. */
export const emptyDraft = (
  { preferences, needs } = NO_DEFAULTS,
  day = calendarDayFromNow(1),
): RequestDraft => ({
  origin: NO_PLACE,
  destination: NO_PLACE,
  afterDate: day,
  afterTime: "00:00",
  beforeDate: day,
  beforeTime: "23:59",
  seats: 1,
  anyAmount: true,
  amount: "",
  currency: communitySettings.currency,
  preferences,
  needs,
  luggage: 0,
  sameGender: false,
  membersOf: "",
  note: "",
});

/** Draft from a search, with profile values where the search has none. */
export function draftFromSearch(prefill: RequestPrefill, profile = NO_DEFAULTS): RequestDraft {
  const { from, to, departsAfter, departsBefore, seats, maxContributionMinor } = prefill;
  const emptyFields = emptyDraft(profile);
  const draft = {
    ...emptyFields,
    ...(from && { origin: toPlaceChoice(from) }),
    ...(to && { destination: toPlaceChoice(to) }),
    seats,
    ...(maxContributionMinor !== null && {
      anyAmount: false,
      amount: formatAmountInput(maxContributionMinor, emptyFields.currency),
    }),
    preferences: {
      ...profile.preferences,
      ...prefill.preferences,
    },
    needs: [...new Set([...profile.needs, ...prefill.needs])],
    luggage: prefill.luggage ?? 0,
    sameGender: prefill.sameGender,
  };
  return {
    ...draft,
    ...toWindowFields(
      timeZoneOf(draft.origin.place),
      Date.parse(departsAfter),
      Date.parse(departsBefore),
    ),
  };
}

/** Draft for an active driver: the same route, starting now. */
export function draftForDriver(
  prefill: RequestPrefill,
  profile = NO_DEFAULTS,
  now = new Date(),
): RequestDraft {
  const draft = draftFromSearch(prefill, profile);
  const from = now.getTime();
  return {
    ...draft,
    ...toWindowFields(timeZoneOf(draft.origin.place), from, from + DRIVER_REQUEST_WINDOW_MS),
  };
}

/** Request as a draft, for editing. */
export function draftFromRequest(request: RideRequest): RequestDraft {
  const { timeZone, maxContribution, origin, departsAfter, departsBefore } = request;
  return {
    ...emptyDraft(),
    ...toWindowFields(timeZone, Date.parse(departsAfter), Date.parse(departsBefore)),
    origin: {
      text: origin.label,
      place: {
        ...origin,
        timeZone,
      },
    },
    destination: toPlaceChoice(request.destination),
    seats: request.seats,
    anyAmount: maxContribution === null,
    ...(maxContribution && {
      amount: formatAmountInput(maxContribution.amountMinor, maxContribution.currency),
      currency: maxContribution.currency,
    }),
    preferences: request.preferences,
    needs: request.needs ?? [],
    luggage: request.luggage ?? 0,
    sameGender: request.audience === "sameGender",
    membersOf: request.membersOf?.id ?? "",
    note: request.note ?? "",
  };
}

/** Request as a draft for posting again: the same local times, from tomorrow if they have passed. */
export function draftToRepost(request: RideRequest, now = new Date()): RequestDraft {
  const draft = draftFromRequest(request);
  if (Date.parse(request.departsBefore) > now.getTime()) return draft;
  const { timeZone } = request;
  const tomorrow = tomorrowInTimeZone(timeZone, now);
  const days = (Date.parse(draft.beforeDate) - Date.parse(draft.afterDate)) / DAY_MS;
  return {
    ...draft,
    afterDate: tomorrow,
    beforeDate: addDays(tomorrow, days),
  };
}

/** Pickup window of a draft; an end is undefined while incomplete. */
export function getPickupWindow(draft: RequestDraft): {
  after: Date | undefined;
  before: Date | undefined;
} {
  const zone = timeZoneOf(draft.origin.place);
  return {
    after: toInstant(zone, draft.afterDate, draft.afterTime),
    before: toInstant(zone, draft.beforeDate, draft.beforeTime),
  };
}

/** Payload of a complete draft. Throws if the draft is incomplete, which the form prevents. */
export function toRequestPayload(draft: RequestDraft): RequestPayload {
  const { after, before } = getPickupWindow(draft);
  if (!after || !before) throw new RangeError("The draft has no window.");
  const { currency } = draft;
  return {
    origin: toPlace(chosenPlace(draft.origin)),
    destination: toPlace(chosenPlace(draft.destination)),
    departsAfter: after.toISOString(),
    departsBefore: before.toISOString(),
    seats: draft.seats,
    maxContribution: draft.anyAmount
      ? null
      : {
          amountMinor: parseAmount(draft.amount, currency) ?? 0,
          currency,
        },
    preferences: draft.preferences,
    needs: [...draft.needs],
    luggage: draft.luggage,
    audience: draft.sameGender ? "sameGender" : "everyone",
    membersOf: draft.membersOf || null,
    note: draft.note.trim() || null,
  };
}

/** Changed fields only: the others must stay while an offer is open. */
export function changedRequestFields(draft: RequestDraft, request: RideRequest): RequestChange {
  const before: Record<string, unknown> = toRequestPayload(draftFromRequest(request));
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(toRequestPayload(draft)).filter(isChanged));
}

function toWindowFields(zone: string, afterMs: number, beforeMs: number) {
  const after = toDateAndTime(zone, new Date(afterMs));
  const before = toDateAndTime(zone, new Date(beforeMs));
  return {
    afterDate: after.date,
    afterTime: after.time,
    beforeDate: before.date,
    beforeTime: before.time,
  };
}
