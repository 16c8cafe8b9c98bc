import { plainNumbers } from "@commonlane/contract/plain-numbers";
import type { LatLng } from "@commonlane/contract/shapes";

// Every run of white space is one space when these are applied.
const NUMBER = String.raw`\d{1,3}(?:[.,]\d+)?`;
const HEMISPHERE = "[NSEWO]";
const SIGN = "[-+−]?";
const DEGREES = "(?:°|º|deg)?";
const MINUTES = "['′’]?";
const SECONDS = `(?:"|″|”|'')?`;
const DECIMAL =
  /^(?:geo:|@)?\(? ?([-+−]?\d{1,3}(?:\.\d+)?) ?°? ?[,; ] ?([-+−]?\d{1,3}(?:\.\d+)?) ?°? ?\)?$/u;
/** With decimal commas: "47,99; 7,85". */
const DECIMAL_COMMA = /^([-+−]?\d{1,3},\d+) ?°? ?[; ] ?([-+−]?\d{1,3},\d+) ?°?$/u;
const ANGLE = new RegExp(
  `^(${HEMISPHERE})? ?(${SIGN}${NUMBER}) ?${DEGREES} ?(?:(${NUMBER}) ?${MINUTES} ?)?(?:(${NUMBER}) ?${SECONDS} ?)?(${HEMISPHERE})?$`,
  "iu",
);
const BETWEEN = /[,;/ ]/gu;
/** A sign of an angle, without which two numbers are not read as degrees and minutes. */
const HAS_SIGN = /[°º′'"″NSEW]/iu;

/** The position that a text states in decimal degrees, or in degrees, minutes and seconds; undefined if it states none. */
export function parseCoordinates(typed: string): LatLng | undefined {
  const text = plainNumbers(typed).trim().replaceAll(/\s+/gu, " ");
  const decimal = DECIMAL.exec(text) ?? DECIMAL_COMMA.exec(text);
  if (decimal)
    return isPlausible(text) ? checked(toNumber(decimal[1]), toNumber(decimal[2])) : undefined;
  return HAS_SIGN.test(text) ? parseAngles(text) : undefined;
}

/** Divides the text at the last place where both parts are angles. */
function parseAngles(text: string): LatLng | undefined {
  for (const { index } of [...text.matchAll(BETWEEN)].toReversed()) {
    const first = parseAngle(text.slice(0, index));
    const second = parseAngle(text.slice(index + 1));
    if (!first || !second) continue;
    const isSwapped = /[EWO]/u.test(first.hemisphere) && /[NS]/u.test(second.hemisphere);
    const [lat, lng] = isSwapped ? [second, first] : [first, second];
    return checked(signed(lat), signed(lng));
  }
  return undefined;
}

function parseAngle(text: string):
  | {
      degrees: number;
      hemisphere: string;
    }
  | undefined {
  const match = ANGLE.exec(text.trim());
  if (!match) return undefined;
  const [, before, degrees, minutes, seconds, after] = match;
  return {
    degrees: angle(degrees, minutes, seconds),
    hemisphere: (before ?? after ?? "").toUpperCase(),
  };
}

/** Two whole numbers are rather a postcode and a house number. */
const isPlausible = (text: string) =>
  /\d[.,]\d/u.test(text) || /^(geo:|@)/u.test(text) || text.includes("°");

const toNumber = (text = "") => Number(text.replace("−", "-").replace(",", "."));

function angle(degrees?: string, minutes?: string, seconds?: string): number {
  const whole = toNumber(degrees);
  const part = toNumber(minutes ?? "0") / 60 + toNumber(seconds ?? "0") / 3600;
  return whole < 0 ? whole - part : whole + part;
}

const signed = ({ degrees, hemisphere }: { degrees: number; hemisphere: string }) =>
  hemisphere === "S" || hemisphere === "W" ? -degrees : degrees;

const checked = (lat: number, lng: number) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? {
        lat,
        lng,
      }
    : undefined;
