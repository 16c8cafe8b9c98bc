import { type Map as MapLibre, Marker } from "maplibre-gl";
import type { LatLng, MapHandle } from "./map-types.ts";

const STEP_PX = 8;
const WIDE_STEP_PX = 48;
const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A pin that is dragged, or moved with the arrow keys while it has the focus. */
export function handleMarker(map: MapLibre, moved: (to: LatLng) => void) {
  let marker: Marker | undefined;
  const open = (at: MapHandle): Marker => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "map-handle";
    const made = new Marker({ element, anchor: "bottom", draggable: true }).setLngLat(at).addTo(map);
    made.on("dragend", () => moved(made.getLngLat()));
    element.addEventListener("click", (event) => event.stopPropagation());
    element.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step) return;
      // The map itself is moved by the same keys.
      event.preventDefault();
      event.stopPropagation();
      const { x, y } = map.project(made.getLngLat());
      const px = event.shiftKey ? WIDE_STEP_PX : STEP_PX;
      const to = map.unproject([x + step[0] * px, y + step[1] * px]);
      made.setLngLat(to);
      if (!map.getBounds().contains(to)) map.panTo(to);
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
