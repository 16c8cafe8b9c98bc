import { findHouseNumbers, type PlacesContext } from "../places.store.ts";
import { has, type ParsedQuery } from "./query.ts";
import type { Ranked } from "./rank.ts";

const HOUSE_NUMBER = /^\d{1,4}[a-z]?$/u;

/** A result with the house of a street, if the query has a number that the street has. */
export interface WithHouse extends Ranked {
  readonly house?: { readonly number: string; readonly lat: number; readonly lng: number };
}

/** Puts the number that a query has beside a street to the street. */
export async function addHouseNumbers(
  ctx: PlacesContext,
  { tokens, text }: ParsedQuery,
  ranked: readonly Ranked[],
): Promise<WithHouse[]> {
  const streets = ranked.filter(({ hit }) => hit.kind === "street");
  const index = tokens.findIndex(({ key }) => HOUSE_NUMBER.test(key));
  const token = tokens[index];
  if (streets.length === 0 || !token) return [...ranked];
  // "12 a" is two tokens.
  const next = tokens[index + 1];
  const keys = next && /^[a-z]$/u.test(next.key) ? [token.key + next.key, token.key] : [token.key];
  const houses = await findHouseNumbers(
    ctx,
    streets.map(({ hit }) => hit),
    keys,
  );
  return ranked.map((result) => {
    if (result.hit.kind !== "street" || has(result.lookup.covers, index)) return result;
    const ofStreet = houses.filter(
      ({ region, streetId }) => region === result.hit.region && streetId === result.hit.id,
    );
    const house = keys.flatMap((key) => ofStreet.filter(({ number }) => number === key))[0];
    if (!house) return result;
    const end = house.number === token.key ? token.end : (next?.end ?? token.end);
    const letter = house.number === token.key ? 0 : 1 << (index + 1);
    const number = text.slice(token.start, end).replaceAll(" ", "");
    return {
      ...result,
      unexplained: result.unexplained & ~(1 << index) & ~letter,
      house: { number, lat: house.lat, lng: house.lng },
    };
  });
}
