import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Position } from "geojson";
import { LRUCache } from "lru-cache";
import type { Context } from "../context.ts";
import { WORLD_MAP_FILE } from "../http/web-app/map-files.ts";
import { MAP_FILE } from "../map-tiles/build-map.ts";
import { doIntersect } from "../map-tiles/clip.ts";
import { MAX_ZOOM, MIN_ZOOM } from "../map-tiles/schema/tile-feature.ts";
import type { Region } from "../regions/region.ts";
import { frameAround, type MapFrame, type PictureSize } from "./frame.ts";
import {
  classifyStreets,
  classifyWorld,
  type Ground,
  GROUND_KINDS,
  type GroundKind,
  type GroundSource,
  isAreaKind,
  readGround,
} from "./read-ground.ts";

/** A map around some places, and the roads between them: elements of an SVG, with a class for each kind. */
export interface MapPicture {
  /** Where the places are in the picture. */
  readonly points: readonly Position[];
  /** Ground and route; no names. */
  readonly markup: string;
  /** Whether it shows data of OpenStreetMap, which must be credited. */
  readonly showsOpenStreetMap: boolean;
}

/** Draws maps on the server, for pages without scripts and for images. */
export interface MapPictures {
  /**
   * The map of a route through these places, or around a single one. It depends on the places, the size and the built
   * regions only. Undefined without places, and if they are half a world apart.
   */
  draw(places: readonly LatLng[], size: PictureSize): Promise<MapPicture | undefined>;
}

type MapContext = Pick<Context, "regions" | "routing" | "log">;

/** About 20 kB each. */
const CACHED_PICTURES = 300;
const PADDING_PX = 36;
/** A shorter gap is below the dot. */
const OFF_ROADS_PX = 6;

const WORLD_MAX_ZOOM = 7;

export function createMapPictures(ctx: MapContext, webFolder: string | undefined): MapPictures {
  const world = webFolder === undefined ? undefined : findWorldMap(webFolder);
  const cache = new LRUCache<string, Promise<MapPicture | undefined>>({ max: CACHED_PICTURES });
  return {
    draw(places, size) {
      const versions = ctx.regions.list().map(({ id, version }) => `${id} ${version}`);
      const key = JSON.stringify([places.map(({ lat, lng }) => [lat, lng]), size, versions]);
      const known = cache.get(key);
      if (known) return known;
      const picture = drawPicture(ctx, world, places, size);
      cache.set(key, picture);
      picture.catch(() => cache.delete(key));
      return picture;
    },
  };
}

async function drawPicture(
  ctx: MapContext,
  world: GroundSource | undefined,
  places: readonly LatLng[],
  size: PictureSize,
): Promise<MapPicture | undefined> {
  const { legs, routed } = places.length < 2 ? NO_ROUTE : ctx.routing.route(places);
  const shown = [...places, ...legs.flatMap(({ line }) => line)];
  const frame = frameAround(shown, size, PADDING_PX);
  if (!frame) return undefined;

  const streets = ctx.regions.list().flatMap((region) => findStreets(region, frame) ?? []);
  const grounds = await Promise.all(
    [...(world ? [world] : []), ...streets].map((source) => readGroundSafely(ctx, source, frame)),
  );
  const points = places.map(frame.toPixels);
  const drawnLegs = legs.flatMap(({ line, estimated }, n) => {
    const leg: DrawnLeg = {
      line: line.map(frame.toPixels),
      isEstimated: !routed || estimated === true,
    };
    return [leg, ...linksToPlaces(leg, points[n], points[n + 1])];
  });
  return {
    points,
    markup: drawGround(grounds) + drawLegs(drawnLegs),
    showsOpenStreetMap: routed || streets.length > 0,
  };
}

/** A place may be off the roads, such as a town beyond the border of a region. */
function linksToPlaces(
  { line }: DrawnLeg,
  start: Position | undefined,
  end: Position | undefined,
): DrawnLeg[] {
  const links = [
    [start, line.at(0)],
    [line.at(-1), end],
  ] as const;
  return links.flatMap(([from, to]) =>
    from && to && distancePx(from, to) > OFF_ROADS_PX
      ? [{ line: [from, to], isEstimated: true }]
      : [],
  );
}

const NO_ROUTE = { legs: [], routed: false } as const;

function findWorldMap(webFolder: string): GroundSource | undefined {
  const file = join(webFolder, WORLD_MAP_FILE);
  if (!existsSync(file)) return undefined;
  return {
    file,
    minZoom: 0,
    maxZoom: WORLD_MAX_ZOOM,
    classify: classifyWorld,
  };
}

/** The street map of a region that the frame touches. */
function findStreets(region: Region, frame: MapFrame): GroundSource | undefined {
  const file = region.path(MAP_FILE);
  if (!doIntersect(region.bbox, frame.box) || !existsSync(file)) return undefined;
  return {
    file,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    classify: classifyStreets,
  };
}

/** A picture without its ground is better than a page without the ride. */
async function readGroundSafely(
  { log }: MapContext,
  source: GroundSource,
  frame: MapFrame,
): Promise<Ground> {
  try {
    return await readGround(source, frame);
  } catch (error) {
    log.error({ err: error, file: source.file }, "a map could not be read for a picture");
    return new Map();
  }
}

/** A part of a route, in units of the picture. */
interface DrawnLeg {
  readonly line: readonly Position[];
  /** Drawn with dashes: no roads are known here. */
  readonly isEstimated: boolean;
}

/** About 10 kB when compressed. */
const MAX_GROUND_CHARS = 30_000;
/** From as fine as the eye sees to coarse; the first that is small enough is used. */
const TOLERANCES_PX = [0.6, 1.2, 2.4, 4.8];

/** Ground as paths with a class for each kind, such as `map-water`; at most about 30 kB. */
function drawGround(grounds: readonly Ground[]): string {
  let markup = "";
  for (const tolerancePx of TOLERANCES_PX) {
    markup = grounds.map((ground) => drawKinds(ground, tolerancePx)).join("");
    if (markup.length <= MAX_GROUND_CHARS) return markup;
  }
  return markup.length > 2 * MAX_GROUND_CHARS ? "" : markup;
}

const drawKinds = (ground: Ground, tolerancePx: number): string =>
  GROUND_KINDS.map((kind) => drawKind(kind, ground.get(kind) ?? [], tolerancePx)).join("");

function drawKind(
  kind: GroundKind,
  lines: readonly (readonly Position[])[],
  tolerancePx: number,
): string {
  const isArea = isAreaKind(kind);
  const data = lines.map((line) => pathData(line, tolerancePx, isArea)).join("");
  return data === "" ? "" : `<path class="map-${kind}" d="${data}"/>`;
}

/** The legs with a casing below all of them. */
function drawLegs(legs: readonly DrawnLeg[]): string {
  const paths = legs.map(({ line, isEstimated }) => ({
    data: pathData(line, 0, false),
    kind: isEstimated ? "map-estimate" : "map-route",
  }));
  const casings = paths.filter(({ kind }) => kind === "map-route");
  return [
    ...casings.map(({ data }) => `<path class="map-casing" d="${data}"/>`),
    ...paths.map(({ data, kind }) => `<path class="${kind}" d="${data}"/>`),
  ].join("");
}

/** Data of a path in tenths of a unit, without points that are closer to the one before than the tolerance. */
function pathData(line: readonly Position[], tolerancePx: number, isClosed: boolean): string {
  const kept: Position[] = [];
  for (const point of line) {
    const before = kept.at(-1);
    if (!before || distancePx(before, point) > tolerancePx || point === line.at(-1))
      kept.push(point);
  }
  if (isClosed && kept.length < 4) return "";
  return `M${kept.map(pointData).join(" ")}${isClosed ? "z" : ""}`;
}

const distancePx = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number =>
  Math.hypot(ax - bx, ay - by);

const pointData = ([x = 0, y = 0]: Position): string => `${tenths(x)} ${tenths(y)}`;
const tenths = (value: number): number => Math.round(value * 10) / 10;
