let chosenTimeZone: string | null = null;

/** Sets the user's time zone; null for the device's. Apart from its use, because the first script of a page sets it. */
export function setUserTimeZone(timeZone: string | null): void {
  chosenTimeZone = timeZone;
}

/** The time zone that the user chose; null for the device's. */
export const getChosenTimeZone = (): string | null => chosenTimeZone;
