import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { type MapController, createMapController } from "./map-controller.ts";
import { waitForFonts } from "./basemap/maplibre-setup.ts";
import type { Basemap } from "./basemap/basemap-types.ts";
import { openBasemap } from "./basemap/open-basemap.ts";
import type { LatLng, MapScene, MapViewProps } from "./map-types.ts";

/**
 * Keeps a map open in the element while the component is mounted and passes it the props; rethrows errors of creating
 * it.
 */
export function useMapController(
  container: RefObject<HTMLElement | null>,
  props: MapViewProps,
): MapController | undefined {
  const { label, movers } = props;
  // Restyling a map takes a tenth of a second on a phone: what was tapped is shown first.
  const scene = useDeferredValue(useScene(props));
  const [controller, setController] = useState<MapController>();
  const [failure, setFailure] = useState<{ reason: unknown }>();
  const open = useEffectEvent((element: HTMLElement, basemap: Basemap) =>
    createMapController({
      container: element,
      basemap,
      label,
      scene,
    }),
  );
  const moving = useEffectEvent((isMoving: boolean) => props.picking?.onMoving(isMoving));
  const centered = useEffectEvent((at: LatLng, zoom: number) => props.picking?.onCenter(at, zoom));
  const confirmed = useEffectEvent(() => props.picking?.onConfirm());
  const ready = useEffectEvent((opened: MapController) => {
    props.picking?.onReady(opened);
    if (props.picking)
      opened.pickCenter({
        moving,
        centered,
        confirmed,
      });
  });
  const pinChosen = useEffectEvent((id: string) => props.onPin?.(id));
  const lineEntered = useEffectEvent((id: string) => props.onLine?.(id));
  const moversChosen = useEffectEvent((ids: readonly string[]) => props.onMovers?.(ids));

  useEffect(() => {
    let created: MapController | undefined;
    let isUnmounted = false;
    const start = async () => {
      const [basemap] = await Promise.all([openBasemap(), waitForFonts()]);
      if (isUnmounted || !container.current) return;
      created = open(container.current, basemap);
      created.listen({
        pinChosen: (id) => pinChosen(id),
        lineEntered: (id) => lineEntered(id),
        moversChosen: (ids) => moversChosen(ids),
      });
      ready(created);
      setController(created);
    };
    start().catch((reason: unknown) => setFailure({ reason }));
    return () => {
      isUnmounted = true;
      created?.remove();
    };
  }, [container]);
  useEffect(() => {
    controller?.show(scene);
  }, [controller, scene]);
  useEffect(() => {
    if (movers) controller?.move(movers);
  }, [controller, movers]);
  useEffect(() => {
    controller?.setLabel(label);
  }, [controller, label]);

  if (failure) throw failure.reason;
  return controller;
}

/** What the map shows; the same object until a part of it changes. */
function useScene({
  route,
  segment,
  isEstimated,
  lines,
  walks,
  areas,
  stops,
  pins,
  padding,
  center,
  zoom,
}: MapScene): MapScene {
  return useMemo(
    () => ({
      route,
      segment,
      isEstimated,
      lines,
      walks,
      areas,
      stops,
      pins,
      padding,
      center,
      zoom,
    }),
    [route, segment, isEstimated, lines, walks, areas, stops, pins, padding, center, zoom],
  );
}
