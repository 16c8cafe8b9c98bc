import type { Address } from "./addresses.ts";
import { growingFloats, growingInts } from "@commonlane/geo/growing-array";

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

/** Addresses of a region, 40 bytes each: a large region has millions. */
export class AddressTable {
  readonly #texts = new TextTable();
  readonly #streets = growingInts();
  readonly #numbers = growingInts();
  readonly #postcodes = growingInts();
  readonly #towns = growingInts();
  readonly #lats = growingFloats();
  readonly #lngs = growingFloats();

  get length(): number {
    return this.#lats.length;
  }

  add(
    { street, postcode, town }: Omit<Address, "numbers">,
    number: string,
    lat: number,
    lng: number,
  ): void {
    this.#streets.push(this.#texts.add(street));
    this.#numbers.push(this.#texts.add(number));
    this.#postcodes.push(this.#texts.add(postcode));
    this.#towns.push(this.#texts.add(town));
    this.#lats.push(lat);
    this.#lngs.push(lng);
  }

  street(index: number): string {
    return this.#texts.text(this.#streets.at(index));
  }
  number(index: number): string {
    return this.#texts.text(this.#numbers.at(index));
  }
  postcode(index: number): string {
    return this.#texts.text(this.#postcodes.at(index));
  }
  town(index: number): string {
    return this.#texts.text(this.#towns.at(index));
  }
  lat(index: number): number {
    return this.#lats.at(index);
  }
  lng(index: number): number {
    return this.#lngs.at(index);
  }
}
