import { EARTH_RADIUS_M } from "../geo.ts";
import type { Vec } from "../geometry/sphere.ts";
import { SPAN_PAGE, Spans } from "./spans.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
/**
 * Numbers of a record. The first record of a line has its base and the exponent of its unit, each other one a piece, and
 * the last one its end.
 */
const NUMBERS = 5;
const BESIDES_PIECES = 2;
const MOST = 32_767;
/** As a radius: the piece may be anywhere. */
const ANYWHERE = MOST;
/** Sums of these numbers are off by less; a centimetre. */
const ROUNDING = 1e-9;

/** A piece of a line. Each point of it is at most `radius` from the straight line to the start of the next piece. */
export interface LinePiece {
  readonly start: Vec;
  /** On the unit sphere. */
  readonly radius: number;
  /** The share of its leg before it, from 0 to 1. */
  readonly share: number;
}

/** Where the line of a ride is stored. */
export interface LineSpan {
  readonly page: Int16Array;
  readonly at: number;
  readonly pieces: number;
}

/** The part of a leg's line that may be near a place: shares of the leg, from 0 to 1. */
export interface NearPart {
  readonly from: number;
  readonly to: number;
}

/** Lines of rides as a few straight pieces, ten bytes each. Rounding only makes them wider. */
export class LinePages {
  readonly #pages: Int16Array[] = [];
  readonly #spans = new Spans();

  get bytes(): number {
    return this.#pages.length * NUMBERS * SPAN_PAGE * 2 + this.#spans.bytes;
  }

  /** @throws RangeError if the pieces do not fit on a page. */
  add(pieces: readonly LinePiece[], end: Vec): LineSpan {
    const at = this.#spans.allocate(pieces.length + BESIDES_PIECES);
    while (this.#pages.length < this.#spans.pages)
      this.#pages.push(new Int16Array(NUMBERS * SPAN_PAGE));
    const page = this.#pages[at >>> SHIFT]!;
    writePieces(page, NUMBERS * (at & MASK), [...pieces, { start: end, radius: 0, share: 0 }]);
    return {
      page,
      at,
      pieces: pieces.length,
    };
  }

  release({ at, pieces }: LineSpan): void {
    this.#spans.release(at, pieces + BESIDES_PIECES);
  }
}

function writePieces(page: Int16Array, base: number, pieces: readonly LinePiece[]): void {
  const first = pieces[0]!.start;
  page[base] = Math.round(MOST * first.x);
  page[base + 1] = Math.round(MOST * first.y);
  page[base + 2] = Math.round(MOST * first.z);
  const x = page[base] / MOST;
  const y = page[base + 1]! / MOST;
  const z = page[base + 2]! / MOST;

  let most = 1 / EARTH_RADIUS_M;
  for (const { start, radius } of pieces) {
    if (radius < 1) most = Math.max(most, radius);
    most = Math.max(most, Math.abs(start.x - x), Math.abs(start.y - y), Math.abs(start.z - z));
  }
  page[base + 3] = Math.ceil(Math.log2(most / (MOST - 2)));
  const unit = 2 ** page[base + 3]!;

  for (const [n, { start, radius, share }] of pieces.entries()) {
    const at = base + NUMBERS * (n + 1);
    page[at] = Math.round((start.x - x) / unit);
    page[at + 1] = Math.round((start.y - y) / unit);
    page[at + 2] = Math.round((start.z - z) / unit);
    // A rounded start is off by less than a unit.
    page[at + 3] = radius < 1 ? Math.ceil(radius / unit) + 1 : ANYWHERE;
    page[at + 4] = Math.floor(MOST * share);
  }
}

/** The pieces of one leg: those of its ride from `first` up to `end`, in driving order. */
interface PiecesOfLeg {
  readonly span: LineSpan;
  readonly first: number;
  readonly end: number;
}

/** The part of a leg that may be at most `withinM` from a place; undefined if none is. */
export function findNearPart(
  { span, first, end }: PiecesOfLeg,
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
  let at = base + NUMBERS * (first + 1);
  // From the place to the start and to the end of a piece.
  let startX = x + unit * page[at]!;
  let startY = y + unit * page[at + 1]!;
  let startZ = z + unit * page[at + 2]!;
  for (let piece = first; piece < end; piece++) {
    const radius = page[at + 3]!;
    at += NUMBERS;
    const endX = x + unit * page[at]!;
    const endY = y + unit * page[at + 1]!;
    const endZ = z + unit * page[at + 2]!;
    const alongX = endX - startX;
    const alongY = endY - startY;
    const alongZ = endZ - startZ;
    const length2 = alongX * alongX + alongY * alongY + alongZ * alongZ;
    const along = -(startX * alongX + startY * alongY + startZ * alongZ);
    const share = along > 0 ? Math.min(1, along / length2) : 0;
    const offX = startX + share * alongX;
    const offY = startY + share * alongY;
    const offZ = startZ + share * alongZ;
    startX = endX;
    startY = endY;
    startZ = endZ;
    const most = unit * radius + reach;
    if (radius < ANYWHERE && offX * offX + offY * offY + offZ * offZ > most * most) continue;
    if (firstNear < 0) firstNear = piece;
    lastNear = piece;
  }
  if (firstNear < 0) return undefined;

  const shareAt = (piece: number) => page[base + NUMBERS * (piece + 1) + 4]!;
  const to = lastNear + 1 < end ? (shareAt(lastNear + 1) + 1) / MOST : 1;
  return { from: shareAt(firstNear) / MOST, to };
}
