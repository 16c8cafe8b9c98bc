import type { LayerSpecification } from "maplibre-gl";
import type { BasemapLayers } from "./basemap-types.ts";
import type { Palette } from "./palette.ts";
import { borderLayers, groundLayers, type LayerOf } from "./street-ground.ts";
import { streetLabels } from "./street-labels.ts";
import { roadLayers } from "./street-roads.ts";
import { LABEL_FONT } from "./maplibre-setup.ts";
import { readerName, scaleByZoom } from "./style-expressions.ts";

/** Layers below and above the route, for tiles in Protomaps' basemap schema (version 4). */
export interface StreetLayers {
  readonly below: readonly LayerSpecification[];
  readonly above: readonly LayerSpecification[];
}

/** Draws each source with the same layers. Layers of one kind lie together, so that no source hides another's roads. */
export function streetLayers(palette: Palette, sources: readonly string[]): StreetLayers {
  const perSource = sources.map((source) => {
    const of: LayerOf = (sourceLayer, id) => ({
      id: `${source}-${id}`,
      source,
      "source-layer": sourceLayer,
    });
    const below = [
      ...groundLayers(palette, of),
      ...borderLayers(palette, of),
      ...roadLayers(palette, of),
    ];
    return {
      below,
      above: streetLabels(palette, of),
    };
  });
  return {
    below: interleave(perSource.map(({ below }) => below)),
    above: interleave(perSource.map(({ above }) => above)),
  };
}

function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  return (lists[0] ?? []).flatMap((_, i) => lists.flatMap((list) => list.slice(i, i + 1)));
}

/** The operator's PMTiles file in Protomaps' schema, with the whole world or a part of it. */
export function protomapsLayers(palette: Palette, url: string): BasemapLayers {
  const { below, above } = streetLayers(palette, ["base"]);
  return {
    sources: { base: { type: "vector", url } },
    // Oceans are part of the layer `water`; areas still loading look like land.
    below: [
      {
        id: "loading",
        type: "background",
        paint: { "background-color": palette.land },
      },
      ...below,
    ],
    above: [countryNames(palette), ...above],
    styleAssets: {},
  };
}

function countryNames(palette: Palette): LayerSpecification {
  return {
    id: "base-country-name",
    type: "symbol",
    source: "base",
    "source-layer": "places",
    maxzoom: 7,
    filter: ["==", ["get", "kind"], "country"],
    layout: {
      "text-field": readerName(),
      "text-font": LABEL_FONT,
      "text-size": scaleByZoom([2, 10], [6, 16]),
      "text-max-width": 7,
    },
    paint: {
      "text-color": palette.countryName,
      "text-halo-color": palette.halo,
      "text-halo-width": 1.5,
    },
  };
}
