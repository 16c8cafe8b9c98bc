let chosenTimeZone: string | null = null;

/** Reads times on the clocks of a zone from now on; null means on those of this device. */
export function setUserTimeZone(timeZone: string | null): void {
  chosenTimeZone = timeZone;
}

/** The zone a person chose, else the one of this device. */
export const userTimeZone = (): string => chosenTimeZone ?? deviceTimeZone();

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
