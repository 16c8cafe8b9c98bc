import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Position } from "geojson";
import { LRUCache } from "lru-cache";
import type { Context } from "../context.ts";
import { WORLD_MAP_FILE } from "../http/web-app/world-map.ts";
import { MAP_FILE } from "../map-tiles/build-map.ts";
import { doIntersect } from "../map-tiles/clip.ts";
import { MAX_ZOOM, MIN_ZOOM } from "../map-tiles/schema/tile-feature.ts";
import type { Region } from "../regions/region.ts";
import { distancePx, type DrawnLeg, drawGround, drawLegs } from "./draw-map.ts";
import { frameAround, type MapFrame, type PictureSize } from "./frame.ts";
import { classifyStreets, classifyWorld } from "./ground-kinds.ts";
import { type Ground, type GroundSource, readGround } from "./read-ground.ts";

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
