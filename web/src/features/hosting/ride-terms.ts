import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { type RideSeries, type rideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import type { rides, Ride } from "@commonlane/contract/rides";
import type { Input } from "@commonlane/contract/endpoint";
import type { RidePlace } from "@commonlane/contract/shapes";
import { chosen, type PlaceChoice } from "#shared/places/place-choice.ts";
import { dateAndTimeIn, tomorrowIn } from "#shared/wording/instants.ts";
import { readAmount, writeAmount } from "#shared/wording/amount.ts";
import { departureOf, zoneOf } from "./departure.ts";
import { detours, levelOf } from "./detour.ts";
import { returnOf, returnZoneOf } from "./repeats.ts";
import { AS_IT_IS, emptyDraft, type RideDraft, stopsOf } from "./ride-draft.ts";

export type RideTerms = Input<typeof rides.host>["body"];
export type SeriesTerms = Input<typeof rideSeries.host>["body"];

/** What is sent for a whole draft of a ride that repeats. */
export function seriesOf(draft: RideDraft): SeriesTerms {
  const { departsAt: _, returnWay: __, ...ride } = termsOf(draft);
  const { time, weekdays, date, lastDay, exceptions, returns, returnTime } = draft;
  return {
    ride,
    time,
    weekdays: [...weekdays],
    firstDay: date,
    lastDay: lastDay || null,
    exceptions: exceptions.filter((day) => day >= date && (lastDay === "" || day <= lastDay)),
    timeZone: zoneOf(draft),
    ...(returns && { returnWay: { time: returnTime } }),
  };
}

/** What is sent for a whole draft; throws where it is not whole, which the form does not let happen. */
export function termsOf(draft: RideDraft, before?: Ride): RideTerms {
  const { origin, destination, stops } = draft;
  const departs = departureOf(draft);
  if (!departs) throw new RangeError("The draft has no departure.");
  const back = draft.returns && !draft.repeats && !before ? returnOf(draft) : undefined;
  return {
    origin: placeOf(origin),
    destination: placeOf(destination),
    stops: stops.map(({ choice }) => placeOf(choice)),
    departsAt: departs.toISOString(),
    ...comfortOf(draft, before),
    ...(back && { returnWay: { departsAt: back.toISOString() } }),
  };
}

/** The part of it that says how one travels: seats, costs, and on which terms. */
function comfortOf(draft: RideDraft, before?: Pick<Ride, "maxDetourM" | "maxDetourS">) {
  const { vehicleId, currency } = draft;
  const { maxDetourM, maxDetourS } = draft.detour === "asItIs" ? (before ?? detours.normal) : detours[draft.detour];
  return {
    seatsTotal: draft.seats,
    contribution: draft.free ? null : { amountMinor: readAmount(draft.amount, currency) ?? 0, currency },
    ...(vehicleId !== AS_IT_IS && { vehicleId: vehicleId || null }),
    approval: draft.approval,
    maxDetourM,
    maxDetourS,
    luggage: draft.luggage,
    preferences: draft.preferences,
    audience: draft.sameGender ? "sameGender" : "everyone",
    maxTwoInBack: draft.maxTwoInBack,
    note: draft.note.trim() || null,
  } satisfies Partial<RideTerms>;
}

/** What every ride of a series is like as a form: to change it. */
export const draftOfSeries = (ride: RideSeries["ride"]): RideDraft => ({
  ...draftOfTerms(ride, ride.vehicleId === null ? [] : [{ id: ride.vehicleId }]),
  detour: levelOf(ride),
});

/** What of it is otherwise now than it was, to be sent. */
export function changedComfort(draft: RideDraft, ride: RideSeries["ride"]): NonNullable<SeriesChange["ride"]> {
  const before = new Map<string, unknown>(Object.entries(comfortOf(draftOfSeries(ride), ride)));
  const changed = Object.entries(comfortOf(draft, ride)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return SeriesChange.parse({ ride: Object.fromEntries(changed) }).ride ?? {};
}

/** A ride as a form: to change it. */
export function draftOf(ride: Ride): RideDraft {
  const { contribution, timeZone, destinationTimeZone } = ride;
  return {
    ...emptyDraft(ride.preferences),
    ...dateAndTimeIn(timeZone, ride.departsAt),
    origin: chosen({ ...ride.origin, timeZone }),
    destination: chosen({ ...ride.destination, timeZone: destinationTimeZone }),
    stops: stopsOf(ride.stops),
    seats: ride.seatsTotal,
    free: contribution === null,
    amount: contribution ? writeAmount(contribution.amountMinor, contribution.currency) : "",
    ...(contribution && { currency: contribution.currency }),
    approval: ride.approval,
    detour: levelOf(ride),
    luggage: ride.luggage,
    vehicleId: ride.vehicle ? AS_IT_IS : "",
    note: ride.note ?? "",
    sameGender: ride.audience === "sameGender",
    maxTwoInBack: ride.maxTwoInBack,
  };
}

/** A ride as a form: to host it once more, on the next day its clock time comes round. */
export function againOf(ride: Ride, vehicles: readonly VehicleLook[], now = new Date()): RideDraft {
  const { time } = dateAndTimeIn(ride.timeZone, ride.departsAt);
  const { vehicle } = ride;
  const same = vehicles.find(({ plate, make, model }) =>
    vehicle ? plate === vehicle.plate && make === vehicle.make && model === vehicle.model : false,
  );
  const draft = draftOf(ride);
  const detour = draft.detour === "asItIs" ? "normal" : draft.detour;
  return { ...draft, ...tomorrowOf(draft, now), time, detour, vehicleId: same?.id ?? "" };
}

/** What was kept in a template as a form, for tomorrow morning. */
export function draftOfTerms(
  terms: RideTemplate["ride"] | RideSeries["ride"],
  vehicles: readonly { readonly id: string }[],
  now = new Date(),
): RideDraft {
  const { contribution, vehicleId } = terms;
  const detour = levelOf(terms);
  const ends = { origin: chosen(terms.origin), destination: chosen(terms.destination) };
  return {
    ...emptyDraft(terms.preferences),
    ...ends,
    ...tomorrowOf(ends, now),
    stops: stopsOf(terms.stops),
    seats: terms.seatsTotal,
    free: contribution === null,
    amount: contribution ? writeAmount(contribution.amountMinor, contribution.currency) : "",
    ...(contribution && { currency: contribution.currency }),
    approval: terms.approval,
    detour: detour === "asItIs" ? "normal" : detour,
    luggage: terms.luggage,
    vehicleId: vehicles.some(({ id }) => id === vehicleId) ? (vehicleId ?? "") : "",
    note: terms.note ?? "",
    sameGender: terms.audience === "sameGender",
    maxTwoInBack: terms.maxTwoInBack,
  };
}

/** The next day on the calendars of where each way begins. */
const tomorrowOf = (ends: Pick<RideDraft, "origin" | "destination">, now: Date) => ({
  date: tomorrowIn(zoneOf(ends), now),
  returnDate: tomorrowIn(returnZoneOf(ends), now),
});

interface VehicleLook {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly plate: string;
}

/** A place as it is sent: without what the form knows beside it. */
function placeOf({ place }: PlaceChoice): RidePlace {
  if (!place) throw new RangeError("The draft has a place that was not chosen.");
  const { placeId = null, label, lat, lng, shown } = place;
  return { placeId, label, lat, lng, ...(shown && { shown }) };
}
