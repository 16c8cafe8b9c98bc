import type { PickPointScene } from "#shared/map/PickPointDialog.tsx";
import { townName } from "#shared/formatting/format.ts";
import type { PlaceChoice } from "./place-choice.ts";

/** The ends of a way, as far as they are chosen, for a map on which another is. */
export const stopsOnMap = (from: PlaceChoice, to: PlaceChoice): PickPointScene => ({
  stops: [...toStops(from, "start"), ...toStops(to, "end")],
});

const toStops = <Kind extends string>({ place }: PlaceChoice, kind: Kind) =>
  place ? [{ kind, lat: place.lat, lng: place.lng, label: townName(place.label) }] : [];
