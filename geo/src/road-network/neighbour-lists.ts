const SMALLEST_BLOCK = 2;

/**
 * For each node a list of neighbours with the cost of the edge there and what it consists of; at most one edge for each
 * neighbour. The lists are blocks of one pool: they grow, shrink and are given back.
 */
export class NeighbourLists {
  #node = new Int32Array(1024);
  #cost = new Float64Array(1024);
  #via = new Int32Array(1024);
  #used = 0;
  readonly #start: Uint32Array;
  readonly #count: Uint32Array;
  readonly #capacity: Uint32Array;
  /** Starts of unused blocks, by their capacity. */
  readonly #unused = new Map<number, number[]>();

  constructor(nodes: number) {
    this.#start = new Uint32Array(nodes);
    this.#count = new Uint32Array(nodes);
    this.#capacity = new Uint32Array(nodes);
  }

  /** The edges of a node are at these positions, until a list changes. */
  startOf(node: number): number {
    return this.#start[node]!;
  }

  endOf(node: number): number {
    return this.#start[node]! + this.#count[node]!;
  }

  countOf(node: number): number {
    return this.#count[node]!;
  }

  nodeAt(position: number): number {
    return this.#node[position]!;
  }

  costAt(position: number): number {
    return this.#cost[position]!;
  }

  viaAt(position: number): number {
    return this.#via[position]!;
  }

  /** Adds an edge, or replaces a dearer one to the same neighbour. */
  add(node: number, neighbour: number, cost: number, via: number): void {
    const found = this.#find(node, neighbour);
    if (found >= 0) {
      if (this.#cost[found]! <= cost) return;
      this.#cost[found] = cost;
      this.#via[found] = via;
      return;
    }
    if (this.#count[node] === this.#capacity[node]) this.#enlarge(node);
    const at = this.endOf(node);
    this.#node[at] = neighbour;
    this.#cost[at] = cost;
    this.#via[at] = via;
    this.#count[node]!++;
  }

  remove(node: number, neighbour: number): void {
    const at = this.#find(node, neighbour);
    if (at < 0) return;
    const last = this.endOf(node) - 1;
    this.#node[at] = this.#node[last]!;
    this.#cost[at] = this.#cost[last]!;
    this.#via[at] = this.#via[last]!;
    this.#count[node]!--;
  }

  /** Empties the list of a node that has left the graph. */
  release(node: number): void {
    this.#giveBack(node);
    this.#count[node] = 0;
    this.#capacity[node] = 0;
  }

  #find(node: number, neighbour: number): number {
    const end = this.endOf(node);
    for (let at = this.#start[node]!; at < end; at++) if (this.#node[at] === neighbour) return at;
    return -1;
  }

  #enlarge(node: number): void {
    const capacity = Math.max(SMALLEST_BLOCK, 2 * this.#capacity[node]!);
    const start = this.#unused.get(capacity)?.pop() ?? this.#allocate(capacity);
    const from = this.#start[node]!;
    const end = this.endOf(node);
    this.#node.copyWithin(start, from, end);
    this.#cost.copyWithin(start, from, end);
    this.#via.copyWithin(start, from, end);
    this.#giveBack(node);
    this.#start[node] = start;
    this.#capacity[node] = capacity;
  }

  #giveBack(node: number): void {
    const capacity = this.#capacity[node]!;
    if (capacity === 0) return;
    const unused = this.#unused.get(capacity);
    if (unused) unused.push(this.#start[node]!);
    else this.#unused.set(capacity, [this.#start[node]!]);
  }

  #allocate(capacity: number): number {
    const start = this.#used;
    this.#used += capacity;
    if (this.#used <= this.#node.length) return start;

    const length = Math.ceil(Math.max(this.#used, 1.3 * this.#node.length));
    const node = new Int32Array(length);
    node.set(this.#node);
    this.#node = node;
    const cost = new Float64Array(length);
    cost.set(this.#cost);
    this.#cost = cost;
    const via = new Int32Array(length);
    via.set(this.#via);
    this.#via = via;
    return start;
  }
}
