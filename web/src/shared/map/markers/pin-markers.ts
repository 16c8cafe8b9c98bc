import { type Map as MapLibre, Marker } from "maplibre-gl";
import type { MapPin } from "../map-types.ts";

interface Shown {
  marker: Marker;
  button: HTMLButtonElement;
  tag: HTMLElement;
}

/** Pins as buttons over the map; a pin keeps its element, and so the focus, as long as it keeps its id. */
export interface PinMarkers {
  show(pins: readonly MapPin[]): void;
}

export function createPinMarkers(map: MapLibre, chosen: (id: string) => void): PinMarkers {
  const shown = new Map<string, Shown>();
  return {
    show(pins) {
      const ids = new Set(pins.map(({ id }) => id));
      for (const [id, { marker }] of shown) {
        if (ids.has(id)) continue;
        marker.remove();
        shown.delete(id);
      }
      for (const pin of pins) {
        const existing = shown.get(pin.id) ?? create(map, pin, chosen);
        shown.set(pin.id, existing);
        existing.marker.setLngLat(pin);
        existing.tag.textContent = pin.label;
        existing.button.ariaLabel = pin.label;
        existing.button.ariaPressed = String(pin.selected ?? false);
      }
    },
  };
}

function create(map: MapLibre, pin: MapPin, chosen: (id: string) => void): Shown {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "map-pin";
  const tag = button.appendChild(document.createElement("span"));
  tag.className = "map-tag";
  tag.dataset["side"] = "top";
  button.addEventListener("click", (event) => {
    // Prevents a click on the map below.
    event.stopPropagation();
    chosen(pin.id);
  });
  return { marker: new Marker({ element: button }).setLngLat(pin).addTo(map), button, tag };
}
