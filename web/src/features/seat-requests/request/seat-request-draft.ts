import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Money, Place } from "@commonlane/contract/shapes";
import { toExpiresIn, type ResponseDeadline } from "#shared/forms/response-deadline.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import {
  findPointAt,
  pointsOf,
  type RidePosition,
  locateOnRide,
  type SegmentAvailability,
  getAvailabilityBetween,
} from "./segment-availability.ts";
import type { NewSeatRequest } from "../seat-requests.queries.ts";

/** The part of a ride that somebody came for, as the ride's page knows it. */
export interface SegmentSummary {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly seatsLeft: number;
  /** For one seat. */
  readonly contribution: Money | null;
  /** The host agreed to less of a way around than this takes, so it would be refused. */
  readonly exceedsMaxDetour: boolean;
}

export interface RideSegmentProps {
  readonly ride: Ride;
  readonly segment: SegmentSummary;
  /** The address of a search for other rides on this part. */
  readonly otherRides: string;
}

/** "point-2" for a point of the ride, "given" for the place one came with, "other" for one typed here. */
export type StopChoice = `point-${number}` | "given" | "other";

/** An ask as it is being typed. */
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

/** `needs` is what one's profile says. */
export function createDraft(ride: Ride, segment: SegmentSummary, needs: readonly AccessNeed[] = []): SeatRequestDraft {
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

/** Where one gets in and out by a draft; an end is missing while no place is chosen for it. */
export function getChosenStops(
  ride: Ride,
  segment: SegmentSummary,
  draft: SeatRequestDraft,
): { pickup?: Place; dropoff?: Place } {
  const resolveStop = (choice: StopChoice, searchedPlace: Place, other: PlaceChoice): Place | undefined => {
    if (choice === "given") return searchedPlace;
    if (choice === "other") return other.place ?? undefined;
    return pointsOf(ride)[pointIndex(choice)];
  };
  const pickup = resolveStop(draft.pickup, segment.pickup, draft.pickupOther);
  const dropoff = resolveStop(draft.dropoff, segment.dropoff, draft.dropoffOther);
  return { ...(pickup && { pickup }), ...(dropoff && { dropoff }) };
}

/** Free seats and cost on the part a draft asks for: as measured for the part one came with, else reckoned. */
export function getAvailability(
  ride: Ride,
  segment: SegmentSummary,
  draft: SeatRequestDraft,
): SegmentAvailability | undefined {
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  if (!pickup || !dropoff) return undefined;
  if (isSearchedSegment(ride, segment, draft))
    return { seatsFree: segment.seatsLeft, contribution: segment.contribution };
  const from = toRidePosition(ride, draft.pickup, pickup, 0);
  const to = toRidePosition(ride, draft.dropoff, dropoff, from);
  return to > from ? getAvailabilityBetween(ride, from, to) : undefined;
}

/** Whether a draft still asks for the part that somebody came for. */
export function isSearchedSegment(ride: Ride, segment: SegmentSummary, { pickup, dropoff }: SeatRequestDraft): boolean {
  const initialDraft = createDraft(ride, segment);
  return pickup === initialDraft.pickup && dropoff === initialDraft.dropoff;
}

/** What is sent: the ride's own ends are left out, they are what holds where nothing is said. */
export function toNewSeatRequest(ride: Ride, segment: SegmentSummary, draft: SeatRequestDraft): NewSeatRequest {
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const message = draft.message.trim();
  const lastPoint: StopChoice = `point-${pointsOf(ride).length - 1}`;
  return {
    seats: draft.seats,
    ...(pickup && draft.pickup !== "point-0" && { pickup: toPlainPlace(pickup) }),
    ...(dropoff && draft.dropoff !== lastPoint && { dropoff: toPlainPlace(dropoff) }),
    ...(message && { message }),
    ...(draft.needs.length > 0 && { needs: [...draft.needs] }),
    ...toExpiresIn(draft.patience),
  };
}

export const pointIndex = (choice: StopChoice): number => Number(choice.split("-")[1]);

function toStopChoice(ride: Ride, place: Place): StopChoice {
  const n = findPointAt(ride, place);
  return n < 0 ? "given" : `point-${n}`;
}

const toRidePosition = (ride: Ride, choice: StopChoice, place: Place, minPosition: RidePosition): RidePosition =>
  choice === "given" || choice === "other" ? locateOnRide(ride, place, minPosition) : pointIndex(choice);

/** A place without what the form knows beside it. */
const toPlainPlace = ({ placeId = null, label, lat, lng }: Place): Place => ({ placeId, label, lat, lng });
