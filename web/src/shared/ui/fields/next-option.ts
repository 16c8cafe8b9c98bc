/**
 * Index of the option that an arrow key moves to, around both ends of the list. `active` is negative if none is active
 * yet, `by` is 1 or -1.
 */
export function nextOption(active: number, by: number, count: number): number {
  if (active >= 0) return (active + by + count) % count;
  return by > 0 ? 0 : count - 1;
}
