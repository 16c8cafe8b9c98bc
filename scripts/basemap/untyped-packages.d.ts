// The data and geometry packages below have no types; only what the basemap uses is declared.

declare module "topojson-client" {
  import type { FeatureCollection, Geometry, MultiLineString } from "geojson";

  /** A TopoJSON object; `Properties` are those of its geometries. */
  export interface TopoObject<Properties> {
    type: "GeometryCollection";
    geometries: TopoGeometry<Properties>[];
  }
  export interface TopoGeometry<Properties> {
    type: string;
    id?: string | number;
    properties: Properties;
  }
  export interface Topology<Objects> {
    type: "Topology";
    objects: Objects;
  }
  export function feature<Properties>(
    topology: Topology<unknown>,
    object: TopoObject<Properties>,
  ): FeatureCollection<Geometry, Properties>;
  export function mesh<Properties>(
    topology: Topology<unknown>,
    object: TopoObject<Properties>,
    keep: (a: TopoGeometry<Properties>, b: TopoGeometry<Properties>) => boolean,
  ): MultiLineString;
}

declare module "topojson-server" {
  import type { FeatureCollection, Geometry } from "geojson";
  import type { TopoObject, Topology } from "topojson-client";

  export function topology<Properties>(
    objects: { shapes: FeatureCollection<Geometry, Properties> },
    quantization: number,
  ): Topology<{ shapes: TopoObject<Properties> }>;
}

declare module "polylabel" {
  import type { Position } from "geojson";

  /** The point of a polygon farthest from its edges, in the polygon's own units. */
  export default function polylabel(polygon: Position[][], precision: number): [number, number];
}
