import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
} from "maplibre-gl";
import { distanceM } from "../geo/great-circle.ts";
import type { Palette } from "./basemap/palette.ts";
import { scaleByZoom } from "./basemap/style-expressions.ts";
import type { LatLng, MapScene } from "./map-types.ts";

type Role = "line" | "route" | "rest" | "segment" | "walk";

/** Lines of the journey: the full route, or a segment highlighted against the rest, and the ways on foot. */
export function journeySource({
  route = [],
  segment = [],
  lines = [],
  walks = [],
  isEstimated = false,
}: MapScene): GeoJSONSourceSpecification {
  const hasSegment = segment.length > 1;
  const features = [
    ...lines.flatMap(({ id, points, isEstimated }) => ofRide("line", points, isEstimated, id)),
    ...ofRide(hasSegment ? "rest" : "route", route, isEstimated),
    ...ofRide("segment", segment, isEstimated),
    ...walks.flatMap((walk) => lineFeature("walk", walk)),
  ];
  return {
    type: "geojson",
    data: {
      type: "FeatureCollection",
      features,
    },
  };
}

const hasRole = (...roles: Role[]): ExpressionSpecification => [
  "in",
  ["get", "role"],
  ["literal", roles],
];
const isStraight: ExpressionSpecification = ["to-boolean", ["get", "straight"]];
const onRoads = (...roles: Role[]): ExpressionSpecification => [
  "all",
  hasRole(...roles),
  ["!", isStraight],
];
const width = (px: number) => scaleByZoom([7, px], [13, px * 1.4], [17, px * 2]);

/**
 * Vermilion with a casing for contrast; the rest of a partly travelled route is thinner and paler. Walks are dotted, and
 * straight estimates thin and dashed, so that they are not taken for roads.
 */
export function journeyLayers(palette: Palette): LayerSpecification[] {
  const drawn = {
    type: "line",
    source: "journey",
    layout: { "line-cap": "round", "line-join": "round" },
  } as const;
  const own = { ...drawn, filter: onRoads("route", "segment") } as const;
  const rest = { ...drawn, filter: onRoads("rest") } as const;
  const straight = (...roles: Role[]) => ({
    ...drawn,
    layout: { "line-join": "round" } as const,
    filter: ["all", hasRole(...roles), isStraight] satisfies ExpressionSpecification,
  });
  const dashes = { "line-dasharray": [2.4, 1.6] };
  const line = { ...drawn, filter: onRoads("line") } as const;
  const walk = { ...drawn, filter: hasRole("walk") } as const;
  return [
    {
      ...straight("line"),
      id: "line-straight",
      paint: {
        ...dashes,
        "line-color": palette.routeRest,
        "line-width": width(2),
        "line-opacity": 0.7,
      },
    },
    {
      ...line,
      id: "line",
      paint: { "line-color": palette.routeRest, "line-width": width(2), "line-opacity": 0.7 },
    },
    {
      ...own,
      id: "journey-glow",
      paint: {
        "line-color": palette.route,
        "line-opacity": 0.18,
        "line-width": width(14),
        "line-blur": 4,
      },
    },
    {
      ...rest,
      id: "rest-casing",
      paint: { "line-color": palette.casing, "line-width": width(5.5) },
    },
    { ...rest, id: "rest", paint: { "line-color": palette.routeRest, "line-width": width(3) } },
    {
      ...walk,
      id: "walk-casing",
      paint: { "line-color": palette.casing, "line-width": 8, "line-dasharray": [0, 1.25] },
    },
    {
      ...walk,
      id: "walk",
      paint: { "line-color": palette.route, "line-width": 5, "line-dasharray": [0, 2] },
    },
    {
      ...straight("rest"),
      id: "rest-straight",
      paint: { ...dashes, "line-color": palette.routeRest, "line-width": width(1.5) },
    },
    {
      ...straight("route", "segment"),
      id: "journey-straight",
      paint: { ...dashes, "line-color": palette.route, "line-width": width(2) },
    },
    {
      ...own,
      id: "journey-casing",
      paint: { "line-color": palette.casing, "line-width": width(8.5) },
    },
    { ...own, id: "journey", paint: { "line-color": palette.route, "line-width": width(5) } },
  ];
}

/** GeoJSON coordinates without jumps at the antimeridian: a neighbour 359° away becomes 1° away. */
export function unwrapLongitudes(points: readonly LatLng[]): [lng: number, lat: number][] {
  let before: number | undefined;
  return points.map(({ lat, lng }) => {
    const x = before === undefined ? lng : lng + 360 * Math.round((before - lng) / 360);
    before = x;
    return [x, lat];
  });
}

const HIT_PX = 8;

/** Calls with the id of the line that the pointer is on, unless it is also on the route: lines often run together. */
export function listenForLines(
  map: MapLibre,
  hasLines: () => boolean,
  entered: (id: string) => void,
): void {
  map.on("mousemove", ({ point: { x, y } }) => {
    if (!hasLines()) return;
    const layers = [
      "journey",
      "rest",
      "journey-straight",
      "rest-straight",
      "line",
      "line-straight",
    ].filter((id) => map.getLayer(id));
    const around: [[number, number], [number, number]] = [
      [x - HIT_PX, y - HIT_PX],
      [x + HIT_PX, y + HIT_PX],
    ];
    const [top] = map.queryRenderedFeatures(around, { layers });
    const id: unknown = top?.properties["id"];
    if (top?.layer.id.startsWith("line") && typeof id === "string") entered(id);
  });
}

const ofRide = (role: Role, line: readonly LatLng[], isEstimated = false, id?: string) =>
  isEstimated
    ? splitEstimatedLine(line).flatMap(({ points, isStraight }) =>
        lineFeature(role, points, {
          id,
          straight: isStraight,
        }),
      )
    : lineFeature(role, line, { id });

function lineFeature(
  role: Role,
  points: readonly LatLng[],
  properties: {
    id?: string | undefined;
    straight?: boolean;
  } = {},
) {
  if (points.length < 2) return [];
  const geometry = {
    type: "LineString" as const,
    coordinates: unwrapLongitudes(points),
  };
  return [
    {
      type: "Feature" as const,
      properties: {
        role,
        ...properties,
      },
      geometry,
    },
  ];
}

interface LinePart {
  readonly points: readonly LatLng[];
  /** Straight, because the roads there are not known. */
  readonly isStraight: boolean;
}

/** Lines along roads have a point at least this often, apart from a few straight stretches. */
const ROAD_POINT_M = 1500;
/** This many short stretches in a row are a road. */
const ROAD_STRETCHES = 4;

/** Divides the line of an estimated ride: near regions a part of it follows roads. */
export function splitEstimatedLine(line: readonly LatLng[]): LinePart[] {
  const isShort = line.slice(1).map((to, n) => distanceM(line[n] ?? to, to) <= ROAD_POINT_M);
  const isRoad = isShort.map((short, n) => short && lengthOfRun(isShort, n) >= ROAD_STRETCHES);
  const parts: {
    points: LatLng[];
    isStraight: boolean;
  }[] = [];
  for (const [n, road] of isRoad.entries()) {
    const stretch = line.slice(n, n + 2);
    const last = parts.at(-1);
    if (last?.isStraight === !road) last.points.push(...stretch.slice(1));
    else
      parts.push({
        points: stretch,
        isStraight: !road,
      });
  }
  return parts;
}

function lengthOfRun(isShort: readonly boolean[], at: number): number {
  let from = at;
  let to = at;
  while (isShort[from - 1]) from--;
  while (isShort[to + 1]) to++;
  return to - from + 1;
}
