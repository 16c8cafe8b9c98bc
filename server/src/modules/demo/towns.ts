import type { Place } from "@commonlane/contract/shapes";
import { createGeoNamesGeocoder } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";

/** Time zone of all towns below. */
export const TIME_ZONE = "Europe/Berlin";
/** Search centre, because many town names exist more than once. */
const SEARCH_CENTRE = { lat: 49, lng: 8.2 };

/** Corridors between the Alps and the lower Rhine, with their towns and how busy they are. */
export const corridors = [
  {
    weight: 10,
    towns: ["Basel", "Freiburg im Breisgau", "Offenburg", "Karlsruhe", "Mannheim", "Mainz", "Koblenz", "Bonn", "Köln"],
  },
  { weight: 5, towns: ["Zürich", "Basel", "Mulhouse", "Colmar", "Strasbourg"] },
  {
    weight: 7,
    towns: ["Strasbourg", "Offenburg", "Baden-Baden", "Karlsruhe", "Heidelberg", "Darmstadt", "Frankfurt am Main"],
  },
  { weight: 5, towns: ["Stuttgart", "Pforzheim", "Karlsruhe", "Strasbourg"] },
  { weight: 4, towns: ["Konstanz", "Tübingen", "Stuttgart", "Heilbronn", "Heidelberg", "Mannheim"] },
  { weight: 4, towns: ["Ulm", "Stuttgart", "Pforzheim", "Karlsruhe", "Landau in der Pfalz", "Kaiserslautern"] },
  { weight: 4, towns: ["Saarbrücken", "Kaiserslautern", "Mannheim", "Heidelberg"] },
  { weight: 3, towns: ["Trier", "Koblenz", "Wiesbaden", "Frankfurt am Main"] },
  { weight: 4, towns: ["Bern", "Basel", "Lörrach", "Freiburg im Breisgau", "Offenburg"] },
  { weight: 3, towns: ["Karlsruhe", "Speyer", "Worms", "Mainz", "Wiesbaden"] },
  { weight: 3, towns: ["Luzern", "Zürich", "Konstanz", "Ulm"] },
  { weight: 3, towns: ["Frankfurt am Main", "Koblenz", "Bonn", "Köln", "Düsseldorf"] },
] as const;

export type Town = (typeof corridors)[number]["towns"][number];
export type Towns = ReadonlyMap<Town, Place>;

/** Looks up each town in the product's own places. Throws if one is missing. */
export async function findTowns(ctx: Context): Promise<Towns> {
  const geocoder = createGeoNamesGeocoder(ctx);
  const found = new Map<Town, Place>();
  for (const town of new Set(corridors.flatMap(({ towns }): readonly Town[] => towns))) {
    const [first] = await geocoder.predict({ query: town, limit: 1, ...SEARCH_CENTRE });
    const place = first && (await geocoder.findPlace(first.placeId));
    if (!place?.label.startsWith(town)) throw new Error(`Town ${town} is missing in the places.`);
    const { placeId, label, lat, lng } = place;
    found.set(town, { placeId, label, lat, lng });
  }
  return found;
}
