/**
 * A min-queue of lower bounds (rides not examined yet) and examined items. On equal order a bound comes before an item,
 * because the ride behind it may still be as good. O(log n) per operation.
 */
export class BoundedPriorityQueue<Item> {
  takenItem: Item | undefined;
  readonly #compare: (a: Item, b: Item) => number;
  readonly #examined: Item[] = [];
  #orders = new Float64Array(256);
  /** The slot for a bound, -1 - index in `#examined` for an item. */
  #items = new Float64Array(256);
  #length = 0;

  /** `compare` decides between items of the same order. */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  clear(): void {
    this.#length = 0;
    this.#examined.length = 0;
    this.takenItem = undefined;
  }

  /** The least order in the queue; Infinity if it is empty. */
  get minOrder(): number {
    return this.#length === 0 ? Infinity : this.#orders[0]!;
  }

  addBound(order: number, slot: number): void {
    this.#push(order, slot);
  }

  addItem(order: number, item: Item): void {
    this.#examined.push(item);
    this.#push(order, -this.#examined.length);
  }

  /** Removes the least entry. Returns the slot of a bound, or -1 for an item, which is then in `taken`. */
  take(): number {
    const item = this.#items[0]!;
    this.#length--;
    if (this.#length > 0) {
      this.#set(0, this.#orders[this.#length]!, this.#items[this.#length]!);
      this.#sink();
    }
    if (item >= 0) return item;
    this.takenItem = this.#examined[-1 - item];
    return -1;
  }

  #push(order: number, item: number): void {
    if (this.#length === this.#orders.length) this.#grow();
    let at = this.#length++;
    this.#set(at, order, item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(at, above)) break;
      this.#swap(at, above);
      at = above;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      let first = at;
      const below = 2 * at + 1;
      if (below < this.#length && this.#isBefore(below, first)) first = below;
      if (below + 1 < this.#length && this.#isBefore(below + 1, first)) first = below + 1;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const by = this.#orders[a]! - this.#orders[b]!;
    if (by !== 0) return by < 0;
    const itemA = this.#items[a]!;
    const itemB = this.#items[b]!;
    if (itemA >= 0 || itemB >= 0) return itemA >= 0 && itemB < 0;
    return this.#compare(this.#examined[-1 - itemA]!, this.#examined[-1 - itemB]!) < 0;
  }

  #swap(a: number, b: number): void {
    const order = this.#orders[a]!;
    const item = this.#items[a]!;
    this.#set(a, this.#orders[b]!, this.#items[b]!);
    this.#set(b, order, item);
  }

  #set(at: number, order: number, item: number): void {
    this.#orders[at] = order;
    this.#items[at] = item;
  }

  #grow(): void {
    const orders = new Float64Array(2 * this.#length);
    const items = new Float64Array(2 * this.#length);
    orders.set(this.#orders);
    items.set(this.#items);
    this.#orders = orders;
    this.#items = items;
  }
}
