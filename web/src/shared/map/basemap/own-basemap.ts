import type { CustomBasemap } from "@commonlane/contract/community";
import type {
  LayerSpecification,
  RasterSourceSpecification,
  StyleSpecification,
} from "maplibre-gl";
import { PMTiles, TileType } from "pmtiles";
import type { Basemap, BasemapLayers } from "./basemap-types.ts";
import type { Palette } from "./palette.ts";
import { bundledLayers } from "./bundled-layers.ts";

const MAX_ZOOM = 19;

/** Loads the operator's map; throws if it is unavailable or has an unsupported tile format. */
export async function openOwnBasemap(settings: CustomBasemap): Promise<Basemap> {
  const url = absoluteUrl(settings.url);
  const basemap = {
    maxZoom: MAX_ZOOM,
    credit: settings.credit,
  };
  if (settings.kind === "raster")
    return {
      ...basemap,
      layersFor: rasterLayers({
        tiles: [url],
        maxzoom: 19,
      }),
    };
  if (settings.kind === "style")
    return {
      ...basemap,
      layersFor: layersFromStyle(await readStyle(url)),
    };
  return {
    ...basemap,
    layersFor: await tileLayers(url),
  };
}

/** Absolute URL; braces stay unescaped because tile URLs contain placeholders. */
function absoluteUrl(url: string): string {
  return url.startsWith("/") ? location.origin + url : url;
}

async function tileLayers(url: string): Promise<Basemap["layersFor"]> {
  const file = new PMTiles(url);
  const { tileType } = await file.getHeader();
  const source = `pmtiles://${url}`;
  if (tileType !== TileType.Mvt) return rasterLayers({ url: source });
  const ids = layerIds(await file.getMetadata());
  if (ids.has("earth") && ids.has("places")) {
    const { protomapsLayers } = await import("./street-layers.ts");
    return (palette) => protomapsLayers(palette, source);
  }
  if (ids.has("land") && ids.has("place") && ids.has("boundary"))
    return (palette, scene) => ({
      ...bundledLayers(palette, scene),
      sources: {
        base: {
          type: "vector",
          url: source,
        },
      },
    });
  throw new Error("Unsupported tile format; use a style to describe how to draw these tiles.");
}

function layerIds(metadata: unknown): Set<unknown> {
  const described: unknown = isRecord(metadata) ? metadata["vector_layers"] : [];
  return new Set(
    Array.isArray(described)
      ? described.map((layer: unknown) => isRecord(layer) && layer["id"])
      : [],
  );
}

/** Image tiles cannot be recoloured, so the dark theme dims them. */
export function rasterLayers(
  from: Partial<RasterSourceSpecification>,
): (palette: Palette) => BasemapLayers {
  return (palette) => ({
    sources: {
      base: {
        ...from,
        type: "raster",
        tileSize: 256,
      },
    },
    below: [
      {
        id: "paper",
        type: "background",
        paint: { "background-color": palette.land },
      },
      {
        id: "pictures",
        type: "raster",
        source: "base",
        paint: isDark(palette)
          ? {
              "raster-brightness-max": 0.6,
              "raster-saturation": -0.4,
            }
          : {},
      },
    ],
    above: [],
    styleAssets: {},
  });
}

function isDark({ land }: Palette): boolean {
  const parts = land.match(/\d+/g)?.map(Number) ?? [];
  return parts.reduce((sum, part) => sum + part, 0) < 3 * 128;
}

async function readStyle(url: string): Promise<StyleSpecification> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`The map style request failed with status ${reply.status}.`);
  const style: StyleSpecification = await reply.json();
  if (!Array.isArray(style.layers) || !isRecord(style.sources))
    throw new Error("The response is not a map style.");
  return withAbsoluteUrls(style, url);
}

/** The operator's style, with the route below its first labels. */
export function layersFromStyle({
  sources,
  layers,
  glyphs,
  sprite,
}: StyleSpecification): () => BasemapLayers {
  const names = layers.findIndex(({ type }) => type === "symbol");
  const cut = names < 0 ? layers.length : names;
  const below: LayerSpecification[] = layers.slice(0, cut);
  const above: LayerSpecification[] = layers.slice(cut);
  const styleAssets = {
    ...(glyphs !== undefined && { glyphs }),
    ...(sprite !== undefined && { sprite }),
  };
  return () => ({
    sources,
    below: below ?? [],
    above: above ?? [],
    styleAssets,
  });
}

/** Resolves URLs relative to the style's own URL. */
export function withAbsoluteUrls(style: StyleSpecification, base: string): StyleSpecification {
  const toAbsolute = (address: string) =>
    /^[a-z]+:/.test(address) ? address : decodeURI(new URL(address, base).href);
  const sources = Object.entries(style.sources).map(([name, source]) => {
    const url =
      "url" in source && typeof source.url === "string" ? { url: toAbsolute(source.url) } : {};
    const tiles =
      "tiles" in source && Array.isArray(source.tiles)
        ? { tiles: source.tiles.map(toAbsolute) }
        : {};
    const data =
      "data" in source && typeof source.data === "string" ? { data: toAbsolute(source.data) } : {};
    return [
      name,
      {
        ...source,
        ...url,
        ...tiles,
        ...data,
      },
    ];
  });
  return {
    ...style,
    sources: Object.fromEntries(sources),
    ...(style.glyphs !== undefined && { glyphs: toAbsolute(style.glyphs) }),
    ...(typeof style.sprite === "string" && { sprite: toAbsolute(style.sprite) }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
