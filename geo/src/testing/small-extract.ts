import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OsmMember, OsmNode, OsmRelation, OsmWay, Tags } from "../osm/osm-element.ts";
import { type BuiltRoads, buildRoadGraph } from "../road-graph/build-road-graph.ts";
import type { RoadGraph } from "../road-network/road-graph.ts";
import { lngDifference } from "../road-network/shapes.ts";
import { extractBytes } from "./write-extract.ts";

/** In Liechtenstein. */
const CENTER = { lat: 47.14, lng: 9.52 };
const DEFAULT_STEP_M = 100;
const METRES_PER_DEGREE = 111_195;

interface Options {
  readonly lat?: number;
  readonly lng?: number;
  /** Between neighbouring characters and rows of the map. */
  readonly stepM?: number;
}

/**
 * A hand-written extract. Letters and digits of the map are nodes, a row of text is a row of the grid:
 *
 * @example
 *   new SmallExtract(`
 *     A  B  C
 *        D    `).way("ABC", { highway: "residential" }).way("BD", { highway: "service" });
 */
export class SmallExtract {
  readonly #nodes = new Map<string, OsmNode>();
  readonly #ways: OsmWay[] = [];
  readonly #relations: OsmRelation[] = [];
  readonly #missing = new Set<string>();

  constructor(map: string, { lat, lng, stepM = DEFAULT_STEP_M }: Options = {}) {
    const south = lat ?? CENTER.lat;
    const rows = map.split("\n");
    const stepLat = stepM / METRES_PER_DEGREE;
    const stepLng = stepLat / Math.cos((south * Math.PI) / 180);
    for (const [row, text] of rows.entries())
      for (const [column, name] of text.split("").entries()) {
        if (!/[A-Za-z0-9]/.test(name)) continue;
        this.#nodes.set(name, {
          type: "node",
          id: this.#nodes.size + 1,
          lat: south - row * stepLat,
          lng: lngDifference((lng ?? CENTER.lng) + column * stepLng, 0),
          tags: {},
        });
      }
  }

  /** A way over these nodes. Its id is its number, from 1. */
  way(names: string, tags: Tags): this {
    const nodeIds = names.split("").map((name) => this.#node(name).id);
    this.#ways.push({ type: "way", id: this.#ways.length + 1, nodeIds, tags });
    return this;
  }

  node(name: string, tags: Tags): this {
    this.#nodes.set(name, { ...this.#node(name), tags });
    return this;
  }

  /** Leaves a node out of the extract, but not out of its ways, as where an extract was cut. */
  without(name: string): this {
    this.#missing.add(name);
    return this;
  }

  /** Ways are given by their nodes, as in `way`; `via` is a node or ways. */
  restriction(
    value: string,
    { from, via, to }: { from: string; via: readonly string[]; to: string },
    tags: Tags = {},
  ): this {
    const member = (role: string, names: string): OsmMember =>
      names.length === 1
        ? { type: "node", id: this.#node(names).id, role }
        : { type: "way", id: this.#wayIdOf(names), role };
    this.#relations.push({
      type: "relation",
      id: this.#relations.length + 1,
      members: [
        member("from", from),
        ...via.map((names) => member("via", names)),
        member("to", to),
      ],
      tags: { type: "restriction", ...(value === "" ? {} : { restriction: value }), ...tags },
    });
    return this;
  }

  /** The bytes of the extract, for tests of damaged files. */
  bytes(): Buffer {
    const nodes = [...this.#nodes].filter(([name]) => !this.#missing.has(name));
    return extractBytes([...nodes.map(([, node]) => node), ...this.#ways, ...this.#relations]);
  }

  async build(): Promise<SmallRoads> {
    const folder = mkdtempSync(join(tmpdir(), "small-extract-"));
    try {
      const file = join(folder, "small.osm.pbf");
      writeFileSync(file, this.bytes());
      return new SmallRoads(await buildRoadGraph(file), [...this.#nodes]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #node(name: string): OsmNode {
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`The map has no ${name}.`);
    return node;
  }

  #wayIdOf(names: string): number {
    const nodeIds = names
      .split("")
      .map((name) => this.#node(name).id)
      .join(" ");
    const way = this.#ways.find((other) => other.nodeIds.join(" ") === nodeIds);
    if (!way) throw new Error(`There is no way ${names}.`);
    return way.id;
  }
}

/** What was built from a hand-written extract, with the names of its nodes. */
export class SmallRoads {
  readonly built: BuiltRoads;
  /** The nodes of each segment, such as "ABC", in the order of the extract. */
  readonly segments: readonly string[];
  /** The same for each edge, in the direction in which it is driven. */
  readonly #edgeNames: readonly string[];
  readonly #nameAt = new Map<string, string>();

  constructor(built: BuiltRoads, nodes: readonly (readonly [string, OsmNode])[]) {
    this.built = built;
    for (const [name, { lat, lng }] of nodes)
      this.#nameAt.set(`${Math.round(lat * 1e7)} ${Math.round(lng * 1e7)}`, name);
    const { shapeFirst, shapeEnd, segmentClass, edgeSegment, edgeIsForward } = built.graph;
    this.segments = Array.from(segmentClass, (_, segment) =>
      this.#names(built.graph, shapeFirst[segment] ?? 0, shapeEnd[segment] ?? 0),
    );
    this.#edgeNames = Array.from(edgeSegment, (segment, edge) => {
      const forward = this.segments[segment] ?? "";
      return edgeIsForward[edge] === 1 ? forward : reversed(forward);
    });
  }

  /** The nodes of each way on foot, between neighbouring junctions. */
  get walks(): string[] {
    const { walks } = this.built;
    return Array.from(walks.edgeFrom, (_, edge) =>
      this.#names(walks, walks.shapeFirst[edge] ?? 0, walks.shapeEnd[edge] ?? 0),
    );
  }

  /** Sum of `SEGMENT_FLAGS` of the segment with these nodes. */
  flags(segment: string): number {
    const number = this.segments.findIndex(
      (names) => names === segment || reversed(names) === segment,
    );
    return this.built.graph.segmentFlags[number] ?? Number.NaN;
  }

  /** Seconds of the segment with these nodes in this direction; undefined if it is closed. */
  secondsOf(segment: string): number | undefined {
    const edge = this.#edgeNames.indexOf(segment);
    const tenths = this.built.graph.edgeTimeDs[edge];
    return tenths === undefined ? undefined : tenths / 10;
  }

  /** Seconds of the fastest drive between two nodes at the ends of segments; undefined if there is none. */
  seconds(from: string, to: string): number | undefined {
    return this.#fastest(from, to)?.seconds;
  }

  /** The nodes of that drive, such as "ABC"; "" if there is none. */
  drive(from: string, to: string): string {
    return this.#fastest(from, to)?.names ?? "";
  }

  /**
   * By trying edge after edge (Bellman, Ford), with the rule of the graph for beginnings and ends: any edge of a segment
   * that begins at `from`, and any that ends at `to`.
   */
  #fastest(from: string, to: string): { seconds: number; names: string } | undefined {
    const { edgeFrom, edgeTo, edgeTimeDs } = this.built.graph;
    const names = this.#edgeNames;
    const best = new Map<number, { tenths: number; names: string }>();
    const offer = (node: number, tenths: number, path: string): boolean => {
      if (tenths >= (best.get(node)?.tenths ?? Infinity)) return false;
      best.set(node, { tenths, names: path });
      return true;
    };
    const END = -1;
    for (const [edge, path] of names.entries()) {
      if (path.at(0) !== from) continue;
      offer(edgeTo[edge] ?? 0, edgeTimeDs[edge] ?? 0, path);
      if (path.at(-1) === to) offer(END, edgeTimeDs[edge] ?? 0, path);
    }
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const [edge, path] of names.entries()) {
        const before = best.get(edgeFrom[edge] ?? 0);
        if (!before) continue;
        const tenths = before.tenths + (edgeTimeDs[edge] ?? 0);
        const driven = before.names + path.slice(1);
        if (offer(edgeTo[edge] ?? 0, tenths, driven)) isBetter = true;
        if (path.at(-1) === to && offer(END, tenths, driven)) isBetter = true;
      }
    }
    const end = best.get(END);
    return end && { seconds: end.tenths / 10, names: end.names };
  }

  #names(
    { shapeLat7, shapeLng7 }: Pick<RoadGraph, "shapeLat7" | "shapeLng7">,
    first: number,
    end: number,
  ): string {
    let names = "";
    for (let at = first; at < end; at++)
      names += this.#nameAt.get(`${shapeLat7[at]} ${shapeLng7[at]}`) ?? "?";
    return names;
  }
}

const reversed = (names: string): string => names.split("").toReversed().join("");
