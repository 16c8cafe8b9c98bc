import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";
import { roadWidth } from "./road-widths.ts";
import { isKind, type LayerOf } from "./street-ground.ts";
import { choose, scaleByZoom } from "./style-expressions.ts";

const isRoad = isKind("highway", "major_road", "minor_road", "medium_road", "other");
const isBridge: ExpressionSpecification = ["==", ["get", "is_bridge"], true];
const isTunnel: ExpressionSpecification = ["==", ["get", "is_tunnel"], true];
const onGround: ExpressionSpecification = ["!", ["any", isBridge, isTunnel]];
const detail: ExpressionSpecification = ["coalesce", ["get", "kind_detail"], ""];

/** Important roads are drawn on top of others. */
const importance: ExpressionSpecification = [
  "to-number",
  choose(
    detail,
    [
      [["motorway"], 8],
      [["trunk", "motorway_link", "trunk_link"], 7],
      [["primary", "primary_link"], 6],
      [["secondary", "secondary_link"], 5],
      [["tertiary", "tertiary_link"], 4],
      [["service"], 1],
    ],
    2,
  ),
];

function casingAt(zoom: number): number {
  if (zoom < 9) return 0.3;
  if (zoom < 13) return 0.55;
  return zoom < 16 ? 0.8 : 1.1;
}

/** Roads with casings, paths and railways: tunnels below, bridges above all others. */
export function roadLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  return [
    ...runwayLayers(palette, of),
    ...levelLayers(palette, of, "tunnel"),
    ...pathLayers(palette, of),
    ...levelLayers(palette, of, "ground"),
    ...railLayers(palette, of),
    ...levelLayers(palette, of, "bridge"),
    ...ferryLayers(palette, of),
  ];
}

const LEVELS = {
  tunnel: isTunnel,
  ground: onGround,
  bridge: isBridge,
} as const;

const MAIN_ROADS = ["trunk", "primary", "trunk_link", "primary_link", "motorway_link"];

function levelLayers(
  palette: Palette,
  of: LayerOf,
  level: keyof typeof LEVELS,
): LayerSpecification[] {
  const edge = choose(
    detail,
    [[[...MAIN_ROADS, "motorway"], palette.mainRoadEdge]],
    palette.roadEdge,
  );
  const fill = choose(
    detail,
    [
      [["motorway"], palette.motorway],
      [MAIN_ROADS, palette.mainRoad],
    ],
    palette.road,
  );
  const cap = level === "ground" ? "round" : "butt";
  const road = {
    type: "line",
    filter: ["all", isRoad, LEVELS[level]],
    layout: {
      "line-cap": cap,
      "line-join": "round",
      "line-sort-key": importance,
    },
  } satisfies Partial<LayerSpecification>;
  const bridgeCasing = (zoom: number) => casingAt(zoom) + (zoom < 14 ? 0.2 : 0.7);
  return [
    {
      ...of("roads", `${level}-casing`),
      ...road,
      paint: {
        "line-color": ["to-color", edge],
        "line-width": roadWidth(level === "bridge" ? bridgeCasing : casingAt),
        "line-opacity":
          level === "tunnel" ? 0.5 : ["interpolate", ["linear"], ["zoom"], 11.5, 0.75, 14, 1],
        ...(level === "tunnel" && { "line-dasharray": [2, 1.5] }),
      },
    },
    {
      ...of("roads", level),
      ...road,
      paint: {
        "line-color": ["to-color", fill],
        "line-width": roadWidth(() => 0),
        "line-opacity": level === "tunnel" ? 0.6 : 1,
      },
    },
  ];
}

function pathLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  const isTrack: ExpressionSpecification = ["==", detail, "track"];
  const isPedestrian: ExpressionSpecification = ["in", detail, ["literal", ["pedestrian", "pier"]]];
  const path = {
    type: "line",
    layout: { "line-join": "round" },
  } as const;
  return [
    {
      ...of("roads", "pedestrian-casing"),
      ...path,
      minzoom: 13,
      filter: ["all", isKind("path"), isPedestrian],
      paint: {
        "line-color": palette.roadEdge,
        "line-width": scaleByZoom([13, 1.6], [16, 7], [19, 18]),
      },
    },
    {
      ...of("roads", "pedestrian"),
      ...path,
      minzoom: 13,
      filter: ["all", isKind("path"), isPedestrian],
      paint: {
        "line-color": palette.road,
        "line-width": scaleByZoom([13, 0.8], [16, 5], [19, 15]),
      },
    },
    {
      ...of("roads", "track"),
      ...path,
      minzoom: 12,
      filter: ["all", isKind("path"), isTrack],
      paint: {
        "line-color": palette.path,
        "line-width": scaleByZoom([12, 0.5], [14, 0.9], [17, 2.2], [19, 3.5]),
        "line-opacity": 0.75,
        "line-dasharray": [6, 2],
      },
    },
    {
      ...of("roads", "path"),
      ...path,
      minzoom: 13.5,
      filter: ["all", isKind("path"), ["!", isTrack], ["!", isPedestrian]],
      paint: {
        "line-color": palette.path,
        "line-width": scaleByZoom([13, 0.5], [15, 1], [17, 1.8], [19, 3]),
        "line-opacity": ["interpolate", ["linear"], ["zoom"], 13.5, 0.35, 15.5, 0.9],
        "line-dasharray": [2.5, 1.5],
      },
    },
  ];
}

function railLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  const isMainLine: ExpressionSpecification = [
    "all",
    ["in", detail, ["literal", ["rail", "narrow_gauge"]]],
    ["!", ["has", "service"]],
  ];
  const rail = {
    type: "line",
    layout: { "line-join": "round" },
  } as const;
  return [
    {
      ...of("roads", "rail-minor"),
      ...rail,
      minzoom: 13,
      filter: ["all", isKind("rail"), ["!", isMainLine], ["!", isTunnel]],
      paint: {
        "line-color": palette.rail,
        "line-width": scaleByZoom([13, 0.6], [16, 1.4], [19, 3]),
      },
    },
    {
      ...of("roads", "rail"),
      ...rail,
      filter: ["all", isKind("rail"), isMainLine, ["!", isTunnel]],
      paint: {
        "line-color": palette.rail,
        "line-width": scaleByZoom([8, 0.7], [12, 1.4], [14, 2.2], [17, 4], [19, 6]),
      },
    },
    {
      ...of("roads", "rail-gaps"),
      ...rail,
      minzoom: 12,
      filter: ["all", isKind("rail"), isMainLine, ["!", isTunnel]],
      paint: {
        "line-color": palette.land,
        "line-width": scaleByZoom([12, 0.7], [14, 1.2], [17, 2.4], [19, 4]),
        "line-dasharray": [4, 4],
      },
    },
  ];
}

function runwayLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  const isRunway: ExpressionSpecification = ["==", detail, "runway"];
  const share: ExpressionSpecification = ["case", isRunway, 1, 0.35];
  return [
    {
      ...of("roads", "runway"),
      type: "line",
      minzoom: 10,
      filter: ["any", isRunway, ["==", detail, "taxiway"]],
      paint: {
        "line-color": palette.road,
        "line-width": scaleByZoom([10, share], [14, ["*", 10, share]], [18, ["*", 70, share]]),
      },
    },
  ];
}

function ferryLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  const thin = {
    "line-color": palette.rail,
    "line-width": scaleByZoom([9, 0.6], [15, 1.4]),
  } as const;
  return [
    {
      ...of("roads", "ferry"),
      type: "line",
      filter: isKind("ferry"),
      paint: {
        ...thin,
        "line-color": palette.waterName,
        "line-dasharray": [4, 3],
      },
    },
    {
      ...of("roads", "cable-car"),
      type: "line",
      minzoom: 12,
      filter: isKind("aerialway"),
      paint: { ...thin, "line-dasharray": [8, 2] },
    },
  ];
}
