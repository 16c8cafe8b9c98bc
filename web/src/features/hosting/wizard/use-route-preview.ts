import type { RouteMeasure } from "@commonlane/contract/route-measure";
import { decodePolyline } from "@commonlane/contract/polyline";
import { rides } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { estimateRoute, type RoutePreview } from "./route-preview.ts";

/** A route as its ride will have it: on roads where the server knows them. Estimated here until it has answered. */
export function useRoutePreview(places: readonly Place[]): RoutePreview & {
  readonly line?: readonly LatLng[];
  readonly badRoadAt?: readonly number[];
} {
  const { data } = useQuery({
    ...routeMeasure(places),
    enabled: places.length >= 2,
  });
  return data ? toPreview(data) : estimateRoute(places);
}

const routeMeasure = (places: readonly Place[]) => {
  const origin = toPoint(places.at(0));
  const destination = toPoint(places.at(-1));
  const stops = places.slice(1, -1).map((place) => toPoint(place));
  return endpointQuery(
    rides.measure,
    {
      body: {
        origin,
        stops,
        destination,
      },
    },
    { staleTime: Infinity },
  );
};

const toPoint = (place?: Place): Place => ({
  label: place?.label ?? "",
  lat: place?.lat ?? 0,
  lng: place?.lng ?? 0,
});

export function toPreview({
  routed,
  legs,
  polyline,
  badRoadAt,
}: RouteMeasure): ReturnType<typeof useRoutePreview> {
  const etaS = [0];
  const alongM = [0];
  for (const { durationS, distanceM } of legs) {
    etaS.push((etaS.at(-1) ?? 0) + durationS);
    alongM.push((alongM.at(-1) ?? 0) + distanceM);
  }
  const distanceM = alongM.at(-1) ?? 0;
  const durationS = etaS.at(-1) ?? 0;
  const line = decodePolyline(polyline);
  return {
    routed,
    distanceM,
    durationS,
    etaS,
    alongM,
    line,
    badRoadAt,
  };
}
