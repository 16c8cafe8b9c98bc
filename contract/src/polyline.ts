import type { LatLng } from "./shapes.ts";

const STORED_DECIMALS = 5;

/** Encodes a line in Google's "Encoded Polyline Algorithm Format", with five decimals by default. */
export function encodePolyline(points: readonly LatLng[], decimals = STORED_DECIMALS): string {
  const scale = 10 ** decimals;
  let text = "";
  let lat = 0;
  let lng = 0;
  for (const point of points) {
    const nextLat = Math.round(point.lat * scale);
    const nextLng = Math.round(point.lng * scale);
    text += encodeDelta(nextLat - lat) + encodeDelta(nextLng - lng);
    [lat, lng] = [nextLat, nextLng];
  }
  return text;
}

/** Encodes five bits per character, lowest first; the lowest bit of all is the sign. */
function encodeDelta(delta: number): string {
  let text = "";
  let rest = delta < 0 ? ~(delta * 2) : delta * 2;
  for (; rest >= 0x20; rest = Math.floor(rest / 0x20))
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
  return text + String.fromCharCode(rest + 63);
}

/** Decodes a polyline. @throws RangeError if the text is not a polyline, or leaves the globe. */
export function decodePolyline(text: string, decimals = STORED_DECIMALS): LatLng[] {
  const scale = 10 ** decimals;
  const points: LatLng[] = [];
  let at = 0;
  let lat = 0;
  let lng = 0;
  const decodeDelta = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const sign = text.charCodeAt(at++) - 63;
      // Beyond the end this is NaN.
      if (!(sign >= 0 && sign < 0x40) || factor > 2 ** 30)
        throw new RangeError("This is not an encoded polyline.");
      value += (sign & 0x1f) * factor;
      if (sign < 0x20) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
      factor *= 0x20;
    }
  };
  while (at < text.length) {
    lat += decodeDelta();
    lng += decodeDelta();
    if (Math.abs(lat) > 90 * scale || Math.abs(lng) > 180 * scale)
      throw new RangeError("This polyline leaves the globe.");
    points.push({
      lat: lat / scale,
      lng: lng / scale,
    });
  }
  return points;
}
