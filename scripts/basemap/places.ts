import { collect, shape } from "./geometry.ts";
import { cities, type City } from "./packages.ts";
import { localName, townNames } from "./place-names.ts";
import type { Source } from "./tiles.ts";

// Quarters of a town, and historical, abandoned or destroyed places.
const NOT_A_TOWN = new Set(["PPLX", "PPLH", "PPLQ", "PPLCH", "PPLW"]);

/**
 * Towns with `name` (local form), `name:de` and the like, `p` (ten times the logarithm of the population) and `c`: 2 capital, 1 seat of a
 * region.
 */
export function placeSources(): Source[] {
  const towns = cities
    .filter((city) => city.population > 0 && !NOT_A_TOWN.has(city.featureCode))
    .map((city) => {
      const name = localName(city);
      const names = townNames(city, name);
      return shape(city.loc, {
        name,
        ...names,
        p: size(city.population),
        ...rank(city),
        minzoom: firstZoom(city),
      });
    })
    .toSorted((a, b) => Number(b.properties["p"]) - Number(a.properties["p"]));
  return [{ layer: "place", data: collect(towns), zooms: [0, 7], buffer: 96 }];
}

function size(population: number): number {
  return Math.round(Math.log10(population) * 10);
}

function rank(city: City): { c?: number } {
  if (city.featureCode === "PPLC") return { c: 2 };
  return city.featureCode === "PPLA" ? { c: 1 } : {};
}

function firstZoom({ population, featureCode }: City): number {
  if (featureCode === "PPLC") return population > 2e6 ? 2 : 3;
  const firstBelow = [5e6, 1.5e6, 5e5, 1.5e5, 4e4, 4e3].findIndex((people) => population > people);
  return firstBelow === -1 ? 8 : firstBelow + 2;
}
