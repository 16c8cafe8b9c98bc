import {
  type OsmNode,
  type OsmRelation,
  type OsmWay,
  readExtract,
  type Tags,
} from "@commonlane/geo/osm/read-extract";
import { joinRings, type RingPart } from "@commonlane/geo/osm/multipolygon";
import { type NodeLocations, readNodeLocations } from "@commonlane/geo/osm/node-locations";
import { lngBetween, lngDifference } from "@commonlane/geo/road-network/shapes";
import { regionPlaceId } from "../place-id.ts";
import { AddressTable, numbersBetween, readAddress } from "./address-table.ts";
import { classifyPlace, classifySettlement, type PlaceClass } from "./classify-place.ts";
import { isRing, type Path, pointInside, pointOf, type Position } from "./outlines.ts";
import { type PlaceNames, readNames } from "./place-names.ts";
import { StreetWays } from "./street-ways.ts";

/** Importance of a named way by its class, on the scale of a town's population. */
const CLASSES: Readonly<Record<string, number>> = {
  trunk: 300,
  primary: 400,
  secondary: 380,
  tertiary: 360,
  unclassified: 320,
  residential: 320,
  living_street: 320,
  pedestrian: 360,
  road: 200,
  service: 200,
  track: 120,
  footway: 130,
  cycleway: 120,
  path: 110,
  bridleway: 110,
  steps: 110,
};

/** Undefined if the way is no street that people would name; a motorway has no addresses. */
const streetImportance = (tags: Tags): number | undefined =>
  tags["name"] === undefined
    ? undefined
    : (CLASSES[tags["highway"] ?? ""] ??
      (tags["place"] === "square" ? CLASSES["pedestrian"] : undefined));

/** A named object of the extract. */
export interface CollectedPlace extends Position, PlaceClass, PlaceNames {
  readonly id: number;
  /** The town and postcode that its own tags name; often empty. */
  readonly town: string;
  readonly postcode: string;
}

/** An area with a name, such as a municipality or a postal district. */
export interface NamedArea {
  readonly name: string;
  /** 2 for a country to 11 for a part of a town; 0 for a postal district. */
  readonly level: number;
  readonly country: string;
  readonly rings: readonly Path[];
}

/** What an extract holds that place search needs. */
export interface CollectedElements {
  readonly settlements: CollectedPlace[];
  readonly places: CollectedPlace[];
  readonly areas: NamedArea[];
  readonly streets: StreetWays;
  readonly addresses: AddressTable;
}

const NODE_PASS = 0.4;
const WAY_PASS = 0.5;

/** Reads an extract three times: its relations, the positions of its nodes, then its objects. */
export async function collectElements(
  extract: string,
  signal?: AbortSignal,
  onProgress: (fraction: number) => void = () => {},
): Promise<CollectedElements> {
  const relations: OsmRelation[] = [];
  for await (const elements of readExtract(extract, { relations: true }, signal))
    for (const element of elements)
      if (element.type === "relation" && isWanted(element)) relations.push(element);
  onProgress(1 - NODE_PASS - WAY_PASS);
  const locations = await readNodeLocations(extract, signal, (fraction) =>
    onProgress(1 - NODE_PASS - WAY_PASS + NODE_PASS * fraction),
  );
  const collector = new Collector(locations, relations);
  const onRead = (fraction: number) => onProgress(1 - WAY_PASS + WAY_PASS * fraction);
  for await (const elements of readExtract(
    extract,
    { nodes: "tagged", ways: true },
    signal,
    onRead,
  ))
    for (const element of elements) {
      if (element.type === "node") collector.addNode(element);
      else if (element.type === "way") collector.addWay(element);
    }
  for (const relation of relations) collector.addRelation(relation);
  return collector.collected;
}

const BOUNDARIES = new Set(["administrative", "postal_code"]);

const isWanted = ({ tags }: OsmRelation): boolean =>
  BOUNDARIES.has(tags["boundary"] ?? "") ||
  readAddress(tags) !== undefined ||
  (tags["name"] !== undefined && (classifyPlace(tags) ?? classifySettlement(tags)) !== undefined);

class Collector {
  readonly collected: CollectedElements = {
    settlements: [],
    places: [],
    areas: [],
    streets: new StreetWays(),
    addresses: new AddressTable(),
  };
  readonly #locations: NodeLocations;
  readonly #memberWays = new Map<number, RingPart | undefined>();
  /** Addresses of nodes, which an interpolation way refers to. */
  readonly #addressNodes = new Map<number, Tags>();

  constructor(locations: NodeLocations, relations: readonly OsmRelation[]) {
    this.#locations = locations;
    for (const { members } of relations)
      for (const { type, id } of members) if (type === "way") this.#memberWays.set(id, undefined);
  }

  addNode({ id, lat, lng, tags }: OsmNode): void {
    if (tags["addr:housenumber"] !== undefined) this.#addressNodes.set(id, tags);
    this.#addObject(regionPlaceId("node", id), tags, {
      lat,
      lng,
    });
  }

  addWay({ id, nodeIds, tags }: OsmWay): void {
    const isMember = this.#memberWays.has(id);
    const importance = streetImportance(tags);
    const isObject = isInteresting(tags);
    if (!isMember && !isObject && importance === undefined) return;
    const path = this.#pathOf(nodeIds);
    if (path.length === 0) return;
    if (isMember) this.#memberWays.set(id, { nodeIds });
    const names = importance === undefined ? undefined : readNames(tags);
    if (names && importance !== undefined) this.collected.streets.add(id, names, importance, path);
    if (tags["addr:interpolation"] !== undefined)
      this.#addInterpolation(nodeIds, tags["addr:interpolation"]);
    if (!isObject) return;
    const at = pointOf(path);
    if (at) this.#addObject(regionPlaceId("way", id), tags, at);
  }

  addRelation({ id, members, tags }: OsmRelation): void {
    const parts = members.flatMap(({ type, id }) =>
      type === "way" ? (this.#memberWays.get(id) ?? []) : [],
    );
    // Ways that do not close, because the extract cuts them off, are no area.
    const rings = joinRings(parts)
      .map((chain) => this.#pathOf(chain))
      .filter(isRing);
    if (BOUNDARIES.has(tags["boundary"] ?? "")) {
      const area = readArea(tags, rings);
      if (area) this.collected.areas.push(area);
      return;
    }
    const at = pointInside(rings) ?? pointOf(this.#pathOf(parts[0]?.nodeIds ?? []));
    if (at) this.#addObject(regionPlaceId("relation", id), tags, at);
  }

  #addObject(id: number, tags: Tags, { lat, lng }: Position): void {
    const { addresses, settlements, places } = this.collected;
    const address = readAddress(tags);
    if (address) for (const number of address.numbers) addresses.add(address, number, lat, lng);
    const settlement = classifySettlement(tags);
    const place = classifyPlace(tags);
    const found = settlement ?? place;
    const names = found && readNames(tags);
    if (!names) return;
    const town = tags["addr:city"] ?? tags["is_in:city"] ?? tags["is_in"]?.split(/[,;]/)[0] ?? "";
    const postcode = tags["addr:postcode"] ?? tags["postal_code"] ?? "";
    const collected = {
      id,
      ...found,
      ...names,
      lat,
      lng,
      town: town.trim(),
      postcode: postcode.trim(),
    };
    (settlement ? settlements : places).push(collected);
  }

  /** Numbers between two nodes with addresses, evenly along the line. */
  #addInterpolation(nodeIds: readonly number[], interpolation: string): void {
    const ends = nodeIds.flatMap((id, at) => (this.#addressNodes.has(id) ? [at] : []));
    ends.slice(1).forEach((end, n) => {
      const start = ends[n] ?? 0;
      const first = nodeIds[start] ?? 0;
      const last = nodeIds[end] ?? 0;
      const from = readAddress(this.#addressNodes.get(first) ?? {});
      const to = readAddress(this.#addressNodes.get(last) ?? {});
      if (!from || !to) return;
      const numbers = numbersBetween(from.numbers[0] ?? "", to.numbers[0] ?? "", interpolation);
      const path = this.#pathOf(nodeIds.slice(start, end + 1));
      numbers.forEach((number, at) => {
        const { lat, lng } = pointAlong(path, (at + 1) / (numbers.length + 1));
        this.collected.addresses.add(from, String(number), lat, lng);
      });
    });
  }

  #pathOf(nodeIds: readonly number[]): Path {
    const points: number[] = [];
    for (const id of nodeIds) {
      const index = this.#locations.indexOf(id);
      if (index >= 0) points.push(this.#locations.latAt(index), this.#locations.lngAt(index));
    }
    return Float64Array.from(points);
  }
}

const isInteresting = (tags: Tags): boolean =>
  tags["addr:housenumber"] !== undefined ||
  tags["addr:interpolation"] !== undefined ||
  (tags["name"] !== undefined && (classifyPlace(tags) ?? classifySettlement(tags)) !== undefined);

function readArea(tags: Tags, rings: readonly Path[]): NamedArea | undefined {
  const country = tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"] ?? "";
  const isPostal = tags["boundary"] === "postal_code";
  const name = isPostal ? (tags["postal_code"] ?? tags["name"]) : readNames(tags)?.name;
  const level = isPostal ? 0 : Number(tags["admin_level"]);
  return name === undefined || rings.length === 0 || !Number.isInteger(level)
    ? undefined
    : {
        name,
        level,
        country,
        rings,
      };
}

/** The position at a fraction of the length of a path. */
function pointAlong(path: Path, fraction: number): Position {
  const lengths: number[] = [];
  let total = 0;
  for (let at = 0; at + 3 < path.length; at += 2) {
    const dLat = (path[at + 2] ?? 0) - (path[at] ?? 0);
    const dLng = lngDifference(path[at + 3] ?? 0, path[at + 1] ?? 0);
    lengths.push(Math.hypot(dLat, dLng * Math.cos(((path[at] ?? 0) * Math.PI) / 180)));
    total += lengths.at(-1) ?? 0;
  }
  let rest = total * fraction;
  for (const [n, length] of lengths.entries()) {
    const at = n * 2;
    if (rest <= length && length > 0) {
      const part = rest / length;
      const [lat = 0, lng = 0, toLat = 0, toLng = 0] = path.subarray(at, at + 4);
      return { lat: lat + (toLat - lat) * part, lng: lngBetween(lng, toLng, part) };
    }
    rest -= length;
  }
  return {
    lat: path[path.length - 2] ?? 0,
    lng: path[path.length - 1] ?? 0,
  };
}
