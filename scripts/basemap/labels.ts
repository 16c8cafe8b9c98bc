import { LANGUAGES } from "../../contract/src/languages.ts";
import type { Position } from "geojson";
import polylabel from "polylabel";
import { feature } from "topojson-client";
import { readRegions, type Region } from "./borders.ts";
import { collect, polygonsOf, ringArea, shape, unwrap } from "./geometry.ts";
import { worldAtlas } from "./packages.ts";
import { namesIn, regionLanguage } from "./place-names.ts";
import type { Source } from "./tiles.ts";

/** Names of countries (`r` 1 largest to 6 smallest) and of regions (`mz`: first zoom, from Natural Earth). */
export function labelSources(): Source[] {
  return [
    { layer: "country", data: collect(countryNames()), zooms: [0, 7], buffer: 128 },
    {
      layer: "state",
      data: collect(readRegions().features.flatMap(regionName)),
      zooms: [3, 7],
      buffer: 128,
    },
  ];
}

function countryNames() {
  const atlas = worldAtlas(10);
  return feature(atlas, atlas.objects.countries).features.map(({ id, geometry, properties }) => {
    const polygons = polygonsOf(unwrap(geometry));
    const areas = polygons.map((polygon) => ringArea(polygon[0] ?? []));
    const largest = polygons[areas.indexOf(Math.max(...areas))];
    if (!largest) throw new Error(`${properties.name} has no area`);
    const names = countryNamesIn(id, properties.name);
    return shape(
      { type: "Point", coordinates: middle(largest) },
      { name: properties.name, ...names, r: tier(areas) },
    );
  });
}

/** Names of a country by its number in ISO 3166, where they differ from the English name. */
function countryNamesIn(
  code: string | number | undefined,
  english: string,
): Record<string, string> {
  if (code === undefined) return {};
  const nameIn = (language: string) =>
    new Intl.DisplayNames(language, { type: "region", fallback: "none" }).of(
      String(code).padStart(3, "0"),
    );
  return namesIn(
    LANGUAGES.filter((language) => language !== "en").map((language) => [
      language,
      nameIn(language),
    ]),
    english,
  );
}

function middle(polygon: Position[][]): Position {
  const [x, y] = polylabel(polygon, 0.2);
  return [((x + 540) % 360) - 180, y];
}

function tier(areas: number[]): number {
  const total = areas.reduce((sum, area) => sum + area, 0);
  const index = [300, 60, 15, 3, 0.1].findIndex((area) => total > area);
  return index === -1 ? 6 : index + 1;
}

function regionName({ properties }: { properties: Region }) {
  const { latitude, longitude, min_label = 7, labelrank = 9 } = properties;
  const language = regionLanguage(properties.iso_a2);
  const name = (language && properties[`name_${language}`]) || properties.name;
  if (!name || latitude === null || longitude === null) return [];
  const mz = Math.max(3, Math.round(min_label));
  const names = namesIn(
    LANGUAGES.map((language) => [language, properties[`name_${language}`]]),
    name,
  );
  const point = { type: "Point" as const, coordinates: [longitude, latitude] };
  return [shape(point, { name, ...names, mz, r: labelrank, minzoom: mz - 1.5 })];
}
