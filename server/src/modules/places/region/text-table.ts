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
