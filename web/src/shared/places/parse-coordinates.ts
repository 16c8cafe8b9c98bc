import { plainNumbers } from "@commonlane/contract/plain-numbers";
import type { LatLng } from "@commonlane/contract/shapes";

const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const DECIMAL_COMMA = String.raw`[-+]?\d{1,3},\d+`;
/** "47.99, 7.85", "47.99 7.85" and "N47.99 E7.85", and the rest of a link after them. */
const DECIMAL = new RegExp(
  String.raw`^([NS])? ?(${NUMBER})°? ?([NS])? ?[,; ] ?([EWO])? ?(${NUMBER})°? ?([EWO])?(?:[,&?z/;]\S*)?$`,
  "i",
);
const WITH_COMMAS = new RegExp(String.raw`^(${DECIMAL_COMMA})(?:\s*;\s*|\s+)(${DECIMAL_COMMA})$`);
const MINUTES = String.raw`(\d{1,3})°\s*(\d{1,2})['′]\s*(?:(\d{1,2}(?:\.\d+)?)["″]\s*)?`;
/** 47°59'42"N 7°51'00"E */
const SEXAGESIMAL = new RegExp(`^${MINUTES}([NS])[,\\s]*${MINUTES}([EWO])$`, "i");

/** Reads coordinates that were typed or pasted; undefined if the text is something else. Whole numbers are postcodes. */
export function parseCoordinates(text: string): LatLng | undefined {
  const trimmed = plainNumbers(text).trim().replaceAll(/\s+/g, " ");
  return readSexagesimal(trimmed) ?? readWithCommas(trimmed) ?? readDecimal(trimmed);
}

function readDecimal(text: string): LatLng | undefined {
  const found = withoutPrefix(text)
    .map((part) => DECIMAL.exec(part))
    .find((match) => match);
  const [, north1, lat = "", north2, east1, lng = "", east2] = found ?? [];
  if (!`${lat}${lng}`.includes(".")) return undefined;
  return inRange(signed(lat, north1 ?? north2), signed(lng, east1 ?? east2));
}

/** What may be the position in "geo:47.99,7.85", or in a link to a map with "@47.99,7.85"; the last part first. */
function withoutPrefix(text: string): string[] {
  if (/^geo:/i.test(text)) return [text.slice("geo:".length)];
  if (!/^https?:/i.test(text)) return [text];
  const link = /^\S*/.exec(text)?.[0] ?? "";
  return [...link.matchAll(/[@=]/g)].map(({ index }) => text.slice(index + 1)).toReversed();
}

function readWithCommas(text: string): LatLng | undefined {
  const [, lat, lng] = WITH_COMMAS.exec(text) ?? [];
  return lat && lng
    ? inRange(Number(lat.replace(",", ".")), Number(lng.replace(",", ".")))
    : undefined;
}

function readSexagesimal(text: string): LatLng | undefined {
  const found = SEXAGESIMAL.exec(text);
  if (!found) return undefined;
  const [, latD, latM, latS = 0, north, lngD, lngM, lngS = 0, east] = found;
  return inRange(signed(degrees(latD, latM, latS), north), signed(degrees(lngD, lngM, lngS), east));
}

const degrees = (d: unknown, m: unknown, s: unknown) =>
  String(Number(d) + Number(m) / 60 + Number(s) / 3600);

/** South and west are negative. "O" is east in German and west in French; here it is east. */
const signed = (degrees: string, side: string | undefined): number =>
  /^[sw]$/i.test(side ?? "") ? -Number(degrees) : Number(degrees);

const inRange = (lat: number, lng: number): LatLng | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? {
        lat,
        lng,
      }
    : undefined;
