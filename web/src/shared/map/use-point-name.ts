import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PlaceChoice } from "../places/place-choice.ts";
import { nearestPlace } from "../places/places.queries.ts";
import { pointName } from "../places/point-name.ts";
import { useDebounced } from "../places/use-suggestions.ts";
import type { LatLng } from "./map-types.ts";

interface NamedPoint {
  readonly place: NonNullable<PlaceChoice["place"]>;
  /** The name belongs to another point: that of this one is being looked up. */
  readonly isPending: boolean;
}

/** Names a point after what is nearest to it, or by its coordinates if that cannot be looked up. */
export function usePointName(at: LatLng): NamedPoint {
  const { t } = useLingui();
  const settledPoint = useDebounced(at);
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...nearestPlace(settledPoint),
    placeholderData: (before) => before,
  });
  const isPending = settledPoint !== at || isFetching;
  if (data && !isPlaceholderData) {
    const label = pointName(data);
    return {
      place: {
        ...at,
        label,
        timeZone: data.timeZone,
        kind: "position",
      },
      isPending,
    };
  }
  const coordinates = `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`;
  const label = isPending ? t`Looking up this place…` : t`Point on the map (${coordinates})`;
  return {
    place: {
      ...at,
      label,
      kind: "position",
    },
    isPending,
  };
}
