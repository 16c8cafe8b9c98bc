import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { imageName } from "./map-images.ts";
import { BOLD_FONT, LABEL_FONT } from "./maplibre-setup.ts";
import type { Palette } from "./palette.ts";
import { isKind, type LayerOf } from "./street-ground.ts";
import { choose, halo, readerName, scaleByZoom, type SymbolLayout } from "./style-expressions.ts";

const minZoom: ExpressionSpecification = ["coalesce", ["get", "min_zoom"], 0];
const detail: ExpressionSpecification = ["coalesce", ["get", "kind_detail"], ""];

interface Symbols extends ReturnType<LayerOf> {
  type: "symbol";
  filter: ExpressionSpecification;
}

function symbolsOf(layer: ReturnType<LayerOf>, filter: ExpressionSpecification): Symbols {
  return {
    ...layer,
    type: "symbol",
    filter,
  };
}

/** Stops and stations, by which people meet. */
export function stopLabels(palette: Palette, of: LayerOf): LayerSpecification[] {
  const label = {
    "text-field": ["coalesce", readerName(), ""],
    "text-variable-anchor": ["left", "right", "top", "bottom"],
    "text-justify": "auto",
    "text-max-width": 9,
    "text-optional": true,
  } satisfies SymbolLayout;
  const paint = {
    "text-color": palette.transit,
    ...halo(palette),
  };
  return [
    {
      ...of("pois", "stop"),
      type: "symbol",
      minzoom: 14.5,
      filter: isKind("bus_stop", "tram_stop"),
      layout: {
        ...label,
        "icon-image": imageName({
          shape: "stop",
          fill: palette.dot,
          edge: palette.transit,
        }),
        "icon-size": scaleByZoom([14, 0.7], [17, 1.1]),
        "icon-padding": 0,
        "text-field": ["step", ["zoom"], "", 15.5, ["coalesce", readerName(), ""]],
        "text-font": LABEL_FONT,
        "text-size": scaleByZoom([15, 10.5], [18, 13]),
        "text-radial-offset": 0.7,
      },
      paint,
    },
    {
      ...of("pois", "station"),
      type: "symbol",
      minzoom: 11.5,
      filter: isKind("station", "bus_station"),
      layout: {
        ...label,
        "icon-image": imageName({
          shape: "station",
          fill: palette.dot,
          edge: palette.transit,
        }),
        "icon-size": scaleByZoom([11, 0.6], [14, 0.8], [17, 1.1]),
        "text-field": ["step", ["zoom"], "", 12.5, ["coalesce", readerName(), ""]],
        "text-font": BOLD_FONT,
        "text-size": scaleByZoom([12, 10.5], [16, 13]),
        "text-radial-offset": 0.9,
      },
      paint,
    },
  ];
}

const bySize = (
  small: number,
  village: number,
  town: number,
  city: number,
): ExpressionSpecification => [
  "to-number",
  choose(
    detail,
    [
      [["city"], city],
      [["town"], town],
      [["village"], village],
    ],
    small,
  ),
];

/** Names of towns, villages and districts. */
export function placeNames(palette: Palette, of: LayerOf): LayerSpecification[] {
  const sortKey: ExpressionSpecification = [
    "coalesce",
    ["get", "sort_key"],
    ["-", 0, ["coalesce", ["get", "population_rank"], 0]],
  ];
  const place = (id: string, kinds: readonly string[], filter: ExpressionSpecification) =>
    symbolsOf(of("places", id), ["all", isKind(...kinds), filter]);
  const anchors = {
    "text-field": readerName(),
    "text-max-width": 8,
    "text-variable-anchor": ["center", "top", "bottom", "left", "right"],
    "text-radial-offset": 0.5,
    "text-padding": 6,
    "symbol-sort-key": sortKey,
  } satisfies SymbolLayout;
  const isTown: ExpressionSpecification = ["in", detail, ["literal", ["city", "town"]]];
  return [
    {
      ...place(
        "district-name",
        ["neighbourhood", "macrohood"],
        [">=", ["zoom"], ["-", minZoom, 0.5]],
      ),
      minzoom: 12.5,
      maxzoom: 17,
      layout: {
        ...anchors,
        "text-font": LABEL_FONT,
        "text-size": scaleByZoom([12, 10.5], [16, 13]),
        "text-letter-spacing": 0.08,
        "text-transform": "uppercase",
      },
      paint: {
        "text-color": palette.poiName,
        ...halo(palette),
      },
    },
    {
      ...place(
        "village-name",
        ["locality"],
        ["all", ["!", isTown], [">=", ["zoom"], ["-", minZoom, 1]]],
      ),
      maxzoom: 17,
      layout: {
        ...anchors,
        "text-font": LABEL_FONT,
        "text-size": scaleByZoom(
          [9, bySize(10, 11, 12, 13)],
          [12, bySize(11, 13, 15, 18)],
          [16, bySize(13, 17, 19, 22)],
        ),
      },
      paint: {
        "text-color": palette.town,
        ...halo(palette, 1.6),
      },
    },
    {
      ...place("town-name", ["locality"], ["all", isTown, [">=", ["zoom"], ["-", minZoom, 1]]]),
      maxzoom: 16,
      layout: {
        ...anchors,
        "text-font": BOLD_FONT,
        "text-size": scaleByZoom(
          [7, bySize(10, 10, 11, 13)],
          [12, bySize(13, 14, 16, 19)],
          [16, bySize(14, 18, 21, 24)],
        ),
      },
      paint: {
        "text-color": palette.town,
        ...halo(palette, 1.8),
      },
    },
  ];
}
