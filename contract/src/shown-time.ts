import { MINUTE_MS } from "./durations.ts";

/**
 * The time of a stop as it leaves the server, in whole minutes (domain.md, Time). It is cut, not rounded: a passenger
 * who is there at the shown minute does not miss the car, and a stop has one minute for those who get in and out.
 * `at` is an instant, its milliseconds since 1970 or its ISO text.
 */
export const shownMinute = (at: Date | number | string): Date =>
  new Date(Math.floor(new Date(at).getTime() / MINUTE_MS) * MINUTE_MS);

/** The same as ISO text. */
export const shownTime = (at: Date | number | string): string => shownMinute(at).toISOString();
