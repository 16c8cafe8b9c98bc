import { Map as MapLibre } from "maplibre-gl";
import { boundsOf, fitPadding, HOME, NO_PADDING, POINT_ZOOM, pointsToFit } from "./camera.ts";
import { handleMarker } from "./handle-marker.ts";
import { drawDotsFor } from "./dot-image.ts";
import type { Basemap } from "./ground.ts";
import type { LatLng, MapMover, MapScene } from "./map-types.ts";
import { moverMarkers } from "./mover-markers.ts";
import { readPalette, watchTheme } from "./palette.ts";
import { pinMarkers } from "./pin-markers.ts";
import { stopMarkers } from "./stop-markers.ts";
import { mapStyle } from "./style.ts";

/** A map on the page that follows the scene it is given. */
export interface Atlas {
  /** Whose data the map under the journeys is, where it is not the map that comes along. */
  readonly credit: string | undefined;
  /** Draws the scene; moves the camera only when its content changed, not when an equal one comes again. */
  show(scene: MapScene): void;
  /** Those who move are where they are now; the rest of the map stays as it is. */
  move(movers: readonly MapMover[]): void;
  listen(to: AtlasEvents): void;
  setLabel(label: string): void;
  zoomBy(levels: number): void;
  /** Stops everything and frees the graphics memory. */
  remove(): void;
}

interface AtlasEvents {
  /** A point of the map was clicked, the handle moved, or Enter pressed over its middle. */
  picked: (at: LatLng) => void;
  pinChosen: (id: string) => void;
  moversChosen: (ids: readonly string[]) => void;
}

interface AtlasOptions {
  container: HTMLElement;
  basemap: Basemap;
  scene: MapScene;
  label: string;
}

const FLIGHT_MS = 320;
const FADE_MS = 200;

/** Opens a map in an element; throws where the browser cannot draw one. */
export function openAtlas({ container, basemap, scene: firstScene, label }: AtlasOptions): Atlas {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let scene = firstScene;
  let events: AtlasEvents | undefined;
  const map = createMap({ container, basemap, scene, label }, calm);
  const stops = stopMarkers(map);
  const pins = pinMarkers(map, (id) => events?.pinChosen(id));
  const movers = moverMarkers({ map, chosen: (ids) => events?.moversChosen(ids), calm });
  const handle = handleMarker(map, (at) => events?.picked(plain(at)));
  const look = followContent(map, calm);
  const restyle = styler(map, basemap);
  const stopWatching = watchTheme(() => restyle(scene));
  listenForPicks(
    map,
    () => scene,
    (at) => events?.picked(at),
  );
  const place = () => {
    stops.show(scene.stops ?? [], scene.padding ?? NO_PADDING);
    pins.show(scene.pins ?? []);
    handle.show(scene.handle);
    look(scene);
  };
  place();
  return {
    credit: basemap.credit,
    show(next) {
      if (JSON.stringify(next) === JSON.stringify(scene)) return;
      scene = next;
      restyle(scene);
      place();
    },
    move: (to) => movers.show(to),
    listen(to) {
      events = to;
    },
    setLabel(text) {
      map.getCanvas().ariaLabel = text;
    },
    zoomBy(levels) {
      map.zoomTo(map.getZoom() + levels, { duration: calm ? 0 : FLIGHT_MS });
    },
    remove() {
      stopWatching();
      movers.remove();
      map.remove();
    },
  };
}

/** Gives the map the style of a scene, by difference and so with the camera kept; waits for the first style to be in. */
function styler(map: MapLibre, basemap: Basemap): (scene: MapScene) => void {
  let waiting: MapScene | undefined;
  let ready = false;
  const restyle = (scene: MapScene) => {
    if (ready) map.setStyle(mapStyle(basemap, readPalette(map.getContainer()), scene), { diff: true });
    else waiting = scene;
  };
  map.once("style.load", () => {
    ready = true;
    if (waiting) restyle(waiting);
  });
  return restyle;
}

function createMap({ container, basemap, scene, label }: AtlasOptions, calm: boolean): MapLibre {
  const map = new MapLibre({
    container,
    style: mapStyle(basemap, readPalette(container), scene),
    ...HOME,
    maxZoom: basemap.closestZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: calm ? 0 : FADE_MS,
    locale: { "Map.Title": label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  drawDotsFor(map);
  return map;
}

/** Looks at a scene's content when it changes, and again when the map's size does, until somebody moves the map by hand. */
function followContent(map: MapLibre, calm: boolean): (scene: MapScene) => void {
  let looking: { content: string; scene: MapScene } | undefined;
  let movedByHand = false;
  map.on("movestart", (event) => {
    if (event.originalEvent) movedByHand = true;
  });
  map.on("resize", () => {
    if (looking && !movedByHand) lookAt(map, looking.scene, 0);
  });
  return (scene) => {
    const content = JSON.stringify([pointsToFit(scene), scene.padding, scene.center, scene.zoom]);
    if (content === looking?.content) return;
    lookAt(map, scene, looking && !calm ? FLIGHT_MS : 0);
    looking = { content, scene };
    movedByHand = false;
  };
}

function lookAt(map: MapLibre, scene: MapScene, duration: number): void {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  if (width === 0 || height === 0) return;
  const padding = fitPadding({ width, height }, scene.padding);
  const points = pointsToFit(scene);
  if (scene.center || points.length === 0) {
    const { center, zoom } = scene.center ? { center: scene.center, zoom: scene.zoom ?? POINT_ZOOM } : HOME;
    const offset: [number, number] = [(padding.left - padding.right) / 2, (padding.top - padding.bottom) / 2];
    map.easeTo({ center, zoom, offset, duration });
  } else {
    map.fitBounds(boundsOf(points), { padding, maxZoom: POINT_ZOOM + 2, duration, linear: true });
  }
}

function listenForPicks(map: MapLibre, scene: () => MapScene, picked: (at: LatLng) => void): void {
  map.on("click", ({ lngLat }) => picked(plain(lngLat)));
  map.getCanvas().addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const { left, right, top, bottom } = scene().padding ?? NO_PADDING;
    const { clientWidth, clientHeight } = map.getContainer();
    picked(plain(map.unproject([(left + clientWidth - right) / 2, (top + clientHeight - bottom) / 2])));
  });
}

function plain({ lat, lng }: LatLng): LatLng {
  return { lat, lng: ((((lng + 180) % 360) + 360) % 360) - 180 };
}
