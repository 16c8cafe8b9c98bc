import { type Map as MapLibre, Marker } from "maplibre-gl";
import { projectToPx, clusterDots, worldSizePx } from "./cluster-dots.ts";
import { type DrawnPosition, glidePosition, type Glide, createGlide } from "./glide.ts";
import { createTrack, type LineTrack, snapToTrack } from "./line-track.ts";
import type { LatLng, MapMover } from "../map-types.ts";
import { drawMover, createMoverElement, turnMover } from "./mover-element.ts";
import { zoomInto } from "./zoom-into.ts";

/** Moving markers over the map: clustered where they overlap, and animated. */
export interface MoverMarkers {
  show(movers: readonly MapMover[]): void;
  /** Markers near this line are drawn on it and move along it. */
  follow(route: readonly LatLng[]): void;
  remove(): void;
}

interface TrackedMover {
  mover: MapMover;
  /** Where it is drawn, or where its glide ends. */
  at: DrawnPosition;
  /** When the position arrived. */
  sinceMs: number;
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
/** Closer than this to the own mark, another is drawn beside it. */
const OWN_MARK_PX = 26;
const BESIDE_OWN_PX: [number, number] = [0, -34];
/** Farther from the line, a driver is on another road. */
const ON_LINE_M = 60;

export function createMoverMarkers({ map, chosen, reducedMotion }: Options): MoverMarkers {
  const tracked = new Map<string, TrackedMover>();
  const markers = new Map<string, Marker>();
  let frame: number | undefined;
  let track: LineTrack | undefined;

  const choose = (ids: readonly string[]) => {
    const places = ids.flatMap((id) => tracked.get(id)?.mover ?? []);
    if (
      ids.length < 2 ||
      !zoomInto(map, places, {
        clusterPx: CLUSTER_PX,
        reducedMotion,
      })
    )
      chosen(ids);
  };
  const step = (now: number) => {
    frame = undefined;
    for (const [id, marker] of markers) {
      const trackedMover = tracked.get(id);
      if (!trackedMover?.glide) continue;
      draw(marker, glidePosition(trackedMover.glide, now));
      if (now >= trackedMover.glide.startMs + trackedMover.glide.durationMs)
        trackedMover.glide = undefined;
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
      // The own mark is on top, and a number below it would be hidden.
      marker.setOffset(isBelowOwnMark(map, tracked, first) ? BESIDE_OWN_PX : [0, 0]);
      const { glide, at = first } = tracked.get(first.id) ?? {};
      if (ids.length > 1) marker.setLngLat(at);
      else draw(marker, glide ? glidePosition(glide, now) : at);
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
        tracked.set(
          mover.id,
          trackMover(tracked.get(mover.id), mover, {
            track,
            now,
            glides: !reducedMotion,
          }),
        );
      arrange();
    },
    follow(route) {
      track = createTrack(route);
      const now = performance.now();
      for (const { mover } of tracked.values())
        tracked.set(mover.id, trackMover(undefined, mover, { track, now, glides: false }));
      arrange();
    },
    remove() {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

function draw(marker: Marker, at: DrawnPosition): void {
  marker.setLngLat(at);
  if (at.bearing !== undefined) turnMover(marker.getElement(), at.bearing);
}

/** Updated mover, on the track if it is near, gliding from its drawn position. */
function trackMover(
  before: TrackedMover | undefined,
  mover: MapMover,
  {
    track,
    now,
    glides,
  }: {
    track: LineTrack | undefined;
    now: number;
    glides: boolean;
  },
): TrackedMover {
  if (before && isSame(before.mover, mover))
    return {
      ...before,
      mover,
    };
  const at = (track && snapToTrack(track, mover, ON_LINE_M, before?.at.alongM)) ?? mover;
  if (!before || !glides)
    return {
      mover,
      at,
      sinceMs: now,
      glide: undefined,
    };
  const drawn = before.glide ? glidePosition(before.glide, now) : before.at;
  return {
    mover,
    at,
    sinceMs: now,
    glide: createGlide(drawn, at, now, {
      track,
      beforeMs: before.sinceMs,
    }),
  };
}

const isSame = (a: LatLng, b: LatLng) => a.lat === b.lat && a.lng === b.lng;

/** Clusters of the visible markers. The selected marker and the user's own are never clustered. */
function clustersOf(
  map: MapLibre,
  tracked: ReadonlyMap<string, TrackedMover>,
): { first: MapMover; ids: readonly string[] }[] {
  const inSight = [...tracked.values()].flatMap(({ mover, at }) => {
    const dot = dotInSight(map, at);
    return dot
      ? [
          {
            mover,
            dot: {
              id: mover.id,
              ...dot,
            },
          },
        ]
      : [];
  });
  const alone = inSight.filter(({ mover }) => mover.own || mover.selected);
  const others = inSight.filter(({ mover }) => !mover.own && !mover.selected).map(({ dot }) => dot);
  return [
    ...clusterDots(others, CLUSTER_PX).map(({ ids }) => ids),
    ...alone.map(({ dot }) => [dot.id]),
  ].flatMap((ids) => {
    const first = tracked.get(ids[0] ?? "")?.mover;
    return first ? [{ first, ids }] : [];
  });
}

function isBelowOwnMark(
  map: MapLibre,
  tracked: ReadonlyMap<string, TrackedMover>,
  first: MapMover,
): boolean {
  const own = [...tracked.values()].find(({ mover }) => mover.own);
  if (!own || own.mover.id === first.id) return false;
  const zoom = map.getZoom();
  const ownDot = projectToPx(own.at, zoom);
  const dot = projectToPx(first, zoom);
  return Math.hypot(ownDot.x - dot.x, ownDot.y - dot.y) < OWN_MARK_PX;
}

function dotInSight(
  map: MapLibre,
  place: LatLng,
):
  | {
      x: number;
      y: number;
    }
  | undefined {
  const zoom = map.getZoom();
  const dot = projectToPx(place, zoom);
  const middle = projectToPx(map.getCenter(), zoom);
  const world = worldSizePx(zoom);
  const east = dot.x - middle.x;
  // Copy of the world that contains the centre of the map.
  const x = east - world * Math.round(east / world);
  const { clientWidth, clientHeight } = map.getContainer();
  const seen =
    Math.abs(x) < clientWidth / 2 + OUTSIDE_PX &&
    Math.abs(dot.y - middle.y) < clientHeight / 2 + OUTSIDE_PX;
  return seen
    ? {
        x: middle.x + x,
        y: dot.y,
      }
    : undefined;
}
