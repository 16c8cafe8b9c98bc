import { LngLatBounds, type Map as MapLibre } from "maplibre-gl";
import type { LatLng } from "../map-types.ts";
import { clusterDots, projectToPx } from "./cluster-dots.ts";

const FIT_PX = 96;
const ZOOM_MS = 320;

/** Zooms in on a cluster; returns false if its markers are too close for any zoom to separate them. */
export function zoomInto(
  map: MapLibre,
  places: readonly LatLng[],
  {
    clusterPx,
    reducedMotion,
  }: {
    clusterPx: number;
    reducedMotion: boolean;
  },
): boolean {
  const closest = map.getMaxZoom();
  const dots = places.map((place, n) => ({
    id: String(n),
    ...projectToPx(place, closest),
  }));
  if (map.getZoom() > closest - 0.1 || clusterDots(dots, clusterPx).length < 2) return false;
  const bounds = new LngLatBounds();
  for (const { lat, lng } of places) bounds.extend([lng, lat]);
  // At least one level closer: if they already fill the window, fitting alone would do nothing.
  const zoom = Math.max(
    map.getZoom() + 1,
    map.cameraForBounds(bounds, { padding: FIT_PX })?.zoom ?? 0,
  );
  map.easeTo({
    center: bounds.getCenter(),
    zoom: Math.min(zoom, closest),
    duration: reducedMotion ? 0 : ZOOM_MS,
  });
  return true;
}
