import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./basemap/palette.ts";
import { scaleByZoom } from "./basemap/zoom-scale.ts";
import type { LatLng, MapScene } from "./map-types.ts";

type Role = "route" | "rest" | "segment" | "walk";

/** Lines of the journey: the full route, or a segment highlighted against the rest, and the ways on foot. */
export function journeySource({ route = [], segment = [], walks = [] }: MapScene): GeoJSONSourceSpecification {
  const hasSegment = segment.length > 1;
  const features = [
    ...lineFeature(hasSegment ? "rest" : "route", route),
    ...lineFeature("segment", segment),
    ...walks.flatMap((walk) => lineFeature("walk", walk)),
  ];
  return { type: "geojson", data: { type: "FeatureCollection", features } };
}

const hasRole = (...roles: Role[]): ExpressionSpecification => ["in", ["get", "role"], ["literal", roles]];
const width = (px: number) => scaleByZoom([7, px], [13, px * 1.4], [17, px * 2]);

/** Vermilion with a casing for contrast; the rest of a partly travelled route is thinner and paler, walks are dotted. */
export function journeyLayers(palette: Palette): LayerSpecification[] {
  const drawn = {
    type: "line",
    source: "journey",
    layout: { "line-cap": "round", "line-join": "round" },
  } as const;
  const own = { ...drawn, filter: hasRole("route", "segment") } as const;
  const rest = { ...drawn, filter: hasRole("rest") } as const;
  const walk = { ...drawn, filter: hasRole("walk") } as const;
  return [
    {
      ...own,
      id: "journey-glow",
      paint: { "line-color": palette.route, "line-opacity": 0.18, "line-width": width(14), "line-blur": 4 },
    },
    { ...rest, id: "rest-casing", paint: { "line-color": palette.casing, "line-width": width(5.5) } },
    { ...rest, id: "rest", paint: { "line-color": palette.routeRest, "line-width": width(3) } },
    {
      ...walk,
      id: "walk-casing",
      paint: { "line-color": palette.casing, "line-width": 8, "line-dasharray": [0, 1.25] },
    },
    { ...walk, id: "walk", paint: { "line-color": palette.route, "line-width": 5, "line-dasharray": [0, 2] } },
    { ...own, id: "journey-casing", paint: { "line-color": palette.casing, "line-width": width(8.5) } },
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

function lineFeature(role: Role, points: readonly LatLng[]) {
  if (points.length < 2) return [];
  const geometry = { type: "LineString" as const, coordinates: unwrapLongitudes(points) };
  return [{ type: "Feature" as const, properties: { role }, geometry }];
}
