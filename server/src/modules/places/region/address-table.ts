import { growingFloats, growingInts } from "@commonlane/geo/growing-array";
import type { Tags } from "@commonlane/geo/osm/read-extract";

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

interface Address {
  readonly street: string;
  readonly numbers: readonly string[];
  readonly postcode: string;
  readonly town: string;
}

const NUMBER_MAX = 12;
const NUMBERS_MAX = 30;
const CONTROL = /\p{Cc}+/gu;

const clean = (text: string | undefined) => (text ?? "").replace(CONTROL, " ").trim().slice(0, 120);

/** The address of a building or an entrance; undefined without a street or without a number. */
export function readAddress(tags: Tags): Address | undefined {
  const number = clean(tags["addr:housenumber"]);
  // Villages without street names number their houses.
  const street = clean(tags["addr:street"] ?? tags["addr:place"] ?? tags["addr:hamlet"]);
  if (number === "" || street === "") return undefined;
  const numbers = splitNumbers(number);
  return numbers.length === 0
    ? undefined
    : {
        street,
        numbers,
        postcode: clean(tags["addr:postcode"]).slice(0, 12),
        town: clean(tags["addr:city"]),
      };
}

/** One object may have several numbers, such as "3;5" or "3,5a"; a range such as "3-7" stays one. */
const splitNumbers = (text: string): string[] =>
  text
    .split(/[;,]/)
    .map((number) => number.trim())
    .filter((number) => number !== "" && number.length <= NUMBER_MAX)
    .slice(0, NUMBERS_MAX);

const STEPS: Readonly<Record<string, number>> = {
  odd: 2,
  even: 2,
  all: 1,
};

/**
 * The numbers strictly between two neighbouring ends of an interpolation way, in order from the first; empty if the
 * way does not say how to count or the ends do not fit.
 */
export function numbersBetween(from: string, to: string, interpolation: string): number[] {
  const step = STEPS[interpolation];
  if (step === undefined || !/^\d{1,5}$/.test(from) || !/^\d{1,5}$/.test(to)) return [];
  const first = Number(from);
  const last = Number(to);
  const count = Math.abs(last - first) / step;
  if (!Number.isInteger(count) || count > 500) return [];
  const sign = Math.sign(last - first);
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) => first + sign * step * (at + 1));
}
