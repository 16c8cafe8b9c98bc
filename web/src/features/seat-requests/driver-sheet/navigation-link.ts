import type { Place } from "@commonlane/contract/shapes";

/**
 * Link that opens a place in a navigation app of the device: the app that the user chose on Android, Apple Maps on Apple
 * devices, and otherwise the website of OpenStreetMap. Nothing is requested before it is tapped.
 */
export function navigationLink(
  { lat, lng, label }: Pick<Place, "lat" | "lng" | "label">,
  userAgent: string,
): string {
  const position = `${lat},${lng}`;
  if (/Android/i.test(userAgent))
    return `geo:${position}?q=${position}(${encodeURIComponent(label)})`;
  if (/iPhone|iPad|Macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${position}`;
  return `https://www.openstreetmap.org/directions?to=${position}`;
}
