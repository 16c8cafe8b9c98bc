import { basename } from "node:path";
import type { LatLng } from "@commonlane/matching/geo";
import { ExtractError } from "./read-blobs.ts";
import { readExtract } from "./read-extract.ts";

const PAGE_NODES = 1 << 18;
/** Coordinates are stored like in OpenStreetMap, in whole units of 1e-7 degrees. */
const UNITS_PER_DEGREE = 1e7;

interface Page {
  readonly ids: Float64Array;
  readonly lats: Int32Array;
  readonly lngs: Int32Array;
}

/** Positions of all nodes of an extract by id, in 16 bytes per node. */
export class NodeLocations {
  readonly #pages: Page[] = [];
  #size = 0;

  /** Number of nodes. */
  get size(): number {
    return this.#size;
  }

  /** Adds a node; ids must grow. Returns false, and adds nothing, if this one does not. */
  add(id: number, lat: number, lng: number): boolean {
    const at = this.#size % PAGE_NODES;
    if (this.#size > 0 && !(id > this.#idAt(this.#size - 1))) return false;
    const page = at === 0 ? this.#addPage() : this.#pages.at(-1);
    if (!page) return false;
    page.ids[at] = id;
    page.lats[at] = Math.round(lat * UNITS_PER_DEGREE);
    page.lngs[at] = Math.round(lng * UNITS_PER_DEGREE);
    this.#size++;
    return true;
  }

  /** The index of a node, from 0 to `size` - 1 in the order of ids, or -1 if the extract does not hold it. */
  indexOf(id: number): number {
    let low = 0;
    let high = this.#size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#idAt(middle);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The position of a node; ways may refer to nodes outside of the extract, which have none. */
  find(id: number): LatLng | undefined {
    const index = this.indexOf(id);
    return index < 0
      ? undefined
      : {
          lat: this.latAt(index),
          lng: this.lngAt(index),
        };
  }

  latAt(index: number): number {
    return (
      (this.#pages[Math.floor(index / PAGE_NODES)]?.lats[index % PAGE_NODES] ?? Number.NaN) /
      UNITS_PER_DEGREE
    );
  }

  lngAt(index: number): number {
    return (
      (this.#pages[Math.floor(index / PAGE_NODES)]?.lngs[index % PAGE_NODES] ?? Number.NaN) /
      UNITS_PER_DEGREE
    );
  }

  #idAt(index: number): number {
    return this.#pages[Math.floor(index / PAGE_NODES)]?.ids[index % PAGE_NODES] ?? Number.NaN;
  }

  #addPage(): Page {
    const page = {
      ids: new Float64Array(PAGE_NODES),
      lats: new Int32Array(PAGE_NODES),
      lngs: new Int32Array(PAGE_NODES),
    };
    this.#pages.push(page);
    return page;
  }
}

/** Reads the positions of all nodes of an extract. @throws ExtractError, also if its nodes are not sorted by id. */
export async function readNodeLocations(
  file: string,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
): Promise<NodeLocations> {
  const locations = new NodeLocations();
  for await (const elements of readExtract(file, { nodes: true }, signal, onProgress))
    for (const element of elements)
      if (element.type === "node" && !locations.add(element.id, element.lat, element.lng))
        throw new ExtractError(`${basename(file)} is not sorted by id. Sort it with osmium sort.`);
  return locations;
}
