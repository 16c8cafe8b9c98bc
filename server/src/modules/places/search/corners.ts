import { placeIdOf } from "../place-id.ts";
import type { PlacesContext } from "../places.store.ts";
import { findCrossings, type StreetPair } from "./houses.store.ts";
import type { ParsedQuery } from "./query.ts";
import type { Ranked } from "./rank.ts";
import type { TokenSet } from "./tokens.ts";

const STREETS_MAX = 24;
const PAIRS_MAX = 16;

/** Puts corners of two streets that the query names before everything else. */
export async function findCorners(
  ctx: PlacesContext,
  query: ParsedQuery,
  ranked: readonly Ranked[],
): Promise<Ranked[]> {
  const streets = ranked
    .filter(({ hit, isFull }) => hit.kind === "street" && isFull)
    .slice(0, STREETS_MAX);
  const pairs = streets
    .flatMap((first) =>
      streets.map((second) => ({
        first,
        second,
      })),
    )
    .filter(({ first, second }) => isPair(first, second))
    .toSorted((a, b) => Number(isInOneTown(b)) - Number(isInOneTown(a)))
    .slice(0, PAIRS_MAX);
  if (pairs.length === 0) return [...ranked];
  const found = await findCrossings(
    ctx,
    pairs.map(({ first, second }) => toIds(first, second)),
  );
  const corners = found.flatMap((crossing) => {
    const pair = pairs.find(
      ({ first, second }) =>
        first.hit.region === crossing.region &&
        first.hit.id === crossing.first &&
        second.hit.id === crossing.second,
    );
    if (!pair) return [];
    const { first, second } = pair;
    const unexplained: TokenSet = first.unexplained & second.unexplained & ~query.cornerTokens;
    return [
      {
        ...first,
        score: Math.max(first.score, second.score),
        unexplained,
        corner: second.hit,
      },
    ];
  });
  const sorted = corners.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  const isAddress = best?.house !== undefined && best.unexplained === 0;
  return isAddress ? [...ranked, ...sorted] : [...sorted, ...ranked];
}

const isInOneTown = ({ first, second }: { first: Ranked; second: Ranked }): boolean =>
  first.hit.town === second.hit.town;

/** Two streets of one region, named by different words in the order in which they were typed. */
const isPair = (first: Ranked, second: Ranked): boolean =>
  first.hit.region === second.hit.region &&
  placeIdOf(first.hit) !== placeIdOf(second.hit) &&
  (first.lookup.covers & second.lookup.covers) === 0 &&
  first.lookup.covers < second.lookup.covers;

const toIds = (first: Ranked, second: Ranked): StreetPair => ({
  region: first.hit.region,
  first: first.hit.id,
  second: second.hit.id,
});
