import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { type RideSeries, type rideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import type { rides, Ride } from "@commonlane/contract/rides";
import type { Input } from "@commonlane/contract/endpoint";
import type { RidePlace } from "@commonlane/contract/shapes";
import {
  toPlaceChoice,
  type PlaceChoice,
  chosenPlace,
  timeZoneOf,
  toPlace,
} from "#shared/places/place-choice.ts";
import { toDateAndTime, tomorrowInTimeZone } from "#shared/formatting/time-zones.ts";
import { parseAmount, formatAmountInput } from "#shared/formatting/amount-input.ts";
import { getDeparture } from "./departure.ts";
import {
  DETOURS,
  detourLevelOf,
  canBeListed,
  UNCHANGED,
  emptyDraft,
  type RideDraft,
  toStopDrafts,
} from "./ride-draft.ts";
import { getReturnDeparture, returnTimeZoneOf } from "./recurrence.ts";

export type RidePayload = Input<typeof rides.host>["body"];
export type SeriesPayload = Input<typeof rideSeries.host>["body"];

/** Payload of a complete draft that repeats. */
export function toSeriesPayload(draft: RideDraft): SeriesPayload {
  const { departsAt: _, returnWay: __, ...ride } = toRidePayload(draft);
  const { time, weekdays, date, lastDay, exceptions, returns, returnTime } = draft;
  return {
    ride,
    time,
    weekdays: [...weekdays],
    firstDay: date,
    lastDay: lastDay || null,
    exceptions: exceptions.filter((day) => day >= date && (lastDay === "" || day <= lastDay)),
    timeZone: timeZoneOf(draft.origin.place),
    ...(returns && { returnWay: { time: returnTime } }),
  };
}

/** Payload of a complete draft. Throws if the draft is incomplete, which the form prevents. */
export function toRidePayload(draft: RideDraft, existing?: Ride): RidePayload {
  const { origin, destination, stops } = draft;
  const returnDeparture =
    draft.returns && !draft.repeats && !existing ? getReturnDeparture(draft) : undefined;
  return {
    origin: toRidePlace(origin),
    destination: toRidePlace(destination),
    stops: stops.map(({ choice }) => toRidePlace(choice)),
    departsAt: departureOf(draft, existing),
    ...toTermsPayload(draft, existing),
    ...(returnDeparture && { returnWay: { departsAt: returnDeparture.toISOString() } }),
  };
}

/**
 * The departure of the payload. A ride that is edited keeps its own while the date and time are as they were: clock
 * times know neither seconds nor which of the two hours is meant that an autumn night has twice.
 */
function departureOf(draft: RideDraft, existing: Ride | undefined): string {
  const timeZone = timeZoneOf(draft.origin.place);
  const before = existing && toDateAndTime(timeZone, existing.departsAt);
  if (before?.date === draft.date && before.time === draft.time) return existing?.departsAt ?? "";

  const departure = getDeparture(draft);
  if (!departure) throw new RangeError("The draft has no departure.");
  return departure.toISOString();
}

/** Seats, price and terms of the payload. */
function toTermsPayload(draft: RideDraft, existing?: Pick<Ride, "maxDetourM" | "maxDetourS">) {
  const { vehicleId, currency } = draft;
  const { maxDetourM, maxDetourS } =
    draft.detour === "asItIs" ? (existing ?? DETOURS.normal) : DETOURS[draft.detour];
  return {
    seatsTotal: draft.seats,
    contribution: draft.free
      ? null
      : {
          amountMinor: parseAmount(draft.amount, currency) ?? 0,
          currency,
        },
    ...(vehicleId !== UNCHANGED && { vehicleId: vehicleId || null }),
    approval: draft.approval,
    maxDetourM,
    maxDetourS,
    luggage: draft.luggage,
    preferences: draft.preferences,
    audience: draft.sameGender ? "sameGender" : "everyone",
    membersOf: draft.membersOf || null,
    isListed: draft.isListed && canBeListed(draft),
    maxTwoInBack: draft.maxTwoInBack,
    note: draft.note.trim() || null,
  } satisfies Partial<RidePayload>;
}

/** Series ride as a draft, for editing. */
export const draftFromSeries = (ride: RideSeries["ride"]): RideDraft => ({
  ...draftFromTemplate(ride, ride.vehicleId === null ? [] : [{ id: ride.vehicleId }]),
  detour: detourLevelOf(ride),
});

/** Changed terms of a series. */
export function changedSeriesTerms(
  draft: RideDraft,
  ride: RideSeries["ride"],
): NonNullable<SeriesChange["ride"]> {
  const existing = new Map<string, unknown>(
    Object.entries(toTermsPayload(draftFromSeries(ride), ride)),
  );
  const changedEntries = Object.entries(toTermsPayload(draft, ride)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(existing.get(name)),
  );
  return SeriesChange.parse({ ride: Object.fromEntries(changedEntries) }).ride ?? {};
}

/** Ride as a draft, for editing. */
export function draftFromRide(ride: Ride): RideDraft {
  const { contribution, timeZone, destinationTimeZone } = ride;
  return {
    ...emptyDraft(ride.preferences),
    ...toDateAndTime(timeZone, ride.departsAt),
    origin: toPlaceChoice({
      ...ride.origin,
      timeZone,
    }),
    destination: toPlaceChoice({
      ...ride.destination,
      timeZone: destinationTimeZone,
    }),
    stops: toStopDrafts(ride.stops),
    seats: ride.seatsTotal,
    free: contribution === null,
    amount: contribution ? formatAmountInput(contribution.amountMinor, contribution.currency) : "",
    ...(contribution && { currency: contribution.currency }),
    approval: ride.approval,
    detour: detourLevelOf(ride),
    luggage: ride.luggage,
    vehicleId: ride.vehicle ? UNCHANGED : "",
    note: ride.note ?? "",
    sameGender: ride.audience === "sameGender",
    membersOf: ride.membersOf?.id ?? "",
    isListed: ride.isListed ?? false,
    maxTwoInBack: ride.maxTwoInBack,
  };
}

/** Ride as a draft for hosting it again on the next day with the same local time. */
export function draftToHostAgain(
  ride: Ride,
  vehicles: readonly VehicleDescription[],
  now = new Date(),
): RideDraft {
  const { time } = toDateAndTime(ride.timeZone, ride.departsAt);
  const { vehicle } = ride;
  const sameVehicle = vehicles.find(({ plate, make, model }) =>
    vehicle ? plate === vehicle.plate && make === vehicle.make && model === vehicle.model : false,
  );
  const draft = draftFromRide(ride);
  const detour = draft.detour === "asItIs" ? "normal" : draft.detour;
  return {
    ...draft,
    ...departTomorrow(draft, now),
    time,
    detour,
    vehicleId: sameVehicle?.id ?? "",
  };
}

/** Template as a draft for tomorrow morning. */
export function draftFromTemplate(
  terms: RideTemplate["ride"] | RideSeries["ride"],
  vehicles: readonly { readonly id: string }[],
  now = new Date(),
): RideDraft {
  const { contribution, vehicleId } = terms;
  const detour = detourLevelOf(terms);
  const endpoints = {
    origin: toPlaceChoice(terms.origin),
    destination: toPlaceChoice(terms.destination),
  };
  return {
    ...emptyDraft(terms.preferences),
    ...endpoints,
    ...departTomorrow(endpoints, now),
    stops: toStopDrafts(terms.stops),
    seats: terms.seatsTotal,
    free: contribution === null,
    amount: contribution ? formatAmountInput(contribution.amountMinor, contribution.currency) : "",
    ...(contribution && { currency: contribution.currency }),
    approval: terms.approval,
    detour: detour === "asItIs" ? "normal" : detour,
    luggage: terms.luggage,
    vehicleId: vehicles.some(({ id }) => id === vehicleId) ? (vehicleId ?? "") : "",
    note: terms.note ?? "",
    sameGender: terms.audience === "sameGender",
    membersOf: terms.membersOf ?? "",
    isListed: terms.isListed,
    maxTwoInBack: terms.maxTwoInBack,
  };
}

/** Tomorrow in the time zones of the origin and the destination. */
const departTomorrow = (endpoints: Pick<RideDraft, "origin" | "destination">, now: Date) => ({
  date: tomorrowInTimeZone(timeZoneOf(endpoints.origin.place), now),
  returnDate: tomorrowInTimeZone(returnTimeZoneOf(endpoints), now),
});

interface VehicleDescription {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly plate: string;
}

/** Place for the payload, without form-only fields. */
function toRidePlace(choice: PlaceChoice): RidePlace {
  const place = chosenPlace(choice);
  const { shown } = place;
  // Drafts of 0.2.0 have another word for approximate.
  return {
    ...toPlace(place),
    ...(shown && { shown: shown === "exact" ? shown : "approximate" }),
  };
}
