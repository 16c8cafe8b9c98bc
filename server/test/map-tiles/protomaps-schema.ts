/**
 * Layers of Protomaps' basemap, version 4, as its documentation (https://docs.protomaps.com/basemaps/layers) and its tile
 * builder list them: kinds, and attributes besides names. `null` for layers whose kinds follow OpenStreetMap's values.
 */
export const PROTOMAPS_SCHEMA: Readonly<
  Record<
    string,
    { readonly kinds: ReadonlySet<string> | null; readonly attributes: ReadonlySet<string> }
  >
> = {
  earth: layer("earth cliff island", ""),
  water: layer(
    "water lake playa ocean other basin bay canal ditch dock drain fjord fountain river riverbank sea stream strait " +
      "swimming_pool reef",
    "kind_detail reservoir alkaline intermittent layer bridge tunnel",
  ),
  landuse: layer(
    "aerodrome airfield allotments attraction bare_rock beach camp_site cemetery college commercial dam dog_park " +
      "farmland farmyard footway forest garden glacier golf_course grass grassland hospital industrial kindergarten " +
      "meadow military national_park nature_reserve naval_base neighbourhood orchard other park pedestrian pier pitch " +
      "platform playground protected_area railway recreation_ground residential runway sand school scrub stadium " +
      "taxiway university village_green wetland wood zoo",
    "kind_detail sport",
  ),
  roads: layer(
    "highway major_road minor_road path rail ferry pier aeroway aerialway other",
    "kind_detail is_bridge is_tunnel is_link network ref shield_text service oneway access route layer",
  ),
  buildings: layer(
    "building building_part address",
    "kind_detail addr_housenumber addr_street height min_height layer",
  ),
  boundaries: layer("country region county locality", "kind_detail brk_a3 disputed"),
  places: layer(
    "country region locality macrohood neighbourhood",
    "kind_detail capital population population_rank sort_key wikidata",
  ),
  pois: { kinds: null, attributes: attributes("kind_detail elevation iata") },
};

function layer(kinds: string, rest: string) {
  return { kinds: new Set(kinds.split(" ")), attributes: attributes(rest) };
}

function attributes(rest: string): ReadonlySet<string> {
  return new Set(["kind", "min_zoom", "sort_rank", ...rest.split(" ")]);
}
