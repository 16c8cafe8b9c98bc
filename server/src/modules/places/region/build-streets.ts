import { foldName } from "../name-matching.ts";
import type { LocalNames } from "../place-file.ts";
import { hashedPlaceId, regionPlaceId } from "../place-id.ts";
import type { AddressTable } from "./address-table.ts";
import type { CollectedElements } from "./collect-elements.ts";
import { flatDistanceM } from "./outlines.ts";
import type { Settlements, Whereabouts } from "./settlements.ts";
import type { StreetWays } from "./street-ways.ts";
import { spellOutStreet } from "../street-names.ts";
import { type Box, boxOf, extendBox, gapM, pointBox } from "./boxes.ts";

/** A street of one settlement. */
export interface Street extends Whereabouts {
  readonly id: number;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly localNames: LocalNames;
  readonly importance: number;
  readonly lat: number;
  readonly lng: number;
  /** Its houses, as numbers in the table of addresses. */
  readonly houses: readonly number[];
  /** Its ways, likewise. */
  readonly ways: readonly number[];
}

/** Ways of one name are one street if they are in one municipality and no further apart. */
const GAP_M = 600;
/** A house belongs to the nearest street with the name in its address, if that is no further away. */
const HOUSE_TO_STREET_M = 1500;
/** Same scale as the importance of ways; a street with many houses is looked for more often. */
const HOUSES_COUNT_MAX = 300;
/** More than the distance above, in degrees of latitude. */
const FAR_DEGREES = 0.015;

/**
 * What spellings of one street have in common: without abbreviations, and doubled letters counted once, because
 * "Strasse", "Straße" and the odd "Strassse" are one street; ä is the same as ae.
 */
const streetGroupKey = (name: string): string =>
  partsOfName(name).map(groupKey).toSorted().join("-");

/** Streets in regions of two languages have both names, "Rue Neuve - Nieuwstraat", in either order. */
const partsOfName = (name: string): string[] =>
  name
    .replaceAll(/\s+/g, " ")
    .split(BETWEEN_NAMES)
    .filter((part) => part !== "");
const BETWEEN_NAMES = / [-–/] | ?\/ ?(?=\p{L}{3})/u;

const groupKey = (name: string): string =>
  foldName(spellOutStreet(name))
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll(/(\p{L})\1+/gu, "$1");

interface Draft {
  ways: number[];
  name: string;
  importance: number;
  where: Whereabouts;
  box: Box;
  houses: number[];
}
/** Merges ways to streets and gives each address to its street. */
export function buildStreets(collected: CollectedElements, settlements: Settlements): Street[] {
  const { addresses } = collected;
  const ways = collected.streets;
  const drafts = [...mergeWays(ways, settlements)];
  assignHouses(drafts, ways, addresses, settlements);
  return drafts.map((draft) => finish(draft, ways, addresses, settlements));
}

function* mergeWays(ways: StreetWays, settlements: Settlements): Generator<Draft> {
  const groups = new Map<string, Draft[]>();
  for (let way = 0; way < ways.length; way++) {
    const [start, end] = ways.points(way);
    const middle = Math.floor((start + end - 1) / 2);
    const where = settlements.find(ways.lat(middle), ways.lng(middle));
    const name = ways.name(way);
    const key = `${streetGroupKey(name)}\t${foldName(where.town)}`;
    const single = {
      ways: [way],
      name,
      importance: ways.importance(way),
      where,
      box: boxOf(ways, start, end),
      houses: [],
    };
    const others = groups.get(key) ?? [];
    const near = others.filter((other) => gapM(other.box, single.box) <= GAP_M);
    groups.set(key, [
      ...others.filter((other) => !near.includes(other)),
      near.reduce(mergeDrafts, single),
    ]);
  }
  for (const group of groups.values()) yield* group;
}

const mergeDrafts = (a: Draft, b: Draft): Draft => ({
  ways: [...b.ways, ...a.ways],
  name: b.name,
  importance: Math.max(a.importance, b.importance),
  where: a.ways.length > b.ways.length ? a.where : b.where,
  box: {
    south: Math.min(a.box.south, b.box.south),
    north: Math.max(a.box.north, b.box.north),
    west: Math.min(a.box.west, b.box.west),
    east: Math.max(a.box.east, b.box.east),
  },
  houses: [...a.houses, ...b.houses],
});

function assignHouses(
  drafts: Draft[],
  ways: StreetWays,
  addresses: AddressTable,
  settlements: Settlements,
): void {
  const byName = new Map<string, Draft[]>();
  // Names that houses have where they do not have the street's whole name: one of two languages, or an old one.
  const byOtherName = new Map<string, Draft[]>();
  for (const draft of drafts) {
    addTo(byName, streetGroupKey(draft.name), draft);
    const others = draft.ways.flatMap((way) => [
      ...partsOfName(ways.name(way)),
      ...ways.aliases(way),
    ]);
    for (const key of new Set(others.map(streetGroupKey))) addTo(byOtherName, key, draft);
  }
  for (let house = 0; house < addresses.length; house++) {
    const name = addresses.street(house);
    const lat = addresses.lat(house);
    const lng = addresses.lng(house);
    const key = streetGroupKey(name);
    const found =
      nearestStreet(byName.get(key) ?? [], ways, lat, lng) ??
      nearestStreet(byOtherName.get(key) ?? [], ways, lat, lng);
    if (found) {
      found.houses.push(house);
      if (found.ways.length === 0) extendBox(found.box, lat, lng);
      continue;
    }
    // A street without a way of its own, or a village whose houses only have numbers.
    const where = settlements.find(lat, lng);
    const street = {
      ways: [],
      name,
      importance: 200,
      where,
      box: pointBox(lat, lng),
      houses: [house],
    };
    drafts.push(street);
    addTo(byName, key, street);
  }
}

function addTo(map: Map<string, Draft[]>, key: string, draft: Draft): void {
  const list = map.get(key);
  if (list) list.push(draft);
  else map.set(key, [draft]);
}

function nearestStreet(
  streets: readonly Draft[],
  ways: StreetWays,
  lat: number,
  lng: number,
): Draft | undefined {
  let best:
    | {
        street: Draft;
        metres: number;
      }
    | undefined;
  const here = pointBox(lat, lng);
  for (const street of streets) {
    // Thousands of streets share a name; most are in other towns.
    if (street.box.south - lat > FAR_DEGREES || lat - street.box.north > FAR_DEGREES) continue;
    const gap = gapM(street.box, here);
    if (gap > HOUSE_TO_STREET_M || gap >= (best?.metres ?? Infinity)) continue;
    const metres = street.ways.length === 0 ? gap : distanceToWays(street.ways, ways, lat, lng);
    if (metres <= HOUSE_TO_STREET_M && metres < (best?.metres ?? Infinity))
      best = { street, metres };
  }
  return best?.street;
}

function distanceToWays(
  list: readonly number[],
  ways: StreetWays,
  lat: number,
  lng: number,
): number {
  let least = Infinity;
  for (const way of list) {
    const [start, end] = ways.points(way);
    for (let point = start; point < end; point++)
      least = Math.min(least, flatDistanceM(lat, lng, ways.lat(point), ways.lng(point)));
  }
  return least;
}

function finish(
  draft: Draft,
  ways: StreetWays,
  addresses: AddressTable,
  settlements: Settlements,
): Street {
  const { houses, where } = draft;
  const { lat, lng } = middleOf(draft, ways, addresses);
  const addressTown = mostFrequent(
    houses.map((house) => addresses.town(house)).filter((town) => settlements.isKnown(town)),
  );
  const town = addressTown ?? where.town;
  // The municipality, where the post names another place, and the village stay findable.
  const district = foldName(town) === foldName(where.town) ? where.district : where.town;
  const postcode = mostFrequent(
    houses.map((house) => addresses.postcode(house)).filter((code) => code !== ""),
  );
  const names = new Set(
    draft.ways.flatMap((way) => [
      ways.name(way),
      ...ways.aliases(way),
      ...partsOfName(ways.name(way)),
    ]),
  );
  const name = mostFrequent(draft.ways.map((way) => ways.name(way))) ?? draft.name;
  for (const house of houses) names.add(addresses.street(house));
  names.delete(name);
  const first = draft.ways[0];
  return {
    id:
      first === undefined
        ? hashedPlaceId(`${name}\t${town}\t${lat}\t${lng}`)
        : regionPlaceId("street", ways.id(first)),
    name,
    aliases: [...names],
    localNames:
      draft.ways
        .map((way) => ways.localNames(way))
        .find((local) => Object.keys(local).length > 0) ?? {},
    importance: draft.importance + Math.min(houses.length, HOUSES_COUNT_MAX),
    lat,
    lng,
    town,
    district: foldName(district) === foldName(town) ? "" : district,
    postcode: postcode ?? where.postcode,
    houses,
    ways: draft.ways,
  };
}

/** The point of the street, or the house, that is nearest to the middle of them all. */
function middleOf(draft: Draft, ways: StreetWays, addresses: AddressTable) {
  const points: { lat: number; lng: number }[] = [];
  for (const way of draft.ways) {
    const [start, end] = ways.points(way);
    for (let point = start; point < end; point++)
      points.push({
        lat: ways.lat(point),
        lng: ways.lng(point),
      });
  }
  if (points.length === 0)
    for (const house of draft.houses)
      points.push({
        lat: addresses.lat(house),
        lng: addresses.lng(house),
      });
  const middle = (pick: (point: { lat: number; lng: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const lat = middle((point) => point.lat);
  const lng = middle((point) => point.lng);
  const distance = (point: { lat: number; lng: number }) =>
    flatDistanceM(lat, lng, point.lat, point.lng);
  return points.reduce(
    (best, point) => (distance(point) < distance(best) ? point : best),
    points[0] ?? { lat: 0, lng: 0 },
  );
}

/** Of names that are as frequent, the longer one, which is spelt out. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(
    ([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1),
  )[0]?.[0];
}
