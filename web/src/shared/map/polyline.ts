import type { LatLng } from "./map-types.ts";

const DEGREE = 1e5;

/**
 * Encodes points in Google's Encoded Polyline Algorithm Format with 5 decimals (about 1 m).
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export function encodePolyline(points: readonly LatLng[]): string {
  let text = "";
  let [lat, lng] = [0, 0];
  for (const point of points) {
    const [nextLat, nextLng] = [Math.round(point.lat * DEGREE), Math.round(point.lng * DEGREE)];
    text += encodeNumber(nextLat - lat) + encodeNumber(nextLng - lng);
    [lat, lng] = [nextLat, nextLng];
  }
  return text;
}

/** Decodes what encodePolyline writes; throws a RangeError on truncated text or invalid characters. */
export function decodePolyline(text: string): LatLng[] {
  const points: LatLng[] = [];
  let [lat, lng, at] = [0, 0, 0];
  while (at < text.length) {
    const first = decodeNumber(text, at);
    const second = decodeNumber(text, first.next);
    lat += first.value;
    lng += second.value;
    at = second.next;
    points.push({ lat: lat / DEGREE, lng: lng / DEGREE });
  }
  return points;
}

function encodeNumber(value: number): string {
  let text = "";
  let rest = value < 0 ? ~(value << 1) : value << 1;
  for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
  return text + String.fromCharCode(rest + 63);
}

function decodeNumber(text: string, start: number): { value: number; next: number } {
  let bits = 0;
  for (let next = start, shift = 0; shift <= 25; next++, shift += 5) {
    const chunk = text.charCodeAt(next) - 63;
    if (!(chunk >= 0 && chunk < 64)) break;
    bits |= (chunk & 0x1f) << shift;
    if (chunk < 0x20) return { value: bits & 1 ? ~(bits >>> 1) : bits >>> 1, next: next + 1 };
  }
  throw new RangeError(`Not a polyline: no whole number at character ${start}`);
}
