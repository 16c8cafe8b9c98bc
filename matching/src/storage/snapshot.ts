import type { MatchSettings } from "../model.ts";

/**
 * An index as plain data: a JSON head, and buffers of up to 2 MB each. The buffers belong to the index: write or copy
 * them before it changes, and restore an index only from buffers that nothing else uses.
 */
export interface IndexSnapshot {
  readonly head: SnapshotHead;
  readonly buffers: readonly ArrayBuffer[];
}

export interface SnapshotHead {
  readonly version: 5;
  readonly settings: MatchSettings;
  readonly rides: {
    readonly pages: number;
    readonly made: number;
    readonly free: readonly number[];
    readonly onRoads: number;
  };
  readonly points: SpansHead;
  readonly roads: SpansHead;
  /** Least seconds per radian of any stored leg. */
  readonly minSPerRad: number;
  readonly visits: SpansHead;
  readonly blocks: {
    readonly pages: number;
    readonly made: number;
    readonly free: readonly number[];
  };
  readonly entriesAt: readonly number[];
  /** Ids that are not UUIDs, with their slots. */
  readonly otherIds: readonly (readonly [string, number])[];
}

export interface SpansHead {
  readonly pages: number;
  readonly next: number;
  /** Freed spans by length. */
  readonly free: readonly (readonly [number, readonly number[]])[];
}

/** @throws RangeError if a snapshot was made with other settings: its cells and bounds would be wrong. */
export const assertCompatibleSnapshot = (head: SnapshotHead, settings: MatchSettings): void => {
  const savedSettings = new Map<string, number>(Object.entries(head.settings));
  if (
    head.version === 5 &&
    Object.entries(settings).every(([name, value]) => savedSettings.get(name) === value)
  )
    return;
  throw new RangeError("the snapshot was made with other settings");
};
