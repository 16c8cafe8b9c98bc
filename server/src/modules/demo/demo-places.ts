import type { Place } from "@commonlane/contract/shapes";
import { createGeoNamesGeocoder, findPlacesOfRegion } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import { REGION } from "./demo-region.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** Time zone of Liechtenstein. */
export const TIME_ZONE = "Europe/Vaduz";
export const CENTRE = { lat: 47.16, lng: 9.51 };

/** Bus stops at which people of the villages get in and out, named as on the map and after their village. */
const STOPS: Readonly<Record<string, readonly string[]>> = {
  Balzers: ["Balzers Roxy", "Balzers Sportplatz", "Balzers, Gagoz"],
  Triesen: ["Triesen Post", "Triesen Messina", "Triesen, Meierhof", "Triesen Säga"],
  Triesenberg: ["Triesenberg Post", "Triesenberg Täscherloch"],
  Vaduz: ["Vaduz Post", "Vaduz, Lettstrasse", "Vaduz, Alte Rheinbrücke"],
  Schaan: [
    "Schaan Zentrum",
    "Schaan Quader",
    "Schaan Rosengarten",
    "Schaan, St. Elisabeth",
    "Schaan, Fürstenweg",
  ],
  Planken: ["Planken Hotel Saroja", "Planken, Vorderplanken"],
  Gamprin: ["Bendern Post", "Gamprin, Waldeck", "Gamprin Haldenstrasse"],
  Ruggell: ["Ruggell Kirche", "Ruggell Rathaus", "Ruggell Kreuzstrasse"],
  Schellenberg: ["Schellenberg Post", "Schellenberg Loch"],
  Mauren: ["Mauren Post", "Mauren Kirche", "Mauren Fallsgass", "Mauren Freihof"],
  Eschen: ["Eschen Post", "Eschen Kohlplatz", "Eschen Brühl"],
  Nendeln: ["Nendeln Bahnhof", "Nendeln Oberwiesen", "Nendeln Kohlmahd"],
  Malbun: ["Malbun Zentrum"],
};
/** Where people work and study. */
const GOALS: Readonly<Record<string, readonly string[]>> = {
  University: ["Universität Liechtenstein"],
  Vaduz: ["Vaduz Post", "Vaduz, Rheinpark Stadion", "Vaduz, Lettstrasse"],
  Schaan: ["Schaan Bahnhof", "Schaan Forst/Hilti AG", "Schaan Ivoclar", "Schaan Zentrum"],
};
/** Towns around. */
const TOWNS = [
  "Buchs",
  "Sevelen",
  "Gams",
  "Sargans",
  "Feldkirch",
  "Chur",
  "Bregenz",
  "St. Gallen",
  "Zürich",
  "München",
  "Freiburg im Breisgau",
];

/** The places that people of the demo travel between. */
export class DemoPlaces {
  readonly #places: ReadonlyMap<string, Place>;

  private constructor(places: ReadonlyMap<string, Place>) {
    this.#places = places;
  }

  /** Looks all of them up in the product's own places. @throws Error if one is missing */
  static async find(ctx: Context): Promise<DemoPlaces> {
    const names = [...Object.values(STOPS).flat(), ...Object.values(GOALS).flat()];
    const [stops, towns] = await Promise.all([
      findPlacesOfRegion(ctx, REGION.id, names),
      Promise.all(TOWNS.map(async (name) => [name, await findTown(ctx, name)] as const)),
    ]);
    return new DemoPlaces(new Map([...stops, ...towns]));
  }

  /** A named place, or one of the stops of a village. */
  get(name: string, chance: SeededRandom): Place {
    return this.#find(this.#places.has(name) ? name : chance.pick(STOPS[name] ?? []));
  }

  /** Where someone with this goal gets out. */
  getGoal(name: string, chance: SeededRandom): Place {
    const goals = GOALS[name];
    return goals ? this.#find(chance.pick(goals)) : this.get(name, chance);
  }

  #find(name: string): Place {
    const place = this.#places.get(name);
    if (!place) throw new Error(`The demo has no place ${name}.`);
    return place;
  }
}

async function findTown(ctx: Context, name: string): Promise<Place> {
  const geocoder = createGeoNamesGeocoder(ctx);
  const [first] = await geocoder.predict({
    query: name,
    limit: 1,
    ...CENTRE,
  });
  const place = first && (await geocoder.findPlace(first.placeId));
  if (!place) throw new Error(`The town ${name} is missing in the places.`);
  const { placeId, label, lat, lng } = place;
  return {
    placeId,
    label,
    lat,
    lng,
  };
}
