let chosen: string | null = null;

/** Reads times on the clocks of a zone from now on; null means on those of this device. */
export function chooseTimeZone(timeZone: string | null): void {
  chosen = timeZone;
}

/** The zone a person chose, else the one of this device. */
export const ownTimeZone = (): string => chosen ?? deviceTimeZone();

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
