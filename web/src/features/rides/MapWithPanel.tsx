import type { ComponentProps } from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene } from "#shared/map/map-types.ts";
import { MapPanel } from "#shared/ui/MapPanel.tsx";

interface MapWithPanelProps extends Omit<ComponentProps<typeof MapPanel>, "renderMap"> {
  scene: MapScene;
  /** What the map is about. */
  mapLabel: string;
}

/** A panel on a map whose content is known. */
export function MapWithPanel({ scene, mapLabel, ...panel }: MapWithPanelProps) {
  return <MapPanel {...panel} renderMap={(padding) => <LazyMapView {...scene} label={mapLabel} padding={padding} />} />;
}
