import { LngLatBounds, type Map as MapLibre, Marker } from "maplibre-gl";
import { flat, gather, worldPx } from "./gather.ts";
import { along, type Glide, glideTo } from "./glide.ts";
import type { LatLng, MapMover } from "./map-types.ts";
import { drawMover, moverElement } from "./mover-element.ts";

/** Those who move, over the map: gathered where they would cover each other, and gliding from frame to frame. */
export interface MoverMarkers {
  show(movers: readonly MapMover[]): void;
  remove(): void;
}

interface Known {
  mover: MapMover;
  glide: Glide | undefined;
}
interface Options {
  map: MapLibre;
  /** Somebody was chosen, or several who stand so close that no zoom parts them. */
  chosen: (ids: readonly string[]) => void;
  /** Nothing glides. */
  calm: boolean;
}

const GATHER_PX = 42;
const OUTSIDE_PX = 80;
const FIT_PX = 96;

export function moverMarkers({ map, chosen, calm }: Options): MoverMarkers {
  const known = new Map<string, Known>();
  const markers = new Map<string, Marker>();
  let frame: number | undefined;

  const choose = (ids: readonly string[]) => {
    const places = ids.flatMap((id) => known.get(id)?.mover ?? []);
    if (ids.length > 1 && canPart(map, places)) lookAtAll(map, places, calm);
    else chosen(ids);
  };
  const step = (now: number) => {
    frame = undefined;
    for (const [id, marker] of markers) {
      const one = known.get(id);
      if (!one?.glide) continue;
      marker.setLngLat(along(one.glide, now));
      if (now >= one.glide.startMs + one.glide.lastsMs) one.glide = undefined;
      else frame ??= requestAnimationFrame(step);
    }
  };
  const arrange = () => {
    const now = performance.now();
    const clusters = clustersOf(map, known);
    const firsts = new Set(clusters.map(({ first }) => first.id));
    for (const [id, marker] of markers) {
      if (firsts.has(id)) continue;
      marker.remove();
      markers.delete(id);
    }
    for (const { first, ids } of clusters) {
      const marker = markers.get(first.id) ?? new Marker({ element: moverElement(choose) });
      drawMover(marker.getElement(), first, ids);
      const glide = known.get(first.id)?.glide;
      marker.setLngLat(glide ? along(glide, now) : first);
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
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      for (const mover of movers) known.set(mover.id, follow(known.get(mover.id), mover, calm ? undefined : now));
      arrange();
    },
    remove() {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

/** The mover as it is told now, on its way there from where it is drawn; at once without a clock. */
function follow(before: Known | undefined, mover: MapMover, now: number | undefined): Known {
  if (!before || now === undefined) return { mover, glide: undefined };
  const { glide } = before;
  if (isSame(before.mover, mover)) return { mover, glide };
  return { mover, glide: glideTo(glide ? along(glide, now) : before.mover, mover, now) };
}

const isSame = (a: LatLng, b: LatLng) => a.lat === b.lat && a.lng === b.lng;

/** What is drawn of those in sight. Whoever is chosen stands alone, and so does the reader. */
function clustersOf(map: MapLibre, known: ReadonlyMap<string, Known>): { first: MapMover; ids: readonly string[] }[] {
  const inSight = [...known.values()].flatMap(({ mover }) => {
    const dot = dotInSight(map, mover);
    return dot ? [{ mover, dot: { id: mover.id, ...dot } }] : [];
  });
  const alone = inSight.filter(({ mover }) => mover.own || mover.selected);
  const others = inSight.filter(({ mover }) => !mover.own && !mover.selected).map(({ dot }) => dot);
  return [...gather(others, GATHER_PX).map(({ ids }) => ids), ...alone.map(({ dot }) => [dot.id])].flatMap((ids) => {
    const first = known.get(ids[0] ?? "")?.mover;
    return first ? [{ first, ids }] : [];
  });
}

function dotInSight(map: MapLibre, place: LatLng): { x: number; y: number } | undefined {
  const zoom = map.getZoom();
  const [dot, middle] = [flat(place, zoom), flat(map.getCenter(), zoom)];
  const world = worldPx(zoom);
  const east = dot.x - middle.x;
  // The copy of the world that the middle of the map is in.
  const x = east - world * Math.round(east / world);
  const { clientWidth, clientHeight } = map.getContainer();
  const seen = Math.abs(x) < clientWidth / 2 + OUTSIDE_PX && Math.abs(dot.y - middle.y) < clientHeight / 2 + OUTSIDE_PX;
  return seen ? { x: middle.x + x, y: dot.y } : undefined;
}

/** Whether they stand so far apart that coming closer shows them one by one. */
function canPart(map: MapLibre, places: readonly LatLng[]): boolean {
  const closest = map.getMaxZoom();
  if (map.getZoom() > closest - 0.1) return false;
  return (
    gather(
      places.map((place, n) => ({ id: String(n), ...flat(place, closest) })),
      GATHER_PX,
    ).length > 1
  );
}

function lookAtAll(map: MapLibre, places: readonly LatLng[], calm: boolean): void {
  const bounds = new LngLatBounds();
  for (const { lat, lng } of places) bounds.extend([lng, lat]);
  // Closer by a level at least: where they are spread as wide as the window already, nothing would happen else.
  const zoom = Math.max(map.getZoom() + 1, map.cameraForBounds(bounds, { padding: FIT_PX })?.zoom ?? 0);
  map.easeTo({ center: bounds.getCenter(), zoom: Math.min(zoom, map.getMaxZoom()), duration: calm ? 0 : 320 });
}
