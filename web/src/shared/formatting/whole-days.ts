import { toDateAndTime } from "./time-zones.ts";

/** Whether a window starts at the first minute of a day and ends at the last of one. */
export const coversWholeDays = (from: string, to: string, timeZone: string): boolean =>
  toDateAndTime(timeZone, from).time === "00:00" && toDateAndTime(timeZone, to).time === "23:59";
