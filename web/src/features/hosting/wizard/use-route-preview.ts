import type { RouteMeasure } from "@commonlane/contract/route-measure";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { routeMeasure } from "#shared/places/route-on-map.ts";
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
