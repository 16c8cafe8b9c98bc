import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Money, Place } from "@commonlane/contract/shapes";
import { expiresIn, type Patience } from "#shared/forms/patience.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { pointAt, pointsOf, type Position, positionOf, type Stretch, stretchBetween } from "./ask-part.ts";
import type { Ask } from "./seat-requests.queries.ts";

/** The part of a ride that somebody came for, as the ride's page knows it. */
export interface WantedPart {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly seatsLeft: number;
  /** For one seat. */
  readonly contribution: Money | null;
  /** The host agreed to less of a way around than this takes, so it would be refused. */
  readonly tooFar: boolean;
}

export interface AskForSeatsProps {
  readonly ride: Ride;
  readonly part: WantedPart;
  /** The address of a search for other rides on this part. */
  readonly otherRides: string;
}

/** "point-2" for a point of the ride, "given" for the place one came with, "other" for one typed here. */
export type EndChoice = `point-${number}` | "given" | "other";

/** An ask as it is being typed. */
export interface AskDraft extends Record<string, unknown> {
  readonly pickup: EndChoice;
  readonly pickupOther: PlaceChoice;
  readonly dropoff: EndChoice;
  readonly dropoffOther: PlaceChoice;
  readonly seats: number;
  readonly message: string;
  readonly needs: readonly AccessNeed[];
  readonly patience: Patience;
}

/** `needs` is what one's profile says. */
export function draftFor(ride: Ride, part: WantedPart, needs: readonly AccessNeed[] = []): AskDraft {
  return {
    pickup: choiceFor(ride, part.pickup),
    pickupOther: NO_PLACE,
    dropoff: choiceFor(ride, part.dropoff),
    dropoffOther: NO_PLACE,
    seats: part.seats,
    message: "",
    needs,
    patience: "usual",
  };
}

/** Where one gets in and out by a draft; an end is missing while no place is chosen for it. */
export function endsOf(ride: Ride, part: WantedPart, draft: AskDraft): { pickup?: Place; dropoff?: Place } {
  const end = (choice: EndChoice, given: Place, other: PlaceChoice): Place | undefined => {
    if (choice === "given") return given;
    if (choice === "other") return other.place ?? undefined;
    return pointsOf(ride)[pointNumber(choice)];
  };
  const pickup = end(draft.pickup, part.pickup, draft.pickupOther);
  const dropoff = end(draft.dropoff, part.dropoff, draft.dropoffOther);
  return { ...(pickup && { pickup }), ...(dropoff && { dropoff }) };
}

/** Free seats and cost on the part a draft asks for: as measured for the part one came with, else reckoned. */
export function stretchOf(ride: Ride, part: WantedPart, draft: AskDraft): Stretch | undefined {
  const { pickup, dropoff } = endsOf(ride, part, draft);
  if (!pickup || !dropoff) return undefined;
  if (isAsCame(ride, part, draft)) return { seatsFree: part.seatsLeft, contribution: part.contribution };
  const from = placed(ride, draft.pickup, pickup, 0);
  const to = placed(ride, draft.dropoff, dropoff, from);
  return to > from ? stretchBetween(ride, from, to) : undefined;
}

/** Whether a draft still asks for the part that somebody came for. */
export function isAsCame(ride: Ride, part: WantedPart, { pickup, dropoff }: AskDraft): boolean {
  const came = draftFor(ride, part);
  return pickup === came.pickup && dropoff === came.dropoff;
}

/** What is sent: the ride's own ends are left out, they are what holds where nothing is said. */
export function askOf(ride: Ride, part: WantedPart, draft: AskDraft): Ask {
  const { pickup, dropoff } = endsOf(ride, part, draft);
  const message = draft.message.trim();
  const lastPoint: EndChoice = `point-${pointsOf(ride).length - 1}`;
  return {
    seats: draft.seats,
    ...(pickup && draft.pickup !== "point-0" && { pickup: plain(pickup) }),
    ...(dropoff && draft.dropoff !== lastPoint && { dropoff: plain(dropoff) }),
    ...(message && { message }),
    ...(draft.needs.length > 0 && { needs: [...draft.needs] }),
    ...expiresIn(draft.patience),
  };
}

export const pointNumber = (choice: EndChoice): number => Number(choice.split("-")[1]);

function choiceFor(ride: Ride, place: Place): EndChoice {
  const n = pointAt(ride, place);
  return n < 0 ? "given" : `point-${n}`;
}

const placed = (ride: Ride, choice: EndChoice, place: Place, notBefore: Position): Position =>
  choice === "given" || choice === "other" ? positionOf(ride, place, notBefore) : pointNumber(choice);

/** A place without what the form knows beside it. */
const plain = ({ placeId = null, label, lat, lng }: Place): Place => ({ placeId, label, lat, lng });
