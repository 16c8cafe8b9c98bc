import type { SymbolLayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";

export type SymbolLayout = NonNullable<SymbolLayerSpecification["layout"]>;

/** A label's outline, which keeps it readable on lines and areas. */
export const halo = (palette: Palette, width = 1.4) =>
  ({ "text-halo-color": palette.halo, "text-halo-width": width, "text-halo-blur": 0.3 }) as const;
