import type { Place } from "@commonlane/contract/shapes";

/** What stands in a place field: the text as typed, and the place once one was chosen. */
export interface PlaceChoice {
  readonly text: string;
  readonly place: (Place & { readonly timeZone?: string | undefined }) | null;
}
export const NO_PLACE: PlaceChoice = { text: "", place: null };
export const chosen = (place: NonNullable<PlaceChoice["place"]>): PlaceChoice => ({ text: place.label, place });
