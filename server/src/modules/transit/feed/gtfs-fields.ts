const TIME = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/;
const DATE = /^(\d{4})(\d{2})(\d{2})$/;
const DAY_MS = 86_400_000;
/** A trip over more than seven days is a mistake. */
const TIME_MAX_S = 7 * 86_400;

/** Seconds of a GTFS time such as 25:10:00; undefined if it is none. */
export function parseTime(text: string): number | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
  return seconds <= TIME_MAX_S ? seconds : undefined;
}

/** Days since 1970-01-01 of a GTFS date such as 20261224; undefined if it is none. */
export function parseDate(text: string | undefined): number | undefined {
  const match = DATE.exec(text ?? "");
  if (!match) return undefined;
  const [, year, month, day] = match;
  const ms = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(ms)) return undefined;
  const isSameDay = new Date(ms).getUTCDate() === Number(day);
  return isSameDay ? ms / DAY_MS : undefined;
}

/** The day as YYYY-MM-DD. */
export const formatDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const toDay = (date: string): number => Date.parse(date) / DAY_MS;

/** A position on the globe; undefined if it is missing or 0,0, which feeds use for unknown. */
export function parsePosition(
  lat: string | undefined,
  lng: string | undefined,
): { lat: number; lng: number } | undefined {
  if (!lat || !lng) return undefined;
  const position = {
    lat: Number(lat),
    lng: Number(lng),
  };
  const isValid = Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180;
  const isUnknown = position.lat === 0 && position.lng === 0;
  return isValid && !isUnknown ? position : undefined;
}
