import { escapeHtml } from "../text.ts";

/** Average width of a bold letter as a share of the font size; wide letters are counted twice. */
const LETTER_WIDTH = 0.53;
const FIRST_WIDE_LETTER = 0x1100;
/** Characters that XML does not allow, even escaped. */
const NOT_XML = /[\p{Cc}\ufffe\uffff]/gu;

export interface SvgLine {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
}

/** One line of text that fits: smaller if necessary, down to half the size, and then shortened. */
export function svgLine(
  text: string,
  { x, y, size, width, fill, anchor = "start" }: SvgLine,
): string {
  const fitting = Math.min(size, width / (letters(text) * LETTER_WIDTH));
  const used = Math.max(fitting, size / 2);
  const shown = shorten(
    text.toWellFormed().replaceAll(NOT_XML, " "),
    Math.floor(width / (used * LETTER_WIDTH)),
  );
  return `<text x="${x}" y="${y}" font-size="${used.toFixed(1)}" font-weight="700"${anchor === "start" ? "" : ` text-anchor="${anchor}"`}${fill ? ` fill="${fill}"` : ""}>${escapeHtml(shown)}</text>`;
}

const letterWidth = (letter: string): number =>
  (letter.codePointAt(0) ?? 0) >= FIRST_WIDE_LETTER ? 2 : 1;
const letters = (text: string): number =>
  Math.max(
    1,
    Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0),
  );

/** About how wide a line of this size becomes. */
export const svgTextWidth = (text: string, size: number): number =>
  letters(text) * size * LETTER_WIDTH;

function shorten(text: string, max: number): string {
  if (letters(text) <= max) return text;
  let rest = max - 1;
  const start = Array.from(text).filter((letter) => (rest -= letterWidth(letter)) >= 0);
  return `${start.join("")}…`;
}
