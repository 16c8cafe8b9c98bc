import type { ComponentProps } from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene } from "#shared/map/map-types.ts";
import { MapOverlayLayout } from "#shared/ui/MapOverlayLayout.tsx";

interface MapScenePanelProps extends Omit<ComponentProps<typeof MapOverlayLayout>, "renderMap"> {
  scene: MapScene;
  /** What the map is about. */
  mapLabel: string;
}

/** A panel on a map whose content is known. */
export function MapScenePanel({ scene, mapLabel, ...panelProps }: MapScenePanelProps) {
  return (
    <MapOverlayLayout
      {...panelProps}
      renderMap={(padding) => <LazyMapView {...scene} label={mapLabel} padding={padding} />}
    />
  );
}
