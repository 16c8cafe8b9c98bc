/** Numbers from 0 up, of which some belong together. */
export class UnionFind {
  readonly #parent: Uint32Array;

  constructor(size: number) {
    this.#parent = Uint32Array.from({ length: size }, (_, n) => n);
  }

  find(member: number): number {
    let root = member;
    while (this.#parent[root] !== root) {
      // Halves the path to the root for the next time.
      const grandparent = this.#parent[this.#parent[root] ?? 0] ?? 0;
      this.#parent[root] = grandparent;
      root = grandparent;
    }
    return root;
  }

  join(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA !== rootB) this.#parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }
}

/** Lists of numbers by a key from 0 up, one after the other in one array. */
export interface Lists {
  /** Where the list of each key begins in `items`; one more entry than keys. */
  readonly first: Uint32Array;
  readonly items: Uint32Array;
}

/** The positions of each key in `keys`, in their order. */
export function listByKey(keys: Uint32Array, keyCount: number): Lists {
  const first = new Uint32Array(keyCount + 1);
  for (const key of keys) first[key + 1] = (first[key + 1] ?? 0) + 1;
  for (let key = 0; key < keyCount; key++)
    first[key + 1] = (first[key + 1] ?? 0) + (first[key] ?? 0);

  const next = first.slice();
  const items = new Uint32Array(keys.length);
  for (const [position, key] of keys.entries()) {
    const at = next[key] ?? 0;
    items[at] = position;
    next[key] = at + 1;
  }
  return { first, items };
}
