import { z } from "zod";
import { importanceOf } from "../../server/src/modules/places/importance.ts";
import type { PlaceRecord } from "../../server/src/modules/places/place-file.ts";
import { requireFrom } from "../on-demand-packages.ts";
import { distanceKm, Grid, roundTo, type Town } from "./town.ts";

const Airport = z.object({
  iata: z.string(),
  airport: z.string(),
  country_code: z.string(),
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  type: z.string(),
  scheduled_service: z.union([z.string(), z.boolean()]),
});
const Package = z.object({
  findAirports: z.custom<(filter: object) => Promise<unknown>>(
    (value) => typeof value === "function",
  ),
});

const BASE: Readonly<Record<string, number>> = {
  large_airport: 420,
  medium_airport: 320,
  small_airport: 200,
};
const NOT_AN_AIRPORT = /heliport|seaplane/iu;
const CODE = /^[A-Z]{3}$/u;
const CITY_KM = 40;

/** Airports with an IATA code and scheduled flights, and all large ones. */
export async function readAirports(towns: readonly Town[]): Promise<PlaceRecord[]> {
  const { findAirports } = Package.parse(requireFrom("scripts/data")("airport-data-js"));
  const airports = z.array(Airport).parse(await findAirports({}));
  const cities = new Grid(
    towns.filter(({ population, isDistrict }) => population >= 5000 && !isDistrict),
  );
  return airports.flatMap((airport) => {
    const { iata, country_code: country, latitude: lat, longitude: lng, type } = airport;
    const base = BASE[type];
    const isScheduled = String(airport.scheduled_service).toUpperCase() === "TRUE";
    if (
      !CODE.test(iata) ||
      NOT_AN_AIRPORT.test(airport.airport) ||
      base === undefined ||
      !(isScheduled || type === "large_airport")
    )
      return [];
    const town = cityOf(cities.near({ lat, lng }, 2), { lat, lng }, airport.airport);
    return [
      {
        id: undefined,
        kind: "airport" as const,
        name: airport.airport,
        town: town?.name ?? "",
        state: town?.state ?? "",
        country,
        importance: base + Math.round(importanceOf(town?.population ?? 0) / 8),
        lat: roundTo(4, lat),
        lng: roundTo(4, lng),
        names: [iata],
      },
    ];
  });
}

/** The town in the airport's name, or else the largest one around. */
function cityOf(
  towns: readonly Town[],
  position: { lat: number; lng: number },
  airport: string,
): Town | undefined {
  const around = towns
    .filter((town) => distanceKm(town, position) < CITY_KM)
    .toSorted((a, b) => b.population - a.population);
  const isNamed = (town: Town) =>
    [...town.names].some((name) => name.length > 2 && airport.includes(name));
  return around.find(isNamed) ?? around[0];
}
