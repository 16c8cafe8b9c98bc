import { EARTH_RADIUS_M, type LatLng } from "@commonlane/matching/geo";

const degrees = (metres: number) => (metres / EARTH_RADIUS_M) * (180 / Math.PI);

/** The place so many metres north and east of another. */
export function offset({ lat, lng }: LatLng, northM: number, eastM: number): LatLng {
  return {
    lat: lat + degrees(northM),
    lng: lng + degrees(eastM) / Math.cos((lat * Math.PI) / 180),
  };
}

type ErrorsOf = (places: readonly LatLng[]) => Promise<readonly number[]>;

/** How far the square reaches from its middle. */
const HALF_M = 240;
const GRID = 9;
const BEST = 3;

/**
 * The place of the square around `middle` whose predictions fit best: of a grid, walks on from the best ones in ever
 * smaller steps, down to `untilM`.
 */
export async function fitPlace(
  middle: LatLng,
  errorsOf: ErrorsOf,
  untilM: number,
): Promise<LatLng> {
  const grid = gridAround(middle, GRID);
  const errors = await errorsOf(grid);
  const starts = grid
    .map((place, n): Fitted => ({ place, error: errors[n] ?? Infinity }))
    .toSorted((a, b) => a.error - b.error)
    .slice(0, BEST);

  let best: Fitted = { place: middle, error: Infinity };
  for (const start of starts) {
    const end = await walkDown(start, errorsOf, untilM);
    if (end.error < best.error) best = end;
  }
  return best.place;
}

const FINE_GRID = 17;

/** The middle of all places of the square whose predictions fit best, if they are the same for many of them. */
export async function fitArea(middle: LatLng, errorsOf: ErrorsOf): Promise<LatLng> {
  const grid = gridAround(middle, FINE_GRID);
  const errors = await errorsOf(grid);
  const least = Math.min(...errors);
  const best = grid.filter((_, n) => (errors[n] ?? Infinity) <= least + SAME_M);
  const mean = (of: (place: LatLng) => number) =>
    best.reduce((sum, place) => sum + of(place), 0) / best.length;
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) };
}

const SAME_M = 1;

function gridAround(middle: LatLng, size: number): LatLng[] {
  const share = (n: number) => (2 * n) / (size - 1) - 1;
  return Array.from({ length: size * size }, (_, n) =>
    offset(middle, HALF_M * share(n % size), HALF_M * share(Math.floor(n / size))),
  );
}

interface Fitted {
  readonly place: LatLng;
  readonly error: number;
}

async function walkDown(start: Fitted, errorsOf: ErrorsOf, untilM: number): Promise<Fitted> {
  let best = start;
  for (let stepM = 200; stepM > untilM;) {
    const places = Array.from({ length: 8 }, (_, n) => {
      const turn = (n * Math.PI) / 4;
      return offset(best.place, stepM * Math.cos(turn), stepM * Math.sin(turn));
    });
    const errors = await errorsOf(places);
    const least = Math.min(...errors);
    const place = places[errors.indexOf(least)];
    if (place && least < best.error) best = { place, error: least };
    else stepM /= 2;
  }
  return best;
}

/** More is not a matter of the place: the prediction takes another road. */
const MOST_ERROR_M = 500;

/** How far predictions are off altogether. */
export const sumOfErrors = (errors: readonly number[]): number =>
  errors.reduce((sum, error) => sum + Math.min(Math.abs(error), MOST_ERROR_M), 0);
