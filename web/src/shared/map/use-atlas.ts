import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { type Atlas, openAtlas } from "./atlas.ts";
import { fontsReady } from "./basemap.ts";
import type { Basemap } from "./ground.ts";
import { openBasemap } from "./open-basemap.ts";
import type { MapViewProps } from "./map-types.ts";

/** Keeps a map open in the element while the component lives and shows it the props; throws what opening it threw. */
export function useAtlas(container: RefObject<HTMLElement | null>, props: MapViewProps): Atlas | undefined {
  const { label, route, part, stops, pins, handle, padding, center, zoom, movers } = props;
  const [atlas, setAtlas] = useState<Atlas>();
  const [failure, setFailure] = useState<{ reason: unknown }>();
  const open = useEffectEvent((element: HTMLElement, basemap: Basemap) =>
    openAtlas({
      container: element,
      basemap,
      label,
      scene: { route, part, stops, pins, handle, padding, center, zoom },
    }),
  );
  const picked = useEffectEvent((at: { lat: number; lng: number }) => props.onPick?.(at));
  const pinChosen = useEffectEvent((id: string) => props.onPin?.(id));
  const moversChosen = useEffectEvent((ids: readonly string[]) => props.onMovers?.(ids));

  useEffect(() => {
    let opened: Atlas | undefined;
    let gone = false;
    const start = async () => {
      const [basemap] = await Promise.all([openBasemap(), fontsReady()]);
      if (gone || !container.current) return;
      opened = open(container.current, basemap);
      opened.listen({
        picked: (at) => picked(at),
        pinChosen: (id) => pinChosen(id),
        moversChosen: (ids) => moversChosen(ids),
      });
      setAtlas(opened);
    };
    start().catch((reason: unknown) => setFailure({ reason }));
    return () => {
      gone = true;
      opened?.remove();
    };
  }, [container]);
  useEffect(() => {
    atlas?.show({ route, part, stops, pins, handle, padding, center, zoom });
  }, [atlas, route, part, stops, pins, handle, padding, center, zoom]);
  useEffect(() => {
    if (movers) atlas?.move(movers);
  }, [atlas, movers]);
  useEffect(() => {
    atlas?.setLabel(label);
  }, [atlas, label]);

  if (failure) throw failure.reason;
  return atlas;
}
