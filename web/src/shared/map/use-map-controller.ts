import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { type MapController, createMapController } from "./map-controller.ts";
import { waitForFonts } from "./basemap/maplibre-setup.ts";
import type { Basemap } from "./basemap/basemap-types.ts";
import { openBasemap } from "./basemap/open-basemap.ts";
import type { MapViewProps } from "./map-types.ts";

/**
 * Keeps a map open in the element while the component is mounted and passes it the props; rethrows errors of creating
 * it.
 */
export function useMapController(
  container: RefObject<HTMLElement | null>,
  props: MapViewProps,
): MapController | undefined {
  const { label, route, segment, walks, areas, stops, pins, handle, padding, center, zoom, movers } = props;
  const [controller, setController] = useState<MapController>();
  const [failure, setFailure] = useState<{ reason: unknown }>();
  const open = useEffectEvent((element: HTMLElement, basemap: Basemap) =>
    createMapController({
      container: element,
      basemap,
      label,
      scene: { route, segment, walks, areas, stops, pins, handle, padding, center, zoom },
    }),
  );
  const picked = useEffectEvent((at: { lat: number; lng: number }) => props.onPick?.(at));
  const pinChosen = useEffectEvent((id: string) => props.onPin?.(id));
  const moversChosen = useEffectEvent((ids: readonly string[]) => props.onMovers?.(ids));

  useEffect(() => {
    let created: MapController | undefined;
    let isUnmounted = false;
    const start = async () => {
      const [basemap] = await Promise.all([openBasemap(), waitForFonts()]);
      if (isUnmounted || !container.current) return;
      created = open(container.current, basemap);
      created.listen({
        picked: (at) => picked(at),
        pinChosen: (id) => pinChosen(id),
        moversChosen: (ids) => moversChosen(ids),
      });
      setController(created);
    };
    start().catch((reason: unknown) => setFailure({ reason }));
    return () => {
      isUnmounted = true;
      created?.remove();
    };
  }, [container]);
  useEffect(() => {
    controller?.show({ route, segment, walks, areas, stops, pins, handle, padding, center, zoom });
  }, [controller, route, segment, walks, areas, stops, pins, handle, padding, center, zoom]);
  useEffect(() => {
    if (movers) controller?.move(movers);
  }, [controller, movers]);
  useEffect(() => {
    controller?.setLabel(label);
  }, [controller, label]);

  if (failure) throw failure.reason;
  return controller;
}
