import { basename } from "node:path";
import type { OsmMember, OsmNode, OsmRelation, OsmWay, Tags } from "../osm/osm-element.ts";
import { ExtractError, readExtract } from "../osm/read-extract.ts";
import { growingFloats, growingUints } from "../growing-array.ts";
import { nodeStyleOf } from "./node-style.ts";
import { type WayStyle, wayStyleOf } from "./way-style.ts";

const UNITS_PER_DEGREE = 1e7;
/** Not a latitude: the extract does not hold the node. */
export const NO_LAT7 = 0x7fffffff;

/** The ways of an extract on which people drive or walk, with their nodes, in typed arrays. */
export interface RawRoads {
  readonly styles: readonly WayStyle[];
  /** Ways in the order of the file. */
  readonly wayId: Float64Array;
  readonly wayStyle: Uint32Array;
  /** Where the nodes of each way begin in `wayNodes`; one more entry than ways. */
  readonly wayFirst: Uint32Array;
  /** Indices of nodes. */
  readonly wayNodes: Uint32Array;
  /** Ids of the nodes of these ways, sorted. */
  readonly nodeId: Float64Array;
  /** The coordinates of `wayNodes`: the points of all lines. */
  readonly shapeLat7: Int32Array;
  readonly shapeLng7: Int32Array;
  /** `NO_LAT7` for nodes that the extract does not hold. */
  readonly nodeLat7: Int32Array;
  readonly nodeLng7: Int32Array;
  /** Sum of `NODE`. */
  readonly nodeStyle: Uint8Array;
  readonly restrictions: readonly TurnRestriction[];
}

/** Reads the roads and paths of an extract. @throws ExtractError */
export async function readRoads(
  extract: string,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
): Promise<RawRoads> {
  const ways = await readWays(extract, signal, (part) => onProgress?.(part / 2));
  const nodeId = sortedUnique(ways.nodeIds);
  const nodes = await readNodes(extract, nodeId, signal, (part) => onProgress?.((1 + part) / 2));
  const { nodeIds, ...roads } = ways;
  const wayNodes = Uint32Array.from(nodeIds, (id) => indexIn(nodeId, id));
  const shapeLat7 = Int32Array.from(wayNodes, (node) => nodes.nodeLat7[node] ?? 0);
  const shapeLng7 = Int32Array.from(wayNodes, (node) => nodes.nodeLng7[node] ?? 0);
  return {
    ...roads,
    wayNodes,
    shapeLat7,
    shapeLng7,
    nodeId,
    ...nodes,
  };
}

async function readWays(
  extract: string,
  signal: AbortSignal | undefined,
  onProgress: (fraction: number) => void,
) {
  const styles = new StyleTable();
  const wayId = growingFloats();
  const wayStyle = growingUints();
  const wayFirst = growingUints();
  const nodeIds = growingFloats();
  const restrictions: TurnRestriction[] = [];

  const addWay = (way: OsmWay): void => {
    if (way.tags["highway"] === undefined && !mayBeFerryOrPlatform(way)) return;
    const style = wayStyleOf(way.tags);
    if (!style.car && !style.isWalkable) return;
    wayId.push(way.id);
    wayStyle.push(styles.add(style));
    wayFirst.push(nodeIds.length);
    for (const id of way.nodeIds) nodeIds.push(id);
  };

  const wanted = { ways: true, relations: true };
  for await (const elements of readExtract(extract, wanted, signal, onProgress))
    for (const element of elements) {
      if (element.type === "way") addWay(element);
      const restriction = element.type === "relation" ? turnRestrictionOf(element) : undefined;
      if (restriction) restrictions.push(restriction);
    }
  wayFirst.push(nodeIds.length);
  return {
    styles: styles.all,
    wayId: wayId.toArray(),
    wayStyle: wayStyle.toArray(),
    wayFirst: wayFirst.toArray(),
    nodeIds: nodeIds.toArray(),
    restrictions,
  };
}

const mayBeFerryOrPlatform = ({ tags }: OsmWay): boolean =>
  tags["route"] !== undefined || tags["railway"] === "platform";

/** Equal styles get one number. */
class StyleTable {
  readonly all: WayStyle[] = [];
  readonly #numbers = new Map<string, number>();

  add(style: WayStyle): number {
    const key = JSON.stringify(style);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;

    const number = this.all.push(style) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

async function readNodes(
  extract: string,
  nodeId: Float64Array,
  signal: AbortSignal | undefined,
  onProgress: (fraction: number) => void,
) {
  const nodeLat7 = new Int32Array(nodeId.length).fill(NO_LAT7);
  const nodeLng7 = new Int32Array(nodeId.length);
  const nodeStyle = new Uint8Array(nodeId.length);
  let at = 0;
  let lastId = -Infinity;

  const addNode = ({ id, lat, lng, tags }: OsmNode): void => {
    if (!(id > lastId))
      throw new ExtractError(`${basename(extract)} is not sorted by id. Sort it with osmium sort.`);
    lastId = id;
    while (at < nodeId.length && (nodeId[at] ?? 0) < id) at++;
    if (nodeId[at] !== id) return;
    nodeLat7[at] = Math.round(lat * UNITS_PER_DEGREE);
    nodeLng7[at] = Math.round(lng * UNITS_PER_DEGREE);
    nodeStyle[at] = nodeStyleOf(tags);
  };

  for await (const elements of readExtract(extract, { nodes: true }, signal, onProgress))
    for (const element of elements) if (element.type === "node") addNode(element);
  return {
    nodeLat7,
    nodeLng7,
    nodeStyle,
  };
}

function sortedUnique(ids: Float64Array): Float64Array {
  const sorted = ids.toSorted();
  let count = 0;
  for (const id of sorted) if (count === 0 || id !== sorted[count - 1]) sorted[count++] = id;
  return sorted.slice(0, count);
}

/** The position of a value that a sorted array holds; -1 if it does not. */
export function indexIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle] ?? 0;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A turn that a relation forbids to cars, or the only one that it allows. */
export interface TurnRestriction {
  readonly kind: "no" | "only";
  readonly from: readonly number[];
  /** Ids of ways, in the order in which they are driven; empty if the turn is at a node. */
  readonly viaWays: readonly number[];
  readonly viaNode: number | undefined;
  readonly to: readonly number[];
}

const CARS = new Set(["motorcar", "motor_vehicle", "vehicle"]);
const KEYS = ["restriction:motorcar", "restriction:motor_vehicle", "restriction"];
const TIMES = ["day_on", "day_off", "hour_on", "hour_off"];

/**
 * The restriction that a relation sets for cars; undefined if there is none, or if it holds only at some times, for which
 * a road network has no clock. A damaged one is undefined as well.
 */
function turnRestrictionOf({ tags, members }: OsmRelation): TurnRestriction | undefined {
  const kind = kindOf(tags);
  if (kind === undefined || isExcepted(tags)) return undefined;

  const from = idsOf(members, "from", "way");
  const to = idsOf(members, "to", "way");
  const viaWays = idsOf(members, "via", "way");
  const viaNodes = idsOf(members, "via", "node");
  if (from.length === 0 || to.length === 0) return undefined;
  if (viaWays.length === 0 ? viaNodes.length !== 1 : viaNodes.length > 0) return undefined;
  // Only one way leads on, so there is one way from which and one to which.
  if (kind === "only" && from.length + to.length > 2) return undefined;
  return {
    kind,
    from,
    viaWays,
    viaNode: viaNodes[0],
    to,
  };
}

function kindOf(tags: Tags): TurnRestriction["kind"] | undefined {
  if (tags["type"] !== "restriction" || TIMES.some((key) => tags[key] !== undefined))
    return undefined;
  const value = KEYS.map((key) => tags[key]).find((found) => found !== undefined) ?? "";
  if (value.startsWith("no_")) return "no";
  return value.startsWith("only_") ? "only" : undefined;
}

const isExcepted = ({ except = "" }: Tags): boolean =>
  except.split(";").some((vehicle) => CARS.has(vehicle.trim()));

const idsOf = (members: readonly OsmMember[], role: string, type: OsmMember["type"]): number[] =>
  members.filter((member) => member.role === role && member.type === type).map(({ id }) => id);
