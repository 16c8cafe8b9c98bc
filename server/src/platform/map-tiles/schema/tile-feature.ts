import type { Tags } from "@commonlane/geo/osm/read-extract";

/** Layers of Protomaps' basemap schema, version 4, that a region's map has. */
export type LayerName =
  "earth" | "water" | "landuse" | "roads" | "buildings" | "boundaries" | "places" | "pois";

/** Attributes of a feature in a tile. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** How an element appears on the map, without its geometry. */
export interface MappedFeature {
  readonly layer: LayerName;
  /** First zoom whose tiles contain it. */
  readonly minZoom: number;
  readonly attributes: Attributes;
  /** Attributes that only tiles from a later zoom on contain. */
  readonly attributesFrom?: Readonly<Record<string, number>>;
  /** Drawing order inside the layer, lowest first. */
  readonly order?: number;
  /** For areas: the smallest width in pixels at which they appear. */
  readonly minPixels?: number;
}

/** Zooms of a region's tiles: below, the world map is enough; above, tiles are enlarged. */
export const MIN_ZOOM = 7;
export const MAX_ZOOM = 14;

/** Below this zoom the world map is exact enough for borders and rivers; from here on, regions draw their own. */
export const DETAIL_ZOOM = 9;

// The schema counts zooms of tiles with 256 pixels, one more than those of tiles with 512 pixels.
export function suggestedZoom(minZoom: number): { min_zoom: number } {
  return { min_zoom: minZoom + 1 };
}

/** Languages whose names tiles carry: those of the schema. */
const LANGUAGES = (
  "ar bg bn ca cs da de el en es et fa fi fr ga he hi hr hu id it ja ka ko lt lv ne nl no mr mt pl pt ro ru sk sl sr " +
  "sv tr uk ur vi zh zh-Hans zh-Hant"
).split(" ");

/** The local name. */
export function localName({ name }: Tags): Attributes {
  return name === undefined ? {} : { name };
}

/** The local name and the names in other languages that differ from it. */
export function namesIn(tags: Tags): Attributes {
  const translated = LANGUAGES.flatMap((language) => {
    const name = tags[`name:${language}`];
    return name === undefined || name === tags["name"] ? [] : [[`name:${language}`, name]];
  });
  return {
    ...localName(tags),
    ...Object.fromEntries(translated),
  };
}

/** Attributes without those that are undefined. */
export function defined(
  attributes: Record<string, string | number | boolean | undefined>,
): Attributes {
  const result: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) result[key] = value;
  return result;
}

/** Whether a tag is set to anything but "no". */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "no";
}
