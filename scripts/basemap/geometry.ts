import type { Feature, FeatureCollection, Geometry, Position } from "geojson";

/** Attributes of a feature in a tile; `minzoom` is its first zoom and is not written. */
export type Tags = Record<string, string | number>;

/** Features with tags that fit a vector tile. */
export type Features = FeatureCollection<Geometry, Tags>;

export function collect(features: Feature<Geometry, Tags>[]): Features {
  return { type: "FeatureCollection", features };
}

export function shape(geometry: Geometry, tags: Tags = {}): Feature<Geometry, Tags> {
  return { type: "Feature", properties: tags, geometry };
}

/** Area of a ring on the sphere, in square degrees at the equator: one is 12,364 km². */
export function ringArea(ring: Position[]): number {
  let area = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [lng1, lat1] = at(ring, i);
    const [lng2, lat2] = at(ring, i + 1);
    area += ((lng2 - lng1) * (sine(lat1) + sine(lat2))) / 2;
  }
  return Math.abs(area * (180 / Math.PI));
}

/** The area of a geometry without its lakes and enclaves, in the unit of ringArea. */
export function areaOf(geometry: Geometry): number {
  return polygonsOf(geometry).reduce((sum, polygon) => sum + ringArea(polygon[0] ?? []), 0);
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

/** The polygons of a geometry, each as its rings; none for points and lines. */
export function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === "Polygon") return [geometry.coordinates];
  return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
}

/**
 * world-atlas is made for the sphere: rings cross the antimeridian and Antarctica encloses the pole. Tiles are planar.
 */
export function unwrap(geometry: Geometry): Geometry {
  if (geometry.type === "Polygon") {
    return { ...geometry, coordinates: centre(geometry.coordinates.map(unwrapRing)) };
  }
  if (geometry.type === "MultiPolygon") {
    return {
      ...geometry,
      coordinates: geometry.coordinates.map((polygon) => centre(polygon.map(unwrapRing))),
    };
  }
  return geometry.type === "MultiLineString"
    ? { ...geometry, coordinates: geometry.coordinates.flatMap(splitLine) }
    : geometry;
}

function at(line: Position[], index: number): [number, number] {
  const [x, y] = line[index] ?? [];
  if (x === undefined || y === undefined)
    throw new Error(`A line of ${line.length} points has none at ${index}`);
  return [x, y];
}

function unwrapRing(ring: Position[]): Position[] {
  const first = at(ring, 0);
  const out: Position[] = [first];
  let offset = 0;
  for (let i = 1; i < ring.length; i++) {
    const [x, y] = at(ring, i);
    const step = x - at(ring, i - 1)[0];
    if (step > 180) offset -= 360;
    else if (step < -180) offset += 360;
    out.push([x + offset, y]);
  }
  const last = at(out, out.length - 1);
  const goesRoundThePole = Math.abs(last[0] - first[0]) > 180;
  if (goesRoundThePole) {
    const pole = first[1] < 0 ? -89.9 : 89.9;
    out.push([last[0], pole], [first[0], pole], first);
  }
  return out;
}

function centre(rings: Position[][]): Position[][] {
  const xs = (rings[0] ?? []).map(([x = 0]) => x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  if (Math.abs(middle) <= 180) return rings;
  const shift = middle > 180 ? -360 : 360;
  return rings.map((ring) => ring.map(([x = 0, y = 0]) => [x + shift, y]));
}

function splitLine(line: Position[]): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  line.forEach((point, i) => {
    if (i > 0 && Math.abs(at(line, i)[0] - at(line, i - 1)[0]) > 180) {
      parts.push(part);
      part = [];
    }
    part.push(point);
  });
  return [...parts, part].filter((each) => each.length > 1);
}
