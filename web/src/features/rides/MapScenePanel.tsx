import type { ComponentProps } from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene, MapViewProps } from "#shared/map/map-types.ts";
import { MapOverlayLayout } from "#shared/ui/MapOverlayLayout.tsx";

interface MapScenePanelProps extends Omit<ComponentProps<typeof MapOverlayLayout>, "renderMap"> {
  scene: MapScene;
  mapEvents?: Pick<MapViewProps, "onLine"> | undefined;
  /** Describes the map to screen readers. */
  mapLabel: string;
}

/** A map panel for a given scene. */
export function MapScenePanel({ scene, mapEvents, mapLabel, ...panelProps }: MapScenePanelProps) {
  return (
    <MapOverlayLayout
      {...panelProps}
      renderMap={(padding) => (
        <LazyMapView {...scene} {...mapEvents} label={mapLabel} padding={padding} />
      )}
    />
  );
}
