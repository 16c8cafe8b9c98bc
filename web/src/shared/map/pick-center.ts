import type { Map as MapLibre } from "maplibre-gl";
import type { LatLng } from "./map-types.ts";
import { pressedKey } from "#shared/ui/keyboard.ts";

/** What a user does on a map whose centre they pick. */
export interface PickEvents {
  moving: (isMoving: boolean) => void;
  /** The centre and the zoom after a move. */
  centered: (at: LatLng, zoom: number) => void;
  /** Enter was pressed. */
  confirmed: () => void;
}

const STEP_PX = 16;
const WIDE_STEP_PX = 96;
const MOVE_MS = 200;
const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the map by taps and arrow keys, and reports its centre. */
export function listenForCenter(map: MapLibre, events: PickEvents, reducedMotion: boolean): void {
  // As if the user had dragged it: the camera no longer follows the content.
  const byUser = { originalEvent: true };
  const duration = reducedMotion ? 0 : MOVE_MS;
  map.on("movestart", () => events.moving(true));
  map.on("moveend", () => {
    events.moving(false);
    events.centered(normalizeLngLat(map.getCenter()), map.getZoom());
  });
  map.on("click", ({ lngLat }) =>
    map.easeTo(
      {
        center: lngLat,
        duration,
      },
      byUser,
    ),
  );
  map.getCanvas().addEventListener(
    "keydown",
    (event) => {
      const step = steps[pressedKey(event)];
      if (pressedKey(event) === "Enter" && !event.repeat) events.confirmed();
      if (!step) return;
      // The map's own steps of 100 px are too wide to find a street corner.
      event.preventDefault();
      event.stopImmediatePropagation();
      const px = event.shiftKey ? WIDE_STEP_PX : STEP_PX;
      map.panBy([step[0] * px, step[1] * px], { duration: 0 }, byUser);
    },
    { capture: true },
  );
}

function normalizeLngLat({ lat, lng }: LatLng): LatLng {
  return {
    lat,
    lng: ((((lng + 180) % 360) + 360) % 360) - 180,
  };
}
