import type { RidePlace } from "@commonlane/contract/shapes";

/** What stands in a place field: the text as typed, and the place once one was chosen. */
export interface PlaceChoice {
  readonly text: string;
  readonly place: (RidePlace & { readonly timeZone?: string | undefined }) | null;
}
export const NO_PLACE: PlaceChoice = { text: "", place: null };
export const toPlaceChoice = (place: NonNullable<PlaceChoice["place"]>): PlaceChoice => ({ text: place.label, place });

const PUBLIC_ID = /^(gn|cl|poi):/;

/** Whether a place may be somebody's home: everything but towns and the public places that the server named. */
export const mayBePrivate = ({ placeId }: Pick<RidePlace, "placeId">): boolean => !PUBLIC_ID.test(placeId ?? "");
