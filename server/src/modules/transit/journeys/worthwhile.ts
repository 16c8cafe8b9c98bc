/** A way to travel, as people compare it with others. */
export interface TravelOption {
  readonly departsS: number;
  readonly arrivesS: number;
  readonly changes: number;
  readonly walkS: number;
}

/** Two sensible people: one is in a hurry, the other avoids changes and walks. */
const PEOPLE = [
  { changeS: 300, walkFactor: 1 },
  { changeS: 900, walkFactor: 2 },
] as const;
/** To travel at another time than planned costs half as much as being on the way (Small, 1982). */
const SHIFT_FACTOR = 0.5;

/** Whether one of these people prefers an option to each of the others, by at least `gainS`. */
export const isWorthwhile = (
  option: TravelOption,
  others: readonly TravelOption[],
  gainS: number,
): boolean =>
  PEOPLE.some((person) =>
    others.every(
      (other) =>
        costS(option, person) + gainS <=
        costS(other, person) + SHIFT_FACTOR * shiftS(option, other),
    ),
  );

/** Seconds on the way, with what changes and walking are worth. */
function costS(
  { departsS, arrivesS, changes, walkS }: TravelOption,
  { changeS, walkFactor }: (typeof PEOPLE)[number],
): number {
  return arrivesS - departsS + changes * changeS + (walkFactor - 1) * walkS;
}

const shiftS = (a: TravelOption, b: TravelOption): number =>
  Math.min(Math.abs(a.departsS - b.departsS), Math.abs(a.arrivesS - b.arrivesS));
