import { type Map as MapLibre, Marker } from "maplibre-gl";
import type { LatLng, MapHandle } from "../map-types.ts";

const STEP_PX = 8;
const WIDE_STEP_PX = 48;
const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Height of the pin above its point; its width is half of that. */
const PIN_PX = 44;

/** True if a pin at this point is fully visible. */
function isInSight(map: MapLibre, { x, y }: { readonly x: number; readonly y: number }): boolean {
  const { clientWidth, clientHeight } = map.getContainer();
  return x >= PIN_PX / 2 && x <= clientWidth - PIN_PX / 2 && y >= PIN_PX && y <= clientHeight;
}

/** A pin that can be dragged, or moved with the arrow keys when focused. */
export function createHandleMarker(map: MapLibre, moved: (to: LatLng) => void) {
  let marker: Marker | undefined;
  const open = (place: MapHandle): Marker => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "map-handle";
    const made = new Marker({ element, anchor: "bottom", draggable: true }).setLngLat(place).addTo(map);
    made.on("dragend", () => moved(made.getLngLat()));
    element.addEventListener("click", (event) => event.stopPropagation());
    element.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step) return;
      // Prevents the arrow keys from moving the map.
      event.preventDefault();
      event.stopPropagation();
      const { x, y } = map.project(made.getLngLat());
      const px = event.shiftKey ? WIDE_STEP_PX : STEP_PX;
      const at = { x: x + step[0] * px, y: y + step[1] * px };
      const to = map.unproject([at.x, at.y]);
      made.setLngLat(to);
      if (!isInSight(map, at)) map.panTo(to);
      moved(to);
    });
    return made;
  };
  return {
    show(handle: MapHandle | undefined) {
      if (!handle) {
        marker?.remove();
        marker = undefined;
        return;
      }
      marker ??= open(handle);
      marker.setLngLat(handle);
      marker.getElement().ariaLabel = handle.label;
    },
  };
}
