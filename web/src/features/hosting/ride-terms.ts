import type { rides, Ride } from "@commonlane/contract/rides";
import type { Input } from "@commonlane/contract/endpoint";
import type { Place } from "@commonlane/contract/shapes";
import { chosen, type PlaceChoice } from "#shared/places/place-choice.ts";
import { dateAndTimeIn } from "#shared/wording/instants.ts";
import { readAmount, writeAmount } from "#shared/wording/amount.ts";
import { departureOf } from "./departure.ts";
import { detours, levelOf } from "./detour.ts";
import { AS_IT_IS, emptyDraft, newStop, type RideDraft } from "./ride-draft.ts";

export type RideTerms = Input<typeof rides.host>["body"];

/** What is sent for a whole draft; throws where it is not whole, which the form does not let happen. */
export function termsOf(draft: RideDraft, before?: Ride): RideTerms {
  const { origin, destination, stops, vehicleId, currency } = draft;
  const departs = departureOf(draft);
  if (!departs) throw new RangeError("The draft has no departure.");
  const { maxDetourM, maxDetourS } = draft.detour === "asItIs" ? (before ?? detours.normal) : detours[draft.detour];
  return {
    origin: placeOf(origin),
    destination: placeOf(destination),
    stops: stops.map(({ choice }) => placeOf(choice)),
    departsAt: departs.toISOString(),
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
  };
}

/** A ride as a form: to change it. */
export function draftOf(ride: Ride): RideDraft {
  const { contribution, timeZone } = ride;
  const zoned = (place: Place): PlaceChoice => ({ text: place.label, place: { ...place, timeZone } });
  return {
    ...emptyDraft(ride.preferences),
    ...dateAndTimeIn(timeZone, ride.departsAt),
    origin: zoned(ride.origin),
    destination: chosen(ride.destination),
    stops: ride.stops.map((stop) => newStop(chosen(stop))),
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
  const tomorrow = dateAndTimeIn(ride.timeZone, new Date(now.getTime() + 86_400_000)).date;
  const { vehicle } = ride;
  const same = vehicles.find(({ plate, make, model }) =>
    vehicle ? plate === vehicle.plate && make === vehicle.make && model === vehicle.model : false,
  );
  const draft = draftOf(ride);
  const detour = draft.detour === "asItIs" ? "normal" : draft.detour;
  return { ...draft, date: tomorrow, time, detour, vehicleId: same?.id ?? "" };
}

interface VehicleLook {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly plate: string;
}

/** A place as it is sent: without what the form knows beside it. */
function placeOf({ place }: PlaceChoice): Place {
  if (!place) throw new RangeError("The draft has a place that was not chosen.");
  const { placeId = null, label, lat, lng } = place;
  return { placeId, label, lat, lng };
}
