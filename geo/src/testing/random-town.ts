/** A random generator from a seed, from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A street between two junctions. */
export interface Street {
  readonly ends: readonly [number, number];
  readonly lengthDm: number;
  /** Forward and backward; undefined if one may not drive there. */
  readonly timesDs: readonly [number | undefined, number | undefined];
  /** One may drive here only from or to a place in such streets. */
  readonly isPrivate: boolean;
  readonly points: readonly (readonly [lat7: number, lng7: number])[];
}

/** A direction of a street. */
export interface Drive {
  readonly street: number;
  readonly isForward: boolean;
}

/** A town as a plain description, from which a road graph and the answers of an oracle are made independently. */
export interface Town {
  readonly junctions: number;
  readonly streets: readonly Street[];
  /** Turns that are not allowed. Not at junctions with private streets. */
  readonly bans: readonly { readonly from: Drive; readonly to: Drive }[];
}

export const directionOf = ({ isForward }: Drive): 0 | 1 => (isForward ? 0 : 1);

export const startOf = ({ streets }: Town, drive: Drive): number =>
  streets[drive.street]!.ends[drive.isForward ? 0 : 1];

export const endOf = ({ streets }: Town, drive: Drive): number =>
  streets[drive.street]!.ends[drive.isForward ? 1 : 0];

export const drivesOf = ({ streets }: Town): Drive[] =>
  streets.flatMap(({ timesDs }, street) =>
    [true, false].flatMap((isForward) =>
      timesDs[isForward ? 0 : 1] === undefined ? [] : [{ street, isForward }],
    ),
  );

/** About 30 junctions; some streets are one-way, parallel, or equally long, and some parts cannot be reached. */
export function createTown(random: () => number, mostJunctions = 43): Town {
  const junctions = 4 + Math.floor(random() * (mostJunctions - 3));
  const places = Array.from({ length: junctions }, (): [number, number] => [
    475_000_000 + Math.floor(random() * 400_000),
    95_000_000 + Math.floor(random() * 400_000),
  ]);
  const count = Math.floor(junctions * (0.9 + 1.3 * random()));
  const streets = Array.from({ length: count }, () => {
    const first = Math.floor(random() * junctions);
    const other = (first + 1 + Math.floor(random() * Math.min(8, junctions - 1))) % junctions;
    return createStreet(random, first, other, places);
  });
  const bans = createBans(random, { junctions, streets, bans: [] });
  return { junctions, streets, bans };
}

function createStreet(
  random: () => number,
  first: number,
  other: number,
  places: readonly (readonly [number, number])[],
): Street {
  const isRound = random() < 0.3;
  const lengthDm = isRound ? 1_000 : 1 + Math.floor(random() * 9_000);
  const forward = isRound ? 100 : 1 + Math.floor(random() * 900);
  const backward = random() < 0.5 ? forward : 1 + Math.floor(random() * 900);
  const way = random();
  const [lat, lng] = places[first]!;
  const [otherLat, otherLng] = places[other]!;
  const bend = Math.floor(random() * 20_000);
  const middle = [(lat + otherLat) >> 1, ((lng + otherLng) >> 1) + bend] as const;
  return {
    ends: [first, other],
    lengthDm,
    timesDs: [way < 0.12 ? undefined : forward, way > 0.75 ? undefined : backward],
    isPrivate: random() < 0.15,
    points: [places[first]!, middle, places[other]!],
  };
}

function createBans(random: () => number, town: Town): Town["bans"] {
  const privateEnds = new Set(
    town.streets.filter(({ isPrivate }) => isPrivate).flatMap(({ ends }) => ends),
  );
  const drives = drivesOf(town);
  return drives.flatMap((from) => {
    const junction = endOf(town, from);
    if (privateEnds.has(junction) || random() > 0.3) return [];
    const next = drives.filter((to) => startOf(town, to) === junction);
    return next.filter(() => random() < 0.4).map((to) => ({ from, to }));
  });
}
