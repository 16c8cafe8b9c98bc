import type { ExpressionSpecification } from "maplibre-gl";

/** Interpolates a value by zoom, given pairs of zoom and value. */
export function scaleByZoom(...pairs: [zoom: number, value: number][]): ExpressionSpecification {
  return ["interpolate", ["exponential", 1.5], ["zoom"], ...pairs.flat()];
}
