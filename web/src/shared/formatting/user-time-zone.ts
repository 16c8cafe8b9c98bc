import { dateFormat } from "./formatters.ts";

let chosenTimeZone: string | null = null;

/** Sets the user's time zone; null for the device's. */
export function setUserTimeZone(timeZone: string | null): void {
  chosenTimeZone = timeZone;
}

/** The time zone that the user chose, or the device's. */
export const userTimeZone = (): string => chosenTimeZone ?? deviceTimeZone();

export const deviceTimeZone = (): string => dateFormat({}).resolvedOptions().timeZone;
