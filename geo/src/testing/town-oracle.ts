import type { Drive, Town } from "./random-town.ts";
import { directionOf, drivesOf, endOf, startOf } from "./random-town.ts";

/** A point of a street: the share of the street before it. */
export interface TownPlace {
  readonly street: number;
  readonly part: number;
}

export interface TownRoad {
  readonly timeDs: number;
  readonly lengthDm: number;
}

/** What has been driven: only private streets so far, public ones too, or private ones again at the end. */
type Phase = "leaving" | "public" | "arriving";

interface State {
  readonly drive: Drive;
  readonly phase: Phase;
}

/**
 * The fastest road in a town by Dijkstra's algorithm on driven streets, in the simplest possible code: it knows no road
 * graph, no split junctions and no copies of them.
 */
export function createTownOracle(town: Town) {
  const drives = drivesOf(town);
  const keyOf = ({ drive, phase }: State) => `${drive.street} ${drive.isForward} ${phase}`;
  const bans = new Set(town.bans.map(({ from, to }) => JSON.stringify([from, to])));

  const known = new Map<string, State[]>();
  const nextOf = (state: State): State[] => {
    const key = keyOf(state);
    const next = known.get(key) ?? findNext(state);
    known.set(key, next);
    return next;
  };
  const findNext = ({ drive, phase }: State): State[] =>
    drives.flatMap((next) => {
      if (startOf(town, next) !== endOf(town, drive)) return [];
      if (bans.has(JSON.stringify([drive, next]))) return [];
      const nextPhase = phaseAfter(phase, isPrivate(next));
      return nextPhase ? [{ drive: next, phase: nextPhase }] : [];
    });
  const isPrivate = (drive: Drive) => town.streets[drive.street]!.isPrivate;

  const wholeOf = (drive: Drive): TownRoad => ({
    timeDs: town.streets[drive.street]!.timesDs[directionOf(drive)]!,
    lengthDm: town.streets[drive.street]!.lengthDm,
  });
  const shareOf = (drive: Drive, part: number): TownRoad => {
    const { timeDs, lengthDm } = wholeOf(drive);
    const behind = { timeDs: Math.round(part * timeDs), lengthDm: Math.round(part * lengthDm) };
    return drive.isForward ? behind : minus({ timeDs, lengthDm }, behind);
  };

  /** Roads from a place to the end of each driven street. */
  const roadsFrom = (place: TownPlace): Map<string, { state: State; road: TownRoad }> => {
    const done = new Map<string, { state: State; road: TownRoad }>();
    const open = new Map<string, { state: State; road: TownRoad }>();
    const offer = (state: State, road: TownRoad) => {
      const key = keyOf(state);
      const before = open.get(key);
      if (!done.has(key) && (!before || isLess(road, before.road))) open.set(key, { state, road });
    };
    for (const drive of drives) {
      if (drive.street !== place.street) continue;
      const phase = isPrivate(drive) ? "leaving" : "public";
      offer({ drive, phase }, minus(wholeOf(drive), shareOf(drive, place.part)));
    }
    while (open.size > 0) {
      const [key, least] = [...open].reduce((a, b) => (isLess(b[1].road, a[1].road) ? b : a));
      open.delete(key);
      done.set(key, least);
      for (const next of nextOf(least.state)) offer(next, plus(least.road, wholeOf(next.drive)));
    }
    return done;
  };

  /** The roads from a place to others; undefined where there is none. */
  return (from: TownPlace, places: readonly TownPlace[]): (TownRoad | undefined)[] => {
    const reached = [...roadsFrom(from).values()];
    return places.map((to) => {
      const ends = drives.filter(({ street }) => street === to.street);
      const through = reached.flatMap(({ state, road }) =>
        nextOf(state)
          .filter(({ drive }) => drive.street === to.street)
          .map(({ drive }) => plus(road, shareOf(drive, to.part))),
      );
      const direct = ends.flatMap((drive) => {
        const isAhead = drive.isForward ? to.part >= from.part : to.part <= from.part;
        if (from.street !== to.street || !isAhead) return [];
        return [minus(shareOf(drive, to.part), shareOf(drive, from.part))];
      });
      return [...through, ...direct].reduce<TownRoad | undefined>(
        (best, road) => (best && !isLess(road, best) ? best : road),
        undefined,
      );
    });
  };
}

const phaseAfter = (phase: Phase, entersPrivate: boolean): Phase | undefined => {
  if (phase === "arriving") return entersPrivate ? "arriving" : undefined;
  if (phase === "leaving") return entersPrivate ? "leaving" : "public";
  return entersPrivate ? "arriving" : "public";
};

const plus = (a: TownRoad, b: TownRoad): TownRoad => ({
  timeDs: a.timeDs + b.timeDs,
  lengthDm: a.lengthDm + b.lengthDm,
});
const minus = (a: TownRoad, b: TownRoad): TownRoad => ({
  timeDs: a.timeDs - b.timeDs,
  lengthDm: a.lengthDm - b.lengthDm,
});
const isLess = (a: TownRoad, b: TownRoad): boolean =>
  a.timeDs < b.timeDs || (a.timeDs === b.timeDs && a.lengthDm < b.lengthDm);
