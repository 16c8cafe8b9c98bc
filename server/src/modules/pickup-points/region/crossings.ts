import type { LatLng } from "@commonlane/contract/shapes";
import type { NodeLocations } from "@commonlane/geo/osm/node-locations";
import type { OsmWay } from "@commonlane/geo/osm/read-extract";
import type { RoadUse } from "./road-tags.ts";

/** A place where two named streets meet. */
export interface Crossing {
  readonly at: LatLng;
  /** "Bahnhofstrasse / Hauptstrasse" */
  readonly name: string;
}

/** No one gets in there: a road without stopping leads through it, or a fast one. */
const CLOSED = -1;

/** Finds crossings of named streets, with a number per node of the extract. */
export class Crossings {
  readonly #nodes: NodeLocations;
  /** Number of the first street at each node, from 1; 0: none. */
  readonly #street: Int32Array;
  readonly #names: string[] = [""];
  readonly #numbers = new Map<string, number>();
  /** Second street by the index of the node. */
  readonly #crossings = new Map<number, number>();

  constructor(nodes: NodeLocations) {
    this.#nodes = nodes;
    this.#street = new Int32Array(nodes.size);
  }

  addRoad({ nodeIds }: OsmWay, { stopping, isCalm, isStreet, name }: RoadUse): void {
    const isClosed = stopping !== "stop" || !isCalm;
    if (!isClosed && (name === undefined || !isStreet)) return;
    const number = isClosed || name === undefined ? CLOSED : this.#numberOf(name);
    for (const id of nodeIds) {
      const node = this.#nodes.indexOf(id);
      if (node >= 0) this.#addStreet(node, number);
    }
  }

  all(): Crossing[] {
    return [...this.#crossings].flatMap(([node, second]) => {
      const first = this.#street[node] ?? CLOSED;
      if (first === CLOSED) return [];
      const name = [first, second]
        .map((number) => this.#names[number] ?? "")
        .toSorted(byText)
        .join(" / ");
      return [
        {
          at: {
            lat: this.#nodes.latAt(node),
            lng: this.#nodes.lngAt(node),
          },
          name,
        },
      ];
    });
  }

  #addStreet(node: number, number: number): void {
    const first = this.#street[node] ?? 0;
    if (first === CLOSED || first === number) return;
    if (number === CLOSED || first === 0) this.#street[node] = number;
    else if (!this.#crossings.has(node)) this.#crossings.set(node, number);
  }

  #numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
