import { isInRange, isPartOf } from "../house-numbers.ts";
import type { PlacesContext } from "../places.store.ts";
import type { HouseReading } from "./house-readings.ts";
import { findHouses, type House } from "./houses.store.ts";
import type { ParsedQuery } from "./query.ts";
import type { Candidate } from "./candidate.ts";
import type { Ranked } from "./rank.ts";
import { countTokens, type TokenSet } from "./tokens.ts";

const STREETS_MAX = 24;
const LETTERS_AFTER = /(?<=\d)\p{L}+$/u;

/** How well a house fits what was typed; a number beside the street is rather its own. */
const EXACT = 4;
const PART = 3;
const RANGE = 2;
const WITHOUT_LETTER = 1;
const BESIDE_NAME = 1.5;
const PER_TOKEN = 0.2;

/** The streets among the likeliest places that have a house with a number of the query, with that house. */
export async function withHouses(
  ctx: PlacesContext,
  query: ParsedQuery,
  ranked: readonly Ranked[],
): Promise<Candidate[]> {
  const streets = ranked.filter(({ hit }) => hit.kind === "street").slice(0, STREETS_MAX);
  if (query.houses.length === 0 || streets.length === 0) return [];
  const keys = query.houses.flatMap(({ key }) => [
    key,
    key.replace(LETTERS_AFTER, ""),
    key.split("-")[0] ?? "",
  ]);
  const houses = await findHouses(
    ctx,
    streets.map(({ hit }) => hit),
    [...new Set(keys)],
  );
  return streets.flatMap((street): Candidate[] => {
    const own = houses.filter(
      ({ region, street_id: id }) => region === street.hit.region && id === street.hit.id,
    );
    const { hit, lookup, area, typos, bonus = 0 } = street;
    const house = bestHouse(query, street, own);
    return house
      ? [
          {
            hit,
            lookup,
            typos,
            bonus,
            house,
            ...(area && { area }),
          },
        ]
      : [];
  });
}

function bestHouse(
  query: ParsedQuery,
  { lookup, area }: Ranked,
  houses: readonly House[],
): Candidate["house"] {
  const taken = lookup.covers | (area?.covers ?? 0);
  let best:
    | {
        at: House;
        covers: TokenSet;
        fit: number;
      }
    | undefined;
  for (const reading of query.houses) {
    if ((reading.covers & taken) !== 0) continue;
    for (const at of houses) {
      const fit = fitOf(reading, at.number);
      if (fit === 0) continue;
      const total =
        fit +
        countTokens(reading.covers) * PER_TOKEN +
        (isBeside(reading.covers, lookup.covers) ? BESIDE_NAME : 0);
      // A number that is there without its letter leaves the whole number to be shown as ignored.
      const covers = fit === WITHOUT_LETTER ? 0 : reading.covers;
      if (total > (best?.fit ?? 0))
        best = {
          at,
          covers,
          fit: total,
        };
    }
  }
  return best;
}

function fitOf({ key }: HouseReading, number: string): number {
  if (number === key) return EXACT;
  if (isPartOf(key, number)) return PART;
  if (isInRange(key, number) || isInRange(number, key)) return RANGE;
  return number === key.replace(LETTERS_AFTER, "") ? WITHOUT_LETTER : 0;
}

const isBeside = (number: TokenSet, name: TokenSet): boolean =>
  (((number << 1) | (number >> 1)) & name) !== 0;
