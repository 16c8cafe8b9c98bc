import { categoryWords } from "./category-words.ts";
import type { Tags } from "@commonlane/geo/osm/read-extract";

/** What a named object of OpenStreetMap is, for people who want to go there. */
export interface PlaceClass {
  readonly kind: RegionPlaceKind;
  /** The same scale as a town's population: of two places that match alike, the more important one comes first. */
  readonly importance: number;
  /** By which it is looked for like by its name. */
  readonly words?: readonly string[];
}

export type RegionPlaceKind =
  | "town"
  | "village"
  | "district"
  | "locality"
  /** A single house with a name: as private as an address. */
  | "dwelling"
  | "street"
  | "stop"
  | "station"
  | "airport"
  | "university"
  | "school"
  | "kindergarten"
  | "hospital"
  | "doctor"
  | "shop"
  | "restaurant"
  | "hotel"
  | "sight"
  | "church"
  | "sports"
  | "public"
  | "culture"
  | "parking"
  | "service"
  | "company"
  | "mountain";

type Rule = readonly [key: string, values: string, kind: RegionPlaceKind, importance: number];

/** The first rule that fits decides; `*` fits every value but "no", and values after `!` are left out. */
const RULES: readonly Rule[] = [
  ["railway", "station halt", "station", 20_000],
  ["aeroway", "aerodrome", "airport", 30_000],
  ["aeroway", "terminal", "airport", 20_000],
  ["aeroway", "heliport", "airport", 1_000],
  ["amenity", "bus_station ferry_terminal", "station", 5_000],
  ["public_transport", "station", "station", 5_000],
  ["highway", "bus_stop", "stop", 600],
  ["railway", "tram_stop", "stop", 800],
  ["public_transport", "platform stop_position", "stop", 600],
  ["aerialway", "station", "stop", 1_500],
  ["amenity", "university college", "university", 15_000],
  ["amenity", "hospital", "hospital", 10_000],
  ["amenity", "school", "school", 2_500],
  [
    "amenity",
    "music_school language_school driving_school prep_school research_institute",
    "school",
    700,
  ],
  ["amenity", "kindergarten childcare", "kindergarten", 900],
  ["amenity", "clinic", "hospital", 2_000],
  ["amenity", "doctors dentist pharmacy veterinary", "doctor", 500],
  ["amenity", "townhall courthouse", "public", 3_000],
  [
    "amenity",
    "police fire_station post_office library embassy public_building prison social_facility nursing_home ranger_station ambulance_station",
    "public",
    800,
  ],
  [
    "amenity",
    "cinema theatre arts_centre events_venue exhibition_centre conference_centre concert_hall",
    "culture",
    2_000,
  ],
  ["amenity", "community_centre social_centre casino planetarium", "culture", 900],
  ["tourism", "museum zoo theme_park aquarium", "sight", 4_000],
  ["tourism", "attraction", "sight", 2_000],
  ["historic", "castle fort palace monastery city_gate", "sight", 3_000],
  ["amenity", "monastery", "sight", 2_000],
  ["amenity", "place_of_worship", "church", 1_200],
  ["leisure", "stadium water_park", "sports", 3_000],
  ["amenity", "public_bath swimming_pool", "sports", 2_000],
  [
    "leisure",
    "sports_centre sports_hall swimming_pool swimming_area ice_rink golf_course",
    "sports",
    1_500,
  ],
  ["tourism", "hotel hostel motel guest_house alpine_hut wilderness_hut", "hotel", 800],
  ["tourism", "camp_site caravan_site", "hotel", 900],
  ["amenity", "parking", "parking", 700],
  ["amenity", "restaurant cafe pub bar biergarten food_court nightclub", "restaurant", 500],
  ["amenity", "fast_food ice_cream", "restaurant", 400],
  ["highway", "services", "service", 3_000],
  ["highway", "rest_area", "service", 1_200],
  ["amenity", "fuel", "service", 600],
  [
    "amenity",
    "bank marketplace car_rental car_sharing taxi charging_station car_wash",
    "service",
    300,
  ],
  ["shop", "mall department_store", "shop", 3_000],
  ["shop", "supermarket furniture doityourself hardware", "shop", 1_000],
  ["shop", "* !vacant", "shop", 300],
  ["tourism", "gallery viewpoint", "sight", 600],
  ["historic", "monument ruins archaeological_site manor church tower", "sight", 700],
  ["leisure", "park garden nature_reserve marina beach_resort", "sight", 700],
  ["natural", "beach cave_entrance hot_spring", "sight", 700],
  ["natural", "water", "sight", 500],
  ["mountain_pass", "yes", "mountain", 1_500],
  ["natural", "saddle", "mountain", 500],
  ["natural", "peak volcano", "mountain", 500],
  ["landuse", "industrial commercial retail", "company", 1_500],
  ["man_made", "works", "company", 800],
  ["industrial", "*", "company", 600],
  ["landuse", "cemetery", "public", 500],
  ["amenity", "grave_yard", "public", 400],
  ["healthcare", "* !no", "doctor", 300],
  ["office", "government administrative", "public", 800],
  ["office", "*", "company", 300],
  ["craft", "*", "company", 250],
  [
    "leisure",
    "pitch track fitness_centre horse_riding bowling_alley miniature_golf playground dance",
    "sports",
    300,
  ],
  ["club", "*", "sports", 250],
  ["historic", "memorial", "sight", 250],
  ["amenity", "school_bus_stop", "stop", 600],
];

const SETTLEMENTS: Readonly<Record<string, PlaceClass>> = {
  city: { kind: "town", importance: 100_000 },
  town: { kind: "town", importance: 10_000 },
  village: { kind: "village", importance: 1_500 },
  hamlet: { kind: "village", importance: 300 },
  borough: { kind: "district", importance: 8_000 },
  suburb: { kind: "district", importance: 3_000 },
  quarter: { kind: "district", importance: 1_500 },
  neighbourhood: { kind: "district", importance: 800 },
  island: { kind: "locality", importance: 500 },
  islet: { kind: "locality", importance: 150 },
  isolated_dwelling: { kind: "dwelling", importance: 150 },
  farm: { kind: "dwelling", importance: 150 },
  locality: { kind: "locality", importance: 150 },
};

interface CompiledRule {
  readonly key: string;
  readonly values: ReadonlySet<string>;
  readonly not: ReadonlySet<string>;
  readonly result: PlaceClass;
}

const COMPILED: readonly CompiledRule[] = RULES.map(([key, values, kind, importance]) => {
  const words = values.split(" ");
  return {
    key,
    values: new Set(words.filter((word) => !word.startsWith("!"))),
    not: new Set([
      "no",
      "disused",
      "abandoned",
      ...words.filter((word) => word.startsWith("!")).map((word) => word.slice(1)),
    ]),
    result: { kind, importance },
  };
});

const POPULATION = /^\d{1,8}$/;

/** Class of a settlement or a part of one; undefined if the object is none. */
export function classifySettlement(tags: Tags): PlaceClass | undefined {
  const found = SETTLEMENTS[tags["place"] ?? ""];
  if (!found) return undefined;
  const population = (tags["population"] ?? "").replaceAll(/[\s.,']/g, "");
  return POPULATION.test(population) && Number(population) > 0
    ? {
        ...found,
        importance: Math.max(Number(population), 100),
      }
    : found;
}

/** Class of any other place that people go to; undefined if the object is none. Names are not looked at. */
export function classifyPlace(tags: Tags): PlaceClass | undefined {
  for (const { key, values, not, result } of COMPILED) {
    const value = tags[key];
    if (value !== undefined && (values.has("*") || values.has(value)) && !not.has(value))
      return refine(tags, result);
  }
  return undefined;
}

const NOT_FOR_TRAVELLERS = /^(no|private)$/;

/** Airlines fly to airports with a code; others are for gliders, helicopters and the like. */
const AIRFIELD = 1_000;
const UNIVERSITY_NAME = /universit|hochschule/iu;

function refine(tags: Tags, found: PlaceClass): PlaceClass | undefined {
  if (
    found.kind === "school" &&
    tags["amenity"] === "school" &&
    UNIVERSITY_NAME.test(tags["name"] ?? "")
  )
    return { kind: "university", importance: 5000 };
  if (found.kind === "airport" && tags["iata"] === undefined)
    return { kind: "airport", importance: AIRFIELD };
  if (found.kind === "station" && tags["station"] === "miniature")
    return { kind: "sight", importance: 500 };
  if (found.kind === "parking" && NOT_FOR_TRAVELLERS.test(tags["access"] ?? "")) return undefined;
  // A track of a railway station has a number for a name.
  if (tags["public_transport"] === "platform" && tags["railway"] === "platform") return undefined;
  const words = categoryWords(tags);
  return words.length === 0
    ? found
    : {
        ...found,
        words,
      };
}
