import { directionOf } from "@commonlane/contract/languages";
import { escapeHtml } from "#platform/escape-html.ts";
import type { RideText } from "../ride-text.ts";

/** The size that link previews expect. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 72;
const LOGO_SIZE = 56;
const TEXT_WIDTH = 940;
/** Average width of a bold letter as a share of the font size; wide letters are counted twice. */
const LETTER_WIDTH = 0.53;
const FIRST_WIDE_LETTER = 0x1100;
/** Characters that XML does not allow, even escaped. */
const NOT_XML = /[\p{Cc}\ufffe\uffff]/gu;

/** The preview image of a public ride: route, date and time, price and community; mirrored for right-to-left readers. */
export function renderPreviewSvg(text: RideText, communityName: string): string {
  const { width, height } = PREVIEW_SIZE;
  const isMirrored = directionOf(text.language) === "rtl";
  const mirror = isMirrored ? ` transform="matrix(-1 0 0 1 ${width} 0)"` : "";
  const line = (words: string, place: Line) => (isMirrored ? mirroredLine(words, place) : textLine(words, place));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Hanken Grotesk" fill="#f3f7f4">
<rect width="${width}" height="${height}" fill="#0b4f43"/>
<g${mirror}>
<path d="M820 700C820 470 1130 520 1130 300S1010 60 1010-40" fill="none" stroke="#f3f7f4" stroke-opacity=".1" stroke-width="64" stroke-linecap="round"/>
<path d="M${MARGIN + 16} 226V352" stroke="#fbc94b" stroke-width="8" stroke-linecap="round"/>
<circle cx="${MARGIN + 16}" cy="226" r="14" fill="#0b4f43" stroke="#fbc94b" stroke-width="8"/>
<circle cx="${MARGIN + 16}" cy="352" r="14" fill="#fbc94b"/>
<rect x="${MARGIN}" y="520" width="${Math.min(1056, Math.round(letters(text.price) * 40 * LETTER_WIDTH) + 48)}" height="64" rx="32" fill="#fbc94b"/>
</g>
<g transform="translate(${isMirrored ? width - MARGIN - LOGO_SIZE : MARGIN} 64)"><rect width="${LOGO_SIZE}" height="${LOGO_SIZE}" rx="16" fill="#f3f7f4"/><path d="M15.8 39.4c0-16.6 24.5-6.1 24.5-22.8" fill="none" stroke="#0b4f43" stroke-width="5.2" stroke-linecap="round"/><circle cx="15.8" cy="39.4" r="6.2" fill="#fbc94b"/><circle cx="40.3" cy="16.6" r="6.2" fill="#0b4f43"/></g>
${line(communityName, { x: MARGIN + 76, y: 104, size: 36, width: 860 })}
${line(text.from, { x: MARGIN + 64, y: 252, size: 76, width: TEXT_WIDTH })}
${line(text.to, { x: MARGIN + 64, y: 378, size: 76, width: TEXT_WIDTH })}
${line(`${text.day}, ${text.departure}`, { x: MARGIN, y: 486, size: 44, width: 1056 })}
${line(text.price, { x: MARGIN + 24, y: 565, size: 38, width: 1008, fill: "#2f2407" })}
</svg>`;
}

interface Line {
  /** From the side on which reading begins. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
  readonly fill?: string;
}

/** One line of text that fits: smaller if necessary, down to half the size, and then shortened. */
function textLine(text: string, { x, y, size, width, fill }: Line, anchor = ""): string {
  const fitting = Math.min(size, width / (letters(text) * LETTER_WIDTH));
  const used = Math.max(fitting, size / 2);
  const shown = shorten(text.toWellFormed().replaceAll(NOT_XML, " "), Math.floor(width / (used * LETTER_WIDTH)));
  return `<text x="${x}" y="${y}" font-size="${used.toFixed(1)}" font-weight="700"${anchor}${fill ? ` fill="${fill}"` : ""}>${escapeHtml(shown)}</text>`;
}

/** Marks that give a text of any script the order of right-to-left readers; the renderer knows no `direction`. */
const [RTL_START, RTL_END] = ["\u2067", "\u2069"];
const mirroredLine = (text: string, { x, ...line }: Line): string =>
  textLine(RTL_START + text + RTL_END, { x: PREVIEW_SIZE.width - x, ...line }, ' text-anchor="end"');

const letterWidth = (letter: string): number => ((letter.codePointAt(0) ?? 0) >= FIRST_WIDE_LETTER ? 2 : 1);
const letters = (text: string): number =>
  Math.max(
    1,
    Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0),
  );

function shorten(text: string, max: number): string {
  if (letters(text) <= max) return text;
  let rest = max - 1;
  const start = Array.from(text).filter((letter) => (rest -= letterWidth(letter)) >= 0);
  return `${start.join("")}…`;
}
