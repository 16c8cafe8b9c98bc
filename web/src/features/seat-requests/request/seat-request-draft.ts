import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Money, Place } from "@commonlane/contract/shapes";
import { NO_PLACE, type PlaceChoice, toPlace } from "#shared/places/place-choice.ts";
import {
  findPointAt,
  getAvailabilityBetween,
  locateOnRide,
  pointsOf,
  type RidePosition,
  type SegmentAvailability,
} from "./segment-availability.ts";
import type { NewSeatRequest } from "../seat-requests.queries.ts";
import { type ResponseDeadline, toExpiresIn } from "#shared/forms/ResponseDeadlineField.tsx";

/** The segment that the viewer came for, from the ride page. */
export interface SegmentSummary {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly seatsLeft: number;
  /** Price per seat. */
  readonly contribution: Money | null;
  /** True if the detour is larger than the host accepts; a request would be rejected. */
  readonly exceedsMaxDetour: boolean;
}

export interface RideSegmentProps {
  readonly ride: Ride;
  readonly segment: SegmentSummary;
  /** Path of a search for other rides on this segment. */
  readonly otherRides: string;
}

/** "point-2" is a point of the ride, "given" the searched place, "other" a place typed here. */
export type StopChoice = `point-${number}` | "given" | "other";

/** A seat request while it is being edited. */
export interface SeatRequestDraft extends Record<string, unknown> {
  readonly pickup: StopChoice;
  readonly pickupOther: PlaceChoice;
  readonly dropoff: StopChoice;
  readonly dropoffOther: PlaceChoice;
  readonly seats: number;
  readonly message: string;
  readonly needs: readonly AccessNeed[];
  readonly patience: ResponseDeadline;
}

/** `needs` come from the profile. */
export function createDraft(
  ride: Ride,
  segment: SegmentSummary,
  needs: readonly AccessNeed[] = [],
): SeatRequestDraft {
  return {
    pickup: toStopChoice(ride, segment.pickup),
    pickupOther: NO_PLACE,
    dropoff: toStopChoice(ride, segment.dropoff),
    dropoffOther: NO_PLACE,
    seats: segment.seats,
    message: "",
    needs,
    patience: "usual",
  };
}

/** Pickup and dropoff of a draft; undefined while not chosen. */
export function getChosenStops(
  ride: Ride,
  segment: SegmentSummary,
  draft: SeatRequestDraft,
): { pickup?: Place; dropoff?: Place } {
  const resolveStop = (
    choice: StopChoice,
    searchedPlace: Place,
    otherPlace: PlaceChoice,
  ): Place | undefined => {
    if (choice === "given") return searchedPlace;
    if (choice === "other") return otherPlace.place ?? undefined;
    return pointsOf(ride)[pointIndex(choice)];
  };
  const pickup = resolveStop(draft.pickup, segment.pickup, draft.pickupOther);
  const dropoff = resolveStop(draft.dropoff, segment.dropoff, draft.dropoffOther);
  return {
    ...(pickup && { pickup }),
    ...(dropoff && { dropoff }),
  };
}

/** Free seats and price of the draft's segment: measured for the searched segment, else estimated. */
export function getAvailability(
  ride: Ride,
  segment: SegmentSummary,
  draft: SeatRequestDraft,
): SegmentAvailability | undefined {
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  if (!pickup || !dropoff) return undefined;
  if (isSearchedSegment(ride, segment, draft))
    return {
      seatsFree: segment.seatsLeft,
      contribution: segment.contribution,
    };
  const from = toRidePosition(ride, draft.pickup, pickup, 0);
  const to = toRidePosition(ride, draft.dropoff, dropoff, from);
  return to > from ? getAvailabilityBetween(ride, from, to) : undefined;
}

/** True if the draft still has the searched segment. */
export function isSearchedSegment(
  ride: Ride,
  segment: SegmentSummary,
  { pickup, dropoff }: SeatRequestDraft,
): boolean {
  const initialDraft = createDraft(ride, segment);
  return pickup === initialDraft.pickup && dropoff === initialDraft.dropoff;
}

/** Payload of a draft. The ride's own ends are omitted, because they are the default. */
export function toNewSeatRequest(
  ride: Ride,
  segment: SegmentSummary,
  draft: SeatRequestDraft,
): NewSeatRequest {
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const message = draft.message.trim();
  const lastPoint: StopChoice = `point-${pointsOf(ride).length - 1}`;
  return {
    seats: draft.seats,
    ...(pickup && draft.pickup !== "point-0" && { pickup: toPlace(pickup) }),
    ...(dropoff && draft.dropoff !== lastPoint && { dropoff: toPlace(dropoff) }),
    ...(message && { message }),
    ...(draft.needs.length > 0 && { needs: [...draft.needs] }),
    ...toExpiresIn(draft.patience),
  };
}

export function pointIndex(choice: StopChoice): number {
  return Number(choice.split("-")[1]);
}

function toStopChoice(ride: Ride, place: Place): StopChoice {
  const n = findPointAt(ride, place);
  return n < 0 ? "given" : `point-${n}`;
}

const toRidePosition = (
  ride: Ride,
  choice: StopChoice,
  place: Place,
  minPosition: RidePosition,
): RidePosition =>
  choice === "given" || choice === "other"
    ? locateOnRide(ride, place, minPosition)
    : pointIndex(choice);
