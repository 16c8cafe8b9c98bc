import type { ExpressionSpecification, SymbolLayerSpecification } from "maplibre-gl";
import { activeLanguage } from "#shared/language/messages.ts";
import type { Palette } from "./palette.ts";

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

/** Name of a feature in the reader's language; the local one if the tiles have no other. */
export const readerName = (): ExpressionSpecification => [
  "coalesce",
  ["get", `name:${activeLanguage()}`],
  ["get", "name"],
];

export type SymbolLayout = NonNullable<SymbolLayerSpecification["layout"]>;

/** A label's outline, which keeps it readable on lines and areas. */
export const halo = (palette: Palette, width = 1.4) =>
  ({
    "text-halo-color": palette.halo,
    "text-halo-width": width,
    "text-halo-blur": 0.3,
  }) as const;
