import type { PlaceKind } from "@commonlane/contract/places";
import type { Place, RidePlace } from "@commonlane/contract/shapes";
import { userTimeZone } from "../formatting/user-time-zone.ts";

/** Value of a place field: the typed text, and the place once chosen. */
export interface PlaceChoice {
  readonly text: string;
  readonly place:
    | (RidePlace & {
        readonly timeZone?: string | undefined;
        readonly kind?: PlaceKind | undefined;
      })
    | null;
}

export const NO_PLACE: PlaceChoice = {
  text: "",
  place: null,
};

export function toPlaceChoice(place: NonNullable<PlaceChoice["place"]>): PlaceChoice {
  return {
    text: place.label,
    place,
  };
}

/** The chosen place. @throws if there is none, which a form prevents before it sends. */
export function chosenPlace({ place }: PlaceChoice): NonNullable<PlaceChoice["place"]> {
  if (!place) throw new RangeError("The draft has a place that was not chosen.");
  return place;
}

/** A place without the fields that only forms use. */
export const toPlace = ({ placeId = null, label, lat, lng }: Place): Place => ({
  placeId,
  label,
  lat,
  lng,
});

/** Time zone of a place, in which its dates and times are typed; that of the user while unknown. */
export const timeZoneOf = (
  place: Pick<NonNullable<PlaceChoice["place"]>, "timeZone"> | null,
): string => place?.timeZone ?? userTimeZone();

const PUBLIC_ID = /^(gn|cl|poi):/;

const PRIVATE_KINDS: readonly PlaceKind[] = ["street", "address", "position"];

/** True if a place may be a home address: anything but towns and public places named by the server. */
export const mayBePrivate = ({
  placeId,
  kind,
}: Pick<NonNullable<PlaceChoice["place"]>, "placeId" | "kind">): boolean =>
  kind && placeId ? PRIVATE_KINDS.includes(kind) : !PUBLIC_ID.test(placeId ?? "");
