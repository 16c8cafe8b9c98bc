/** A list of numbers that grows, in a typed array: an eighth to a half of the memory of a plain array of objects. */
export class GrowingColumn<Values extends Float64Array | Int32Array> {
  readonly #create: (length: number) => Values;
  #values: Values;
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
      const larger = this.#create(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** NaN outside of the list. */
  at(index: number): number {
    return index < this.#length ? (this.#values[index] ?? Number.NaN) : Number.NaN;
  }
}

export const intColumn = (): GrowingColumn<Int32Array> =>
  new GrowingColumn((length) => new Int32Array(length));
export const floatColumn = (): GrowingColumn<Float64Array> =>
  new GrowingColumn((length) => new Float64Array(length));

/** Each text once, by number. */
export class TextTable {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    this.#texts.push(text);
    return this.#texts.length - 1;
  }

  text(number: number): string {
    return this.#texts[number] ?? "";
  }
}
