import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { LABEL_FONT } from "./maplibre-setup.ts";
import type { BasemapLayers } from "./basemap-types.ts";
import type { Palette } from "./palette.ts";
import { scaleByZoom } from "./zoom-scale.ts";

/** Layers for Protomaps tiles (earth, water, roads, boundaries, places) in the app's colours. */
export function protomapsLayers(palette: Palette, url: string): BasemapLayers {
  return {
    sources: { base: { type: "vector", url } },
    below: [
      // Oceans are part of the layer `water`; areas still loading look like land.
      { id: "loading", type: "background", paint: { "background-color": palette.land } },
      ...surfaces(palette),
      ...roads(palette),
      ...borders(palette),
    ],
    above: names(palette),
    styleAssets: {},
  };
}

const of = (layer: string) => ({ source: "base", "source-layer": layer }) as const;
const kind = (...kinds: string[]): ExpressionSpecification => ["in", ["get", "kind"], ["literal", kinds]];
const round = { "line-cap": "round", "line-join": "round" } as const;

function surfaces(palette: Palette): LayerSpecification[] {
  return [
    { id: "land", type: "fill", ...of("earth"), paint: { "fill-color": palette.land } },
    {
      id: "built",
      type: "fill",
      ...of("landuse"),
      filter: kind("residential", "commercial", "industrial", "urban_area", "university", "hospital"),
      paint: { "fill-color": palette.urban, "fill-opacity": 0.5 },
    },
    {
      id: "water",
      type: "fill",
      ...of("water"),
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": palette.sea },
    },
    {
      id: "river",
      type: "line",
      ...of("water"),
      filter: ["==", ["geometry-type"], "LineString"],
      layout: round,
      paint: { "line-color": palette.river, "line-width": scaleByZoom([6, 0.5], [12, 2], [16, 5]) },
    },
    {
      id: "building",
      type: "fill",
      ...of("buildings"),
      minzoom: 15,
      paint: { "fill-color": palette.urban },
    },
  ];
}

function roads(palette: Palette): LayerSpecification[] {
  const road = (id: string, kinds: readonly string[], minzoom: number, ...widths: [zoom: number, px: number][]) => {
    const drawn = { type: "line", ...of("roads"), filter: kind(...kinds), layout: round, minzoom } as const;
    const edge = scaleByZoom(...widths.map(([zoom, px]): [number, number] => [zoom, px + 1.2]));
    return [
      { ...drawn, id: `${id}-edge`, paint: { "line-color": palette.region, "line-width": edge, "line-opacity": 0.5 } },
      { ...drawn, id, paint: { "line-color": palette.dot, "line-width": scaleByZoom(...widths) } },
    ];
  };
  return [
    ...road("path", ["path"], 14, [14, 0.5], [18, 3]),
    ...road("street", ["minor_road", "other"], 12, [11, 0.3], [14, 2], [18, 12]),
    ...road("road", ["major_road"], 8, [7, 0.3], [12, 2], [18, 16]),
    ...road("highway", ["highway"], 5, [5, 0.5], [12, 3.5], [18, 20]),
  ];
}

function borders(palette: Palette): LayerSpecification[] {
  const line = { type: "line", ...of("boundaries") } as const;
  return [
    {
      ...line,
      id: "region",
      filter: ["!", kind("country")],
      paint: { "line-color": palette.region, "line-width": scaleByZoom([4, 0.4], [8, 1]), "line-dasharray": [4, 2] },
    },
    {
      ...line,
      id: "border",
      filter: kind("country"),
      paint: { "line-color": palette.border, "line-width": scaleByZoom([2, 0.5], [8, 1.5]) },
    },
  ];
}

function names(palette: Palette): LayerSpecification[] {
  const halo = { "text-halo-color": palette.halo, "text-halo-width": 1.5 } as const;
  const text = { "text-field": ["get", "name"] as ExpressionSpecification, "text-font": LABEL_FONT };
  return [
    {
      id: "street-name",
      type: "symbol",
      ...of("roads"),
      minzoom: 13,
      filter: kind("minor_road", "major_road", "highway"),
      layout: { ...text, "symbol-placement": "line", "text-size": 11 },
      paint: { "text-color": palette.village, ...halo },
    },
    {
      id: "country-name",
      type: "symbol",
      ...of("places"),
      maxzoom: 7,
      filter: kind("country"),
      layout: { ...text, "text-size": scaleByZoom([2, 10], [6, 16]), "text-max-width": 7 },
      paint: { "text-color": palette.countryName, ...halo },
    },
    {
      id: "place-name",
      type: "symbol",
      ...of("places"),
      filter: kind("locality", "neighbourhood", "macrohood"),
      layout: {
        ...text,
        "symbol-sort-key": ["-", 0, ["coalesce", ["get", "population_rank"], 0]],
        "text-size": scaleByZoom([3, 10], [10, 15], [16, 18]),
        "text-max-width": 8,
        "text-variable-anchor": ["center", "top", "bottom", "left", "right"],
        "text-radial-offset": 0.4,
      },
      paint: { "text-color": palette.town, ...halo },
    },
  ];
}
