import { EARTH_RADIUS_M } from "../geo.ts";
import { vecOf } from "../geometry/sphere.ts";
import type { Vec } from "../geometry/sphere.ts";
import { SPAN_PAGE, Spans } from "./spans.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
/** Numbers of a record. The first record of a ride has its base and the exponent of its unit; each other one is a cap. */
const NUMBERS = 5;
const MOST = 32_767;
/** As a radius: only a cap smaller than half the sphere covers the great circles between its points. */
const WHOLE_SPHERE = MOST;
const NOWHERE: Vec = vecOf({ lat: 0, lng: 0 });
/** Sums of these numbers are off by less; a centimetre. */
const ROUNDING = 1e-9;

/** A cap of the sphere that covers a piece of a leg's line. */
export interface Cap {
  readonly middle: Vec;
  /** The chord from the middle to the rim. */
  readonly radius: number;
  /** The share of its leg before it, from 0 to 1. */
  readonly share: number;
}

/** Where the caps of a ride are stored. */
export interface CapSpan {
  readonly page: Int16Array;
  readonly at: number;
  readonly caps: number;
}

/** The part of a leg's line that may be near a place: shares of the leg, from 0 to 1. */
export interface NearPart {
  readonly from: number;
  readonly to: number;
}

/** Caps over the lines of rides, ten bytes each. Rounding only makes them larger. */
export class CapPages {
  readonly #pages: Int16Array[] = [];
  readonly #spans = new Spans();

  get bytes(): number {
    return this.#pages.length * NUMBERS * SPAN_PAGE * 2 + this.#spans.bytes;
  }

  /** @throws RangeError if the caps do not fit on a page. */
  add(caps: readonly Cap[]): CapSpan {
    const at = this.#spans.allocate(caps.length + 1);
    while (this.#pages.length < this.#spans.pages)
      this.#pages.push(new Int16Array(NUMBERS * SPAN_PAGE));
    const page = this.#pages[at >>> SHIFT]!;
    writeCaps(page, NUMBERS * (at & MASK), caps);
    return {
      page,
      at,
      caps: caps.length,
    };
  }

  release({ at, caps }: CapSpan): void {
    this.#spans.release(at, caps + 1);
  }
}

function writeCaps(page: Int16Array, base: number, caps: readonly Cap[]): void {
  const first = caps[0]?.middle ?? NOWHERE;
  page[base] = Math.round(MOST * first.x);
  page[base + 1] = Math.round(MOST * first.y);
  page[base + 2] = Math.round(MOST * first.z);
  const x = page[base] / MOST;
  const y = page[base + 1]! / MOST;
  const z = page[base + 2]! / MOST;

  let most = 1 / EARTH_RADIUS_M;
  for (const { middle, radius } of caps) {
    if (radius < 1) most = Math.max(most, radius);
    most = Math.max(most, Math.abs(middle.x - x), Math.abs(middle.y - y), Math.abs(middle.z - z));
  }
  page[base + 3] = Math.ceil(Math.log2(most / (MOST - 2)));
  const unit = 2 ** page[base + 3]!;

  for (const [n, { middle, radius, share }] of caps.entries()) {
    const at = base + NUMBERS * (n + 1);
    page[at] = Math.round((middle.x - x) / unit);
    page[at + 1] = Math.round((middle.y - y) / unit);
    page[at + 2] = Math.round((middle.z - z) / unit);
    // A rounded middle is off by less than a unit.
    page[at + 3] = radius < 1 ? Math.ceil(radius / unit) + 1 : WHOLE_SPHERE;
    page[at + 4] = Math.floor(MOST * share);
  }
}

/** The caps of one leg: those of its ride from `first` up to `end`, in driving order. */
interface CapsOfLeg {
  readonly span: CapSpan;
  readonly first: number;
  readonly end: number;
}

/** The part of a leg that may be at most `withinM` from a place; undefined if none is. */
export function findNearPart(
  { span, first, end }: CapsOfLeg,
  place: Vec,
  withinM: number,
): NearPart | undefined {
  const { page } = span;
  const base = NUMBERS * (span.at & MASK);
  const unit = 2 ** page[base + 3]!;
  const x = page[base]! / MOST - place.x;
  const y = page[base + 1]! / MOST - place.y;
  const z = page[base + 2]! / MOST - place.z;
  // A chord is never longer than its arc, and chords of added arcs are at most the sum of their chords.
  const reach = withinM / EARTH_RADIUS_M + ROUNDING;

  let firstNear = -1;
  let lastNear = -1;
  for (let cap = first; cap < end; cap++) {
    const at = base + NUMBERS * (cap + 1);
    const dx = x + unit * page[at]!;
    const dy = y + unit * page[at + 1]!;
    const dz = z + unit * page[at + 2]!;
    const radius = page[at + 3]!;
    const most = unit * radius + reach;
    if (radius < WHOLE_SPHERE && dx * dx + dy * dy + dz * dz > most * most) continue;
    if (firstNear < 0) firstNear = cap;
    lastNear = cap;
  }
  if (firstNear < 0) return undefined;

  const shareAt = (cap: number) => page[base + NUMBERS * (cap + 1) + 4]!;
  const to = lastNear + 1 < end ? (shareAt(lastNear + 1) + 1) / MOST : 1;
  return { from: shareAt(firstNear) / MOST, to };
}
