import { Map as MapLibre } from "maplibre-gl";
import { log } from "#shared/log.ts";
import { whenIdle } from "#shared/when-idle.ts";
import {
  boundsOf,
  DEFAULT_VIEW,
  fitPadding,
  fitZoom,
  NO_PADDING,
  POINT_ZOOM,
  pointsToFit,
} from "./camera.ts";
import { registerMapImages } from "./basemap/map-images.ts";
import { listenForCenter, type PickEvents } from "./pick-center.ts";
import type { Basemap } from "./basemap/basemap-types.ts";
import type { LatLng, MapMover, MapScene } from "./map-types.ts";
import { listenForLines } from "./journey-layers.ts";
import { createMoverMarkers } from "./markers/mover-markers.ts";
import { readPalette, watchTheme } from "./basemap/palette.ts";
import { createPinMarkers } from "./markers/pin-markers.ts";
import { createStopMarkers } from "./markers/stop-markers.ts";
import { buildMapStyle } from "./map-style.ts";

/** A map that renders the scenes it is given. */
export interface MapController {
  /** Attribution of the basemap; undefined for the built-in one. */
  readonly credit: string | undefined;
  /** Renders a scene; moves the camera only if the content changed. */
  show(scene: MapScene): void;
  /** Updates moving markers only. */
  move(movers: readonly MapMover[]): void;
  listen(to: MapControllerEvents): void;
  setLabel(label: string): void;
  zoomBy(levels: number): void;
  centerOn(at: LatLng, zoom?: number): void;
  focus(): void;
  /** Lets the user pick the centre of the map. */
  pickCenter(events: PickEvents): void;
  /** Stops everything and frees graphics memory. */
  remove(): void;
}

interface MapControllerEvents {
  pinChosen: (id: string) => void;
  lineEntered: (id: string) => void;
  moversChosen: (ids: readonly string[]) => void;
}

interface MapControllerOptions {
  container: HTMLElement;
  basemap: Basemap;
  scene: MapScene;
  label: string;
}

const CAMERA_MOVE_MS = 320;
const FADE_MS = 200;

/** Creates a map in an element; throws if the browser cannot render one. */
export function createMapController(options: MapControllerOptions): MapController {
  const { basemap } = options;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let { scene } = options;
  let events: MapControllerEvents | undefined;
  const map = createMap(options, reducedMotion);
  const stops = createStopMarkers(map);
  const pins = createPinMarkers({
    map,
    chosen: (id) => events?.pinChosen(id),
    reducedMotion,
  });
  const movers = createMoverMarkers({
    map,
    chosen: (ids) => events?.moversChosen(ids),
    reducedMotion,
  });
  listenForLines(
    map,
    () => (scene.lines ?? []).length > 0,
    (id) => events?.lineEntered(id),
  );
  const followScene = followContent(map, reducedMotion);
  const restyle = createRestyler(map, basemap);
  const stopWatching = watchTheme(() => restyle(scene));
  const showMarkers = () => {
    stops.show(scene.stops ?? [], scene.padding ?? NO_PADDING);
    pins.show(scene.pins ?? []);
    movers.follow(scene.route ?? []);
    followScene(scene);
  };
  showMarkers();
  return {
    credit: basemap.credit,
    show(next) {
      if (JSON.stringify(next) === JSON.stringify(scene)) return;
      scene = next;
      restyle(scene);
      showMarkers();
    },
    move: (to) => movers.show(to),
    listen(to) {
      events = to;
    },
    setLabel(text) {
      map.getCanvas().ariaLabel = text;
    },
    zoomBy(levels) {
      map.zoomTo(map.getZoom() + levels, { duration: reducedMotion ? 0 : CAMERA_MOVE_MS });
    },
    centerOn(at, zoom = map.getZoom()) {
      // As if the user had moved it: the camera no longer follows the content.
      const byUser = { originalEvent: true };
      map.easeTo(
        {
          center: at,
          zoom,
          duration: reducedMotion ? 0 : CAMERA_MOVE_MS,
        },
        byUser,
      );
    },
    focus: () => map.getCanvas().focus(),
    pickCenter: (to) => listenForCenter(map, to, reducedMotion),
    remove() {
      stopWatching();
      movers.remove();
      // Ending WebGL takes up to a second on a phone; the next screen is painted first.
      whenIdle(() => map.remove());
    },
  };
}

/** Returns a function that applies a scene's style as a diff, keeping the camera; waits for the first style to load. */
function createRestyler(map: MapLibre, basemap: Basemap): (scene: MapScene) => void {
  let pendingScene: MapScene | undefined;
  let ready = false;
  const restyle = (scene: MapScene) => {
    if (ready)
      map.setStyle(buildMapStyle(basemap, readPalette(map.getContainer()), scene), { diff: true });
    else pendingScene = scene;
  };
  map.once("style.load", () => {
    ready = true;
    if (pendingScene) restyle(pendingScene);
  });
  return restyle;
}

function createMap(
  { container, basemap, scene, label }: MapControllerOptions,
  reducedMotion: boolean,
): MapLibre {
  const map = new MapLibre({
    container,
    style: buildMapStyle(basemap, readPalette(container), scene),
    ...DEFAULT_VIEW,
    maxZoom: basemap.maxZoom,
    attributionControl: false,
    trackResize: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: reducedMotion ? 0 : FADE_MS,
    locale: { "Map.Title": label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  registerMapImages(map);
  followSize(map);
  captureMouse(map.getCanvas());
  // Without a listener MapLibre logs errors without a message; tiles fail while the server is away.
  map.on("error", ({ error }) =>
    log.error("map data could not be loaded", { error: error.message }),
  );
  return map;
}

/**
 * Keeps a map as large as its element. MapLibre's own `trackResize` also resizes and draws a map that has just left the
 * page, which the next screen would wait for.
 */
function followSize(map: MapLibre): void {
  const container = map.getContainer();
  const canvas = map.getCanvas();
  const observer = new ResizeObserver(() => {
    if (!container.isConnected) return;
    const isSameSize =
      canvas.clientWidth === container.clientWidth &&
      canvas.clientHeight === container.clientHeight;
    if (isSameSize) return;

    map.resize();
    map.redraw();
  });
  observer.observe(container);
}

/** A drag also ends where the button is released outside of the map: MapLibre listens on the map only. */
function captureMouse(canvas: HTMLElement): void {
  canvas.addEventListener("pointerdown", ({ pointerType, pointerId }) => {
    if (pointerType === "mouse") canvas.setPointerCapture(pointerId);
  });
}

/**
 * Returns a function that fits the camera to a scene's content on changes and resizes, until the user moves the map.
 */
function followContent(map: MapLibre, reducedMotion: boolean): (scene: MapScene) => void {
  let shown:
    | {
        content: string;
        scene: MapScene;
      }
    | undefined;
  let movedByUser = false;
  map.on("movestart", (event) => {
    if (event.originalEvent) movedByUser = true;
  });
  map.on("resize", () => {
    if (shown && !movedByUser) lookAt(map, shown.scene, 0);
  });
  return (scene) => {
    const content = JSON.stringify([pointsToFit(scene), scene.padding, scene.center, scene.zoom]);
    if (content === shown?.content) return;
    lookAt(map, scene, shown && !reducedMotion ? CAMERA_MOVE_MS : 0);
    shown = { content, scene };
    movedByUser = false;
  };
}

function lookAt(map: MapLibre, scene: MapScene, duration: number): void {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  if (width === 0 || height === 0) return;
  const points = pointsToFit(scene);
  if (scene.center || points.length === 0) {
    const { center, zoom } = scene.center
      ? {
          center: scene.center,
          zoom: scene.zoom ?? POINT_ZOOM,
        }
      : DEFAULT_VIEW;
    // The centre of the free area, without the room for tags.
    const padding = fitPadding(
      {
        width,
        height,
      },
      scene.padding,
      NO_PADDING,
    );
    const offset: [number, number] = [
      (padding.left - padding.right) / 2,
      (padding.top - padding.bottom) / 2,
    ];
    map.easeTo({
      center,
      zoom,
      offset,
      duration,
    });
  } else {
    const padding = fitPadding(
      {
        width,
        height,
      },
      scene.padding,
    );
    map.fitBounds(boundsOf(points), {
      padding,
      maxZoom: fitZoom(points),
      duration,
      linear: true,
    });
  }
}
