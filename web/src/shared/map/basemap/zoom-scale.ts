import type { ExpressionSpecification } from "maplibre-gl";

/** A value that grows with the zoom, given as pairs of zoom and value. */
export function scaleByZoom(...pairs: [zoom: number, value: number][]): ExpressionSpecification {
  return ["interpolate", ["exponential", 1.5], ["zoom"], ...pairs.flat()];
}
