type NumberArray = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed array whose length is not known in advance. */
export class GrowingArray<Values extends NumberArray> {
  #values: Values;
  readonly #create: (length: number) => Values;
  #length = 0;

  constructor(create: (length: number) => Values) {
    this.#create = create;
    this.#values = create(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#create(Math.ceil(this.#length * 1.6));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The values so far, in an array of exactly their length. */
  toArray(): Values {
    const exact = this.#create(this.#length);
    exact.set(this.#values.subarray(0, this.#length));
    return exact;
  }
}

export const growingFloats = () => new GrowingArray((length) => new Float64Array(length));
export const growingInts = () => new GrowingArray((length) => new Int32Array(length));
export const growingUints = () => new GrowingArray((length) => new Uint32Array(length));
export const growingBytes = () => new GrowingArray((length) => new Uint8Array(length));
