import { open } from "node:fs/promises";
import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import type { Position } from "geojson";
import { PbfReader } from "pbf";
import { PMTiles, type Source } from "pmtiles";
import { type Box, clipLine, clipRing } from "../map-tiles/clip.ts";
import { type TileAddress, tilesAt } from "../map-tiles/tile-grid.ts";
import type { MapFrame } from "./frame.ts";

/** What a picture shows below the route, in drawing order. */
export const GROUND_KINDS = [
  "sea",
  "land",
  "wood",
  "water",
  "river",
  "border",
  "road",
  "main-road",
  "motorway",
] as const;
export type GroundKind = (typeof GROUND_KINDS)[number];

const AREAS: ReadonlySet<GroundKind> = new Set(["sea", "land", "wood", "water"]);
export const isAreaKind = (kind: GroundKind): boolean => AREAS.has(kind);

/** Rings of areas and lines by kind, in units of the picture. */
export type Ground = ReadonlyMap<GroundKind, readonly (readonly Position[])[]>;

/** An archive of vector tiles, and what of it is shown. */
export interface GroundSource {
  readonly file: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Undefined for what a picture does not show. */
  readonly classify: (
    layer: string,
    properties: Readonly<Record<string, unknown>>,
    isArea: boolean,
  ) => GroundKind | undefined;
}

const POINT = 1;
const POLYGON = 3;
/** Areas are cut here, so that their edges are not seen. */
const MARGIN_PX = 3;
/** A picture touches fewer. */
const MAX_TILES = 12;

/** The ground that an archive has in the frame; nothing at zooms that it lacks. */
export async function readGround(source: GroundSource, frame: MapFrame): Promise<Ground> {
  const ground = new Map<GroundKind, Position[][]>();
  const zoom = Math.min(source.maxZoom, Math.floor(frame.zoom));
  if (zoom < source.minZoom) return ground;

  const file = await open(source.file);
  try {
    const archive = new PMTiles(sourceOf(source.file, file));
    for (const tile of tilesAt(zoom, frame.box).slice(0, MAX_TILES))
      for (const { layer, feature } of await readFeatures(archive, tile)) {
        const isArea = feature.type === POLYGON;
        const kind = source.classify(layer, feature.properties, isArea);
        if (!kind || isAreaKind(kind) !== isArea) continue;
        const shapes = ground.get(kind) ?? [];
        shapes.push(...placeFeature(feature, tile, frame));
        ground.set(kind, shapes);
      }
  } finally {
    await file.close();
  }
  return ground;
}

const sourceOf = (key: string, file: Awaited<ReturnType<typeof open>>): Source => ({
  getKey: () => key,
  async getBytes(offset, length) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
    return { data: buffer.slice(0, bytesRead).buffer };
  },
});

interface TileFeature {
  readonly layer: string;
  readonly feature: VectorTileFeature;
}

/** The areas and lines of a tile. */
async function readFeatures(archive: PMTiles, { z, x, y }: TileAddress): Promise<TileFeature[]> {
  const tile = await archive.getZxy(z, x, y);
  if (!tile) return [];
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)));
  return Object.entries(layers).flatMap(([name, layer]) =>
    Array.from({ length: layer.length }, (_, n) => ({
      layer: name,
      feature: layer.feature(n),
    })).filter(({ feature }) => feature.type !== POINT),
  );
}

/** The part of a feature that is in its tile and in the picture: tiles overlap a little, which would be seen. */
function placeFeature(
  feature: VectorTileFeature,
  tile: TileAddress,
  frame: MapFrame,
): Position[][] {
  const [left, top, right, bottom] = frame.placeTile(tile);
  const scale = (right - left) / feature.extent;
  const shown: Box = [
    Math.max(left, -MARGIN_PX),
    Math.max(top, -MARGIN_PX),
    Math.min(right, frame.width + MARGIN_PX),
    Math.min(bottom, frame.height + MARGIN_PX),
  ];
  const shapes = feature
    .loadGeometry()
    .map((points) => points.map(({ x, y }): Position => [left + x * scale, top + y * scale]));
  if (feature.type === POLYGON)
    return shapes.map((ring) => clipRing(ring, shown)).filter((ring) => ring !== undefined);
  return shapes.flatMap((line) => clipLine(line, shown));
}

type Properties = Readonly<Record<string, unknown>>;

/** Layers of the map of the world that ships with the web app; a border of level 0 is that of a country. */
export function classifyWorld(layer: string, properties: Properties): GroundKind | undefined {
  if (layer === "boundary") return properties["l"] === 0 ? "border" : undefined;
  return WORLD_LAYERS[layer];
}

const WORLD_LAYERS: Readonly<Record<string, GroundKind>> = {
  sea: "sea",
  land: "land",
  water: "water",
  river: "river",
};

/** Layers of a region's street map, in Protomaps' schema. */
export function classifyStreets(
  layer: string,
  { kind }: Properties,
  isArea: boolean,
): GroundKind | undefined {
  if (layer === "water") return isArea ? "water" : "river";
  return STREET_KINDS[`${layer} ${String(kind)}`];
}

const STREET_KINDS: Readonly<Record<string, GroundKind>> = {
  "earth earth": "land",
  "landuse forest": "wood",
  "landuse wood": "wood",
  "boundaries country": "border",
  "roads highway": "motorway",
  "roads major_road": "main-road",
  "roads minor_road": "road",
};
