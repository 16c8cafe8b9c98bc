export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** As long as most days are: where a day of somebody's calendar is meant, ask its time zone. */
export const DAY_MS = 24 * HOUR_MS;
