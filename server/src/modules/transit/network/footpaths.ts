import { distanceM, METRES_PER_DEGREE } from "@commonlane/matching/geo";
import Flatbush from "flatbush";
import type { Settings } from "#platform/settings.ts";

export type WalkingPace = Pick<Settings, "WALKING_FACTOR" | "WALKING_M_PER_S">;

/** The shortest change, also between two vehicles at the same stop. */
const CHANGE_S = 120;
/** To find the other stop, besides the walk. */
const FIND_STOP_S = 60;
/** Along the walking way, as the crow flies times `WALKING_FACTOR`. */
const CHANGE_WALK_MAX_M = 500;

/** Changes from stop s to `to[n]` in `seconds[n]`, for n from `starts[s]` on. A stop has itself among them. */
export interface Footpaths {
  readonly starts: Int32Array;
  readonly to: Int32Array;
  readonly seconds: Int32Array;
}
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/** Finds stops near a place. */
export class StopIndex {
  readonly #lats: Float64Array;
  readonly #lngs: Float64Array;
  readonly #tree: Flatbush | undefined;

  constructor(lats: Float64Array, lngs: Float64Array) {
    this.#lats = lats;
    this.#lngs = lngs;
    if (lats.length === 0) return;
    const tree = new Flatbush(lats.length);
    lats.forEach((lat, stop) => tree.add(lngs[stop] ?? 0, lat));
    tree.finish();
    this.#tree = tree;
  }

  /** Stops within a distance as the crow flies, nearest first. */
  near(
    place: {
      lat: number;
      lng: number;
    },
    radiusM: number,
  ): {
    stop: number;
    metres: number;
  }[] {
    const latDegrees = radiusM / METRES_PER_DEGREE;
    const lngDegrees = latDegrees / Math.max(0.01, Math.cos((place.lat * Math.PI) / 180));
    const { lat, lng } = place;
    const stops =
      this.#tree?.search(lng - lngDegrees, lat - latDegrees, lng + lngDegrees, lat + latDegrees) ??
      [];
    return stops
      .map((stop) => ({
        stop,
        metres: distanceM(place, this.position(stop)),
      }))
      .filter(({ metres }) => metres <= radiusM)
      .toSorted((a, b) => a.metres - b.metres || a.stop - b.stop);
  }

  position(stop: number): {
    lat: number;
    lng: number;
  } {
    return {
      lat: this.#lats[stop] ?? 0,
      lng: this.#lngs[stop] ?? 0,
    };
  }
}

/** Changes on foot between near stops; the feed's own times replace the estimates. */
export function listChanges(
  index: StopIndex,
  stopCount: number,
  own: readonly Change[],
  pace: WalkingPace,
): Change[] {
  const changes = new Map<number, Change>();
  const add = (change: Change) => changes.set(change.from * stopCount + change.to, change);
  const radiusM = CHANGE_WALK_MAX_M / pace.WALKING_FACTOR;
  for (let from = 0; from < stopCount; from++) {
    add({
      from,
      to: from,
      seconds: CHANGE_S,
    });
    for (const { stop, metres } of index.near(index.position(from), radiusM)) {
      if (stop === from) continue;
      const walkS = (metres * pace.WALKING_FACTOR) / pace.WALKING_M_PER_S;
      add({
        from,
        to: stop,
        seconds: Math.max(CHANGE_S, Math.ceil(walkS) + FIND_STOP_S),
      });
    }
  }
  for (const change of own) add(change);
  return [...changes.values()].filter(({ seconds }) => seconds >= 0);
}

/** Groups changes by the stop where they begin, or where they end if `isReverse`. */
export function groupChanges(
  changes: readonly Change[],
  stopCount: number,
  isReverse: boolean,
): Footpaths {
  const starts = new Int32Array(stopCount + 1);
  const startOf = ({ from, to }: Change) => (isReverse ? to : from);
  for (const change of changes) starts[startOf(change) + 1]!++;
  for (let stop = 0; stop < stopCount; stop++) starts[stop + 1]! += starts[stop]!;
  const next = starts.slice();
  const paths = {
    starts,
    to: new Int32Array(changes.length),
    seconds: new Int32Array(changes.length),
  };
  for (const change of changes) {
    const n = next[startOf(change)]!++;
    paths.to[n] = isReverse ? change.from : change.to;
    paths.seconds[n] = change.seconds;
  }
  return paths;
}
