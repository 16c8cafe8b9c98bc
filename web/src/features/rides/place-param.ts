import type { Place } from "@commonlane/contract/shapes";

/** Formats a place for a URL: latitude, longitude and name, separated by commas. */
export const formatPlaceParam = ({ lat, lng, label }: Place): string =>
  `${roundDegrees(lat)},${roundDegrees(lng)},${label}`;

/** Parses the output of `formatPlaceParam`; returns null for anything else. */
export function parsePlaceParam(text: string | null): Place | null {
  const [, lat, lng, label] = /^(-?[\d.]+),(-?[\d.]+),(.+)$/s.exec(text ?? "") ?? [];
  const latitude = Number(lat);
  const longitude = Number(lng);
  const name = (label ?? "").trim();
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return onEarth && name !== ""
    ? {
        label: name.slice(0, 200),
        lat: latitude,
        lng: longitude,
      }
    : null;
}

/** Six decimals are 0.1 m. */
const roundDegrees = (value: number): number => Math.round(value * 1e6) / 1e6;
