import { MINUTE_MS } from "./durations.ts";

/**
 * The time of a stop as it leaves the server, in whole minutes (domain.md, Time). It is cut, not rounded: a passenger
 * who is there at the shown minute does not miss the car, and a stop has one minute for those who get in and out.
 */
export const shownTime = (at: Date): string =>
  new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
