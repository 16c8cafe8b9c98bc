import type { LatLng } from "@commonlane/contract/shapes";

const PRECISION = 1e5;

/** A line as text, five decimals, as in Google's "Encoded Polyline Algorithm Format". */
export function encodePolyline(points: readonly LatLng[]): string {
  let [text, lat, lng] = ["", 0, 0];
  for (const point of points) {
    const [nextLat, nextLng] = [Math.round(point.lat * PRECISION), Math.round(point.lng * PRECISION)];
    text += encodeStep(nextLat - lat) + encodeStep(nextLng - lng);
    [lat, lng] = [nextLat, nextLng];
  }
  return text;
}

/** Five bits a character, lowest first; the lowest bit of all is the sign. */
function encodeStep(step: number): string {
  let text = "";
  let rest = step < 0 ? ~(step * 2) : step * 2;
  for (; rest >= 0x20; rest = Math.floor(rest / 0x20)) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
  return text + String.fromCharCode(rest + 63);
}
