import type { AccessNeed, Preferences } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Place } from "@commonlane/contract/shapes";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { operator } from "#shared/operator.ts";
import { chosen, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { readAmount, writeAmount } from "#shared/wording/amount.ts";
import { dateAndTimeIn, instantIn } from "#shared/wording/instants.ts";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import type { RequestChange, RequestTerms } from "./ride-requests.queries.ts";

type ZonedPlace = NonNullable<PlaceChoice["place"]>;

/** What somebody looked for before they thought of posting it. */
export interface RequestWish {
  readonly from: ZonedPlace | null;
  readonly to: ZonedPlace | null;
  /** A calendar date, YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM, if one was said. */
  readonly time: string | null;
  readonly seats: number;
}

/** A request as it is being typed; dates and times are those of clocks where the way begins. */
export interface RequestDraft extends Record<string, unknown> {
  readonly origin: PlaceChoice;
  readonly destination: PlaceChoice;
  readonly afterDate: string;
  readonly afterTime: string;
  readonly beforeDate: string;
  readonly beforeTime: string;
  readonly seats: number;
  /** Nothing is said of the most to contribute. */
  readonly anyAmount: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly preferences: Preferences;
  readonly needs: readonly AccessNeed[];
  readonly sameGender: boolean;
  readonly note: string;
}

const DAY_MS = 86_400_000;
/** A search by the time of day looks this far around it, and so does the request it becomes. */
const AROUND_MS = 2 * 3_600_000;

/** What stands in a new form. */
export const emptyDraft = (day = dayFromNow(1)): RequestDraft => ({
  origin: NO_PLACE,
  destination: NO_PLACE,
  afterDate: day,
  afterTime: "00:00",
  beforeDate: day,
  beforeTime: "23:59",
  seats: 1,
  anyAmount: true,
  amount: "",
  currency: operator.currency,
  preferences: {},
  needs: [],
  sameGender: false,
  note: "",
});

/** The zone on whose clocks the window is typed: the origin's, or the reader's while that is not known. */
export const zoneOf = ({ origin }: Pick<RequestDraft, "origin">): string => origin.place?.timeZone ?? ownTimeZone();

/** The form for what was looked for: the same window as the search's. */
export function draftOfWish({ from, to, day, time, seats }: RequestWish): RequestDraft {
  const draft = {
    ...emptyDraft(day),
    ...(from && { origin: chosen(from) }),
    ...(to && { destination: chosen(to) }),
    seats,
  };
  const zone = zoneOf(draft);
  const at = time === null ? undefined : instantIn(zone, day, time);
  return at ? { ...draft, ...windowOn(zone, at.getTime() - AROUND_MS, at.getTime() + AROUND_MS) } : draft;
}

/** What an active driver is asked: the same way, now. */
export function draftForDriver(wish: RequestWish, now = new Date()): RequestDraft {
  const draft = draftOfWish(wish);
  const from = now.getTime();
  return { ...draft, ...windowOn(zoneOf(draft), from, from + AROUND_MS) };
}

/** A request as a form, to change it. */
export function draftOf(request: RideRequest): RequestDraft {
  const { timeZone, maxContribution, origin, departsAfter, departsBefore } = request;
  return {
    ...emptyDraft(),
    ...windowOn(timeZone, Date.parse(departsAfter), Date.parse(departsBefore)),
    origin: { text: origin.label, place: { ...origin, timeZone } },
    destination: chosen(request.destination),
    seats: request.seats,
    anyAmount: maxContribution === null,
    ...(maxContribution && {
      amount: writeAmount(maxContribution.amountMinor, maxContribution.currency),
      currency: maxContribution.currency,
    }),
    preferences: request.preferences,
    needs: request.needs ?? [],
    sameGender: request.audience === "sameGender",
    note: request.note ?? "",
  };
}

/** The same to post it once more: on the same clock times from tomorrow on, where its time has passed. */
export function againOf(request: RideRequest, now = new Date()): RequestDraft {
  const draft = draftOf(request);
  if (Date.parse(request.departsBefore) > now.getTime()) return draft;
  const { timeZone } = request;
  const tomorrow = dateAndTimeIn(timeZone, new Date(now.getTime() + DAY_MS)).date;
  const days = (Date.parse(draft.beforeDate) - Date.parse(draft.afterDate)) / DAY_MS;
  const last = new Date(Date.parse(tomorrow) + days * DAY_MS).toISOString().slice(0, 10);
  return { ...draft, afterDate: tomorrow, beforeDate: last };
}

/** Between which instants the pickup is wished for; an end is missing while it is not whole. */
export function windowOf(draft: RequestDraft): { after: Date | undefined; before: Date | undefined } {
  const zone = zoneOf(draft);
  return {
    after: instantIn(zone, draft.afterDate, draft.afterTime),
    before: instantIn(zone, draft.beforeDate, draft.beforeTime),
  };
}

/** What is sent for a whole draft; throws where it is not whole, which the form does not let happen. */
export function termsOf(draft: RequestDraft): RequestTerms {
  const { after, before } = windowOf(draft);
  if (!after || !before) throw new RangeError("The draft has no window.");
  const { currency } = draft;
  return {
    origin: placeOf(draft.origin),
    destination: placeOf(draft.destination),
    departsAfter: after.toISOString(),
    departsBefore: before.toISOString(),
    seats: draft.seats,
    maxContribution: draft.anyAmount ? null : { amountMinor: readAmount(draft.amount, currency) ?? 0, currency },
    preferences: draft.preferences,
    needs: [...draft.needs],
    audience: draft.sameGender ? "sameGender" : "everyone",
    note: draft.note.trim() || null,
  };
}

/** What differs from the request as it stands: what is not named stays, also while an offer waits for an answer. */
export function changeOf(draft: RequestDraft, request: RideRequest): RequestChange {
  const before: Record<string, unknown> = termsOf(draftOf(request));
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(termsOf(draft)).filter(differs));
}

function windowOn(zone: string, afterMs: number, beforeMs: number) {
  const [after, before] = [dateAndTimeIn(zone, new Date(afterMs)), dateAndTimeIn(zone, new Date(beforeMs))];
  return { afterDate: after.date, afterTime: after.time, beforeDate: before.date, beforeTime: before.time };
}

/** A place as it is sent: without what the form knows beside it. */
function placeOf({ place }: PlaceChoice): Place {
  if (!place) throw new RangeError("The draft has a place that was not chosen.");
  const { placeId = null, label, lat, lng } = place;
  return { placeId, label, lat, lng };
}
