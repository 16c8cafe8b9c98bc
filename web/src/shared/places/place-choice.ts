import type { PlaceKind } from "@commonlane/contract/places";
import type { RidePlace } from "@commonlane/contract/shapes";

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

const PUBLIC_ID = /^(gn|cl|poi):/;

const PRIVATE_KINDS: readonly PlaceKind[] = ["street", "address", "position"];

/** True if a place may be a home address: anything but towns and public places named by the server. */
export const mayBePrivate = ({
  placeId,
  kind,
}: Pick<NonNullable<PlaceChoice["place"]>, "placeId" | "kind">): boolean =>
  kind && placeId ? PRIVATE_KINDS.includes(kind) : !PUBLIC_ID.test(placeId ?? "");
