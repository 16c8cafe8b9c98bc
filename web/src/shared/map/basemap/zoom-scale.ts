import type { ExpressionSpecification } from "maplibre-gl";

type Output = string | number | ExpressionSpecification;

/** Interpolates a value by zoom, given pairs of zoom and value. */
export function scaleByZoom(
  ...pairs: [zoom: number, value: number | ExpressionSpecification][]
): ExpressionSpecification {
  return ["interpolate", ["exponential", 1.5], ["zoom"], ...pairs.flat()];
}

/** The value of the first case whose labels contain the input. */
export function choose(
  input: ExpressionSpecification,
  cases: readonly (readonly [labels: readonly string[], value: Output])[],
  fallback: Output,
): Output {
  return cases.reduceRight<Output>((otherwise, [labels, value]) => {
    const isOne: ExpressionSpecification = ["in", input, ["literal", [...labels]]];
    return ["case", isOne, value, otherwise];
  }, fallback);
}
