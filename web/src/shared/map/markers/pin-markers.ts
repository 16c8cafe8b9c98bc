import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type Map as MapLibre, Marker } from "maplibre-gl";
import type { MapPin } from "../map-types.ts";
import { clusterDots, projectToPx } from "./cluster-dots.ts";
import { zoomInto } from "./zoom-into.ts";

interface Shown {
  marker: Marker;
  button: HTMLButtonElement;
  tag: HTMLElement;
}

/** Pins as buttons over the map; a pin keeps its element, and so the focus, as long as it keeps its id. */
export interface PinMarkers {
  show(pins: readonly MapPin[]): void;
}

interface Options {
  map: MapLibre;
  chosen: (id: string) => void;
  /** Disables the animation. */
  reducedMotion: boolean;
}

/** Pins closer together than this cannot be distinguished or tapped one by one. */
const CLUSTER_PX = 34;

export function createPinMarkers({ map, chosen, reducedMotion }: Options): PinMarkers {
  const shown = new Map<string, Shown>();
  let pins: readonly MapPin[] = [];
  let clusters = new Map<string, readonly MapPin[]>();
  const choose = (id: string) => {
    const cluster = clusters.get(id) ?? [];
    if (
      cluster.length < 2 ||
      !zoomInto(map, cluster, {
        clusterPx: CLUSTER_PX,
        reducedMotion,
      })
    )
      chosen(id);
  };
  const arrange = () => {
    clusters = new Map(
      clusterPins(pins, map.getZoom()).map((cluster) => [cluster[0]?.id ?? "", cluster]),
    );
    for (const [id, { marker }] of shown) {
      if (clusters.has(id)) continue;
      marker.remove();
      shown.delete(id);
    }
    for (const [id, cluster] of clusters) {
      const [first] = cluster;
      if (!first) continue;
      const existing = shown.get(id) ?? create(map, first, choose);
      shown.set(id, existing);
      draw(existing, first, cluster.length);
    }
  };
  map.on("zoomend", arrange);
  return {
    show(next) {
      pins = next;
      arrange();
    },
  };
}

/** Pins that overlap, as one; a selected pin stays alone. */
export function clusterPins(pins: readonly MapPin[], zoom: number): MapPin[][] {
  const byId = new Map(pins.map((pin) => [pin.id, pin]));
  const others = pins.filter(({ selected }) => !selected);
  const selected = pins.filter((pin) => pin.selected).map((pin) => [pin]);
  const clusters = clusterDots(
    others.map((pin) => ({
      id: pin.id,
      ...projectToPx(pin, zoom),
    })),
    CLUSTER_PX,
  );
  return [...clusters.map(({ ids }) => ids.flatMap((id) => byId.get(id) ?? [])), ...selected];
}

function draw({ marker, button, tag }: Shown, first: MapPin, count: number): void {
  const label = count > 1 ? i18n._(msg`Zoom in on ${count} pins`) : first.label;
  marker.setLngLat(first);
  if (count > 1) button.dataset["count"] = String(count);
  else delete button.dataset["count"];
  tag.textContent = label;
  button.ariaLabel = label;
  button.ariaPressed = String(first.selected ?? false);
}

function create(map: MapLibre, pin: MapPin, choose: (id: string) => void): Shown {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "map-pin";
  const tag = button.appendChild(document.createElement("span"));
  tag.className = "map-tag";
  tag.dataset["side"] = "top";
  button.addEventListener("click", (event) => {
    // Prevents a click on the map below.
    event.stopPropagation();
    choose(pin.id);
  });
  return {
    marker: new Marker({ element: button }).setLngLat(pin).addTo(map),
    button,
    tag,
  };
}
