import type { PickScene } from "#shared/map/PickPoint.tsx";
import { townOf } from "#shared/wording/wording.ts";
import type { PlaceChoice } from "./place-choice.ts";

/** The ends of a way, as far as they are chosen, for a map on which another is. */
export const endsOnMap = (from: PlaceChoice, to: PlaceChoice): PickScene => ({
  stops: [...stopAt(from, "start"), ...stopAt(to, "end")],
});

const stopAt = <Kind extends string>({ place }: PlaceChoice, kind: Kind) =>
  place ? [{ kind, lat: place.lat, lng: place.lng, label: townOf(place.label) }] : [];
