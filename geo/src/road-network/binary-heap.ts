/** A queue of numbers that returns the one with the smallest key first. A number may be in it more than once. */
export class BinaryHeap {
  #keys = new Float64Array(256);
  #values = new Int32Array(256);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The smallest key; only if there is one. */
  get topKey(): number {
    return this.#keys[0]!;
  }

  clear(): void {
    this.#size = 0;
  }

  push(key: number, value: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const values = this.#values;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      values[at] = values[parent]!;
      at = parent;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** Removes the number with the smallest key; only if there is one. */
  pop(): number {
    const keys = this.#keys;
    const values = this.#values;
    const top = values[0]!;
    const size = --this.#size;
    const key = keys[size]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      values[at] = values[child]!;
      at = child;
    }
    keys[at] = key;
    values[at] = values[size]!;
    return top;
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length);
    const values = new Int32Array(keys.length);
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
  }
}
