/** A suggestion is rounded to this many of the currency's smallest units. */
const STEP_MINOR = 50;

/**
 * What each passenger could add to the running costs: domain.md's distance x cost per km / (seats + 1), because the host
 * carries a share, too. Never nothing for a way that costs something.
 */
export function suggestedMinor(distanceM: number, seats: number, costPerKmMinor: number): number {
  const share = ((distanceM / 1000) * costPerKmMinor) / (seats + 1);
  return share <= 0 ? 0 : Math.max(STEP_MINOR, Math.round(share / STEP_MINOR) * STEP_MINOR);
}
