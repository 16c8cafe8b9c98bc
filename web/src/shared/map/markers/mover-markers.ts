import { LngLatBounds, type Map as MapLibre, Marker } from "maplibre-gl";
import { projectToPx, clusterDots, worldSizePx } from "./cluster-dots.ts";
import { glidePosition, type Glide, createGlide } from "./glide.ts";
import type { LatLng, MapMover } from "../map-types.ts";
import { drawMover, createMoverElement } from "./mover-element.ts";

/** Moving markers over the map: clustered where they overlap, and animated. */
export interface MoverMarkers {
  show(movers: readonly MapMover[]): void;
  remove(): void;
}

interface TrackedMover {
  mover: MapMover;
  glide: Glide | undefined;
}
interface Options {
  map: MapLibre;
  /** The selected driver, or several too close to separate by zooming. */
  chosen: (ids: readonly string[]) => void;
  /** Disables the animation. */
  reducedMotion: boolean;
}

const CLUSTER_PX = 42;
const OUTSIDE_PX = 80;
const FIT_PX = 96;

export function createMoverMarkers({ map, chosen, reducedMotion }: Options): MoverMarkers {
  const tracked = new Map<string, TrackedMover>();
  const markers = new Map<string, Marker>();
  let frame: number | undefined;

  const choose = (ids: readonly string[]) => {
    const places = ids.flatMap((id) => tracked.get(id)?.mover ?? []);
    if (ids.length > 1 && canSeparate(map, places)) fitAll(map, places, reducedMotion);
    else chosen(ids);
  };
  const step = (now: number) => {
    frame = undefined;
    for (const [id, marker] of markers) {
      const trackedMover = tracked.get(id);
      if (!trackedMover?.glide) continue;
      marker.setLngLat(glidePosition(trackedMover.glide, now));
      if (now >= trackedMover.glide.startMs + trackedMover.glide.durationMs) trackedMover.glide = undefined;
      else frame ??= requestAnimationFrame(step);
    }
  };
  const arrange = () => {
    const now = performance.now();
    const clusters = clustersOf(map, tracked);
    const firsts = new Set(clusters.map(({ first }) => first.id));
    for (const [id, marker] of markers) {
      if (firsts.has(id)) continue;
      marker.remove();
      markers.delete(id);
    }
    for (const { first, ids } of clusters) {
      const marker = markers.get(first.id) ?? new Marker({ element: createMoverElement(choose) });
      drawMover(marker.getElement(), first, ids);
      const glide = tracked.get(first.id)?.glide;
      marker.setLngLat(glide ? glidePosition(glide, now) : first);
      if (!markers.has(first.id)) marker.addTo(map);
      markers.set(first.id, marker);
      if (glide) frame ??= requestAnimationFrame(step);
    }
  };
  map.on("moveend", arrange);
  map.on("resize", arrange);
  return {
    show(movers) {
      const now = performance.now();
      const ids = new Set(movers.map(({ id }) => id));
      for (const id of tracked.keys()) if (!ids.has(id)) tracked.delete(id);
      for (const mover of movers)
        tracked.set(mover.id, trackMover(tracked.get(mover.id), mover, reducedMotion ? undefined : now));
      arrange();
    },
    remove() {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

/** Updated mover, gliding from its drawn position; moves immediately without a clock. */
function trackMover(before: TrackedMover | undefined, mover: MapMover, now: number | undefined): TrackedMover {
  if (!before || now === undefined) return { mover, glide: undefined };
  const { glide } = before;
  if (isSame(before.mover, mover)) return { mover, glide };
  return { mover, glide: createGlide(glide ? glidePosition(glide, now) : before.mover, mover, now) };
}

const isSame = (a: LatLng, b: LatLng) => a.lat === b.lat && a.lng === b.lng;

/** Clusters of the visible markers. The selected marker and the user's own are never clustered. */
function clustersOf(
  map: MapLibre,
  tracked: ReadonlyMap<string, TrackedMover>,
): { first: MapMover; ids: readonly string[] }[] {
  const inSight = [...tracked.values()].flatMap(({ mover }) => {
    const dot = dotInSight(map, mover);
    return dot ? [{ mover, dot: { id: mover.id, ...dot } }] : [];
  });
  const alone = inSight.filter(({ mover }) => mover.own || mover.selected);
  const others = inSight.filter(({ mover }) => !mover.own && !mover.selected).map(({ dot }) => dot);
  return [...clusterDots(others, CLUSTER_PX).map(({ ids }) => ids), ...alone.map(({ dot }) => [dot.id])].flatMap(
    (ids) => {
      const first = tracked.get(ids[0] ?? "")?.mover;
      return first ? [{ first, ids }] : [];
    },
  );
}

function dotInSight(map: MapLibre, place: LatLng): { x: number; y: number } | undefined {
  const zoom = map.getZoom();
  const [dot, middle] = [projectToPx(place, zoom), projectToPx(map.getCenter(), zoom)];
  const world = worldSizePx(zoom);
  const east = dot.x - middle.x;
  // Copy of the world that contains the centre of the map.
  const x = east - world * Math.round(east / world);
  const { clientWidth, clientHeight } = map.getContainer();
  const seen = Math.abs(x) < clientWidth / 2 + OUTSIDE_PX && Math.abs(dot.y - middle.y) < clientHeight / 2 + OUTSIDE_PX;
  return seen ? { x: middle.x + x, y: dot.y } : undefined;
}

/** True if zooming in can separate the markers. */
function canSeparate(map: MapLibre, places: readonly LatLng[]): boolean {
  const closest = map.getMaxZoom();
  if (map.getZoom() > closest - 0.1) return false;
  return (
    clusterDots(
      places.map((place, n) => ({ id: String(n), ...projectToPx(place, closest) })),
      CLUSTER_PX,
    ).length > 1
  );
}

function fitAll(map: MapLibre, places: readonly LatLng[], reducedMotion: boolean): void {
  const bounds = new LngLatBounds();
  for (const { lat, lng } of places) bounds.extend([lng, lat]);
  // At least one level closer: if they already fill the window, fitting alone would do nothing.
  const zoom = Math.max(map.getZoom() + 1, map.cameraForBounds(bounds, { padding: FIT_PX })?.zoom ?? 0);
  map.easeTo({ center: bounds.getCenter(), zoom: Math.min(zoom, map.getMaxZoom()), duration: reducedMotion ? 0 : 320 });
}
