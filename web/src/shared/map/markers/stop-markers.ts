import { type Map as MapLibre, Marker } from "maplibre-gl";
import { type MapPadding, type MapStop } from "../map-types.ts";
import { chooseTagSides } from "./tag-sides.ts";

/** True if a stop shows its name and time in a tag. */
export function hasTag({ kind }: MapStop): boolean {
  return kind !== "stop";
}

/** Markers of the journey's stops. Decorative: the list beside the map has the text. */
export interface StopMarkers {
  show(stops: readonly MapStop[], covered: MapPadding): void;
}

export function createStopMarkers(map: MapLibre): StopMarkers {
  let shown: {
    marker: Marker;
    tag: HTMLElement | undefined;
  }[] = [];
  let covered: MapPadding = {
    top: 0,
    right: 0,
    bottom: 0,
    left: 0,
  };
  const arrange = () => {
    const tagged = shown.flatMap(({ marker, tag }) => (tag ? [{ marker, tag }] : []));
    const boxes = tagged.map(({ marker, tag }) => {
      const { x, y } = map.project(marker.getLngLat());
      return {
        x,
        y,
        width: tag.offsetWidth,
        height: tag.offsetHeight,
      };
    });
    const { clientWidth, clientHeight } = map.getContainer();
    const free = {
      left: covered.left,
      top: covered.top,
      right: clientWidth - covered.right,
      bottom: clientHeight - covered.bottom,
    };
    chooseTagSides(boxes, free).forEach((side, i) => {
      const tag = tagged[i]?.tag;
      if (tag) tag.dataset["side"] = side;
    });
  };
  map.on("moveend", arrange);
  map.on("resize", arrange);
  return {
    show(stops, nowCovered) {
      covered = nowCovered;
      for (const { marker } of shown) marker.remove();
      shown = stops.map((stop) => {
        const { element, tag } = stopElement(stop);
        return {
          marker: new Marker({ element }).setLngLat(stop).addTo(map),
          tag,
        };
      });
      arrange();
    },
  };
}

function stopElement(stop: MapStop): {
  element: HTMLElement;
  tag: HTMLElement | undefined;
} {
  const element = document.createElement("div");
  element.className = "map-stop";
  element.dataset["kind"] = stop.kind;
  element.ariaHidden = "true";
  if (!hasTag(stop))
    return {
      element,
      tag: undefined,
    };
  const tag = element.appendChild(document.createElement("span"));
  tag.className = "map-tag";
  if (stop.time) tag.append(word("b", stop.time));
  tag.append(word("span", stop.label));
  return { element, tag };
}

function word(name: "b" | "span", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  element.dir = "auto";
  return element;
}
