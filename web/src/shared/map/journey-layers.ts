import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from "maplibre-gl";
import type { LatLng, MapScene } from "./map-types.ts";
import type { Palette } from "./basemap/palette.ts";

type Role = "route" | "rest" | "segment";

/** Lines of the journey: the full route, or a segment highlighted against the rest. */
export function journeySource({ route = [], segment = [] }: MapScene): GeoJSONSourceSpecification {
  const hasSegment = segment.length > 1;
  const features = [...lineFeature(hasSegment ? "rest" : "route", route), ...lineFeature("segment", segment)];
  return { type: "geojson", data: { type: "FeatureCollection", features } };
}

const hasRole = (...roles: Role[]): ExpressionSpecification => ["in", ["get", "role"], ["literal", roles]];

/** Vermilion with a casing for contrast; the rest of a partly travelled route is thinner and paler. */
export function journeyLayers(palette: Palette): LayerSpecification[] {
  const drawn = {
    type: "line",
    source: "journey",
    layout: { "line-cap": "round", "line-join": "round" },
  } as const;
  return [
    {
      ...drawn,
      id: "journey-glow",
      filter: hasRole("route", "segment"),
      paint: { "line-color": palette.route, "line-opacity": 0.18, "line-width": 14, "line-blur": 4 },
    },
    {
      ...drawn,
      id: "rest-casing",
      filter: hasRole("rest"),
      paint: { "line-color": palette.casing, "line-width": 6.5 },
    },
    { ...drawn, id: "rest", filter: hasRole("rest"), paint: { "line-color": palette.routeRest, "line-width": 3.5 } },
    {
      ...drawn,
      id: "journey-casing",
      filter: hasRole("route", "segment"),
      paint: { "line-color": palette.casing, "line-width": 8 },
    },
    {
      ...drawn,
      id: "journey",
      filter: hasRole("route", "segment"),
      paint: { "line-color": palette.route, "line-width": 4.5 },
    },
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

function lineFeature(role: Role, points: readonly LatLng[]) {
  if (points.length < 2) return [];
  const geometry = { type: "LineString" as const, coordinates: unwrapLongitudes(points) };
  return [{ type: "Feature" as const, properties: { role }, geometry }];
}
