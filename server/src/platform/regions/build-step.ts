import type { BBox } from "@commonlane/geo/osm/osm-element";
import type { RegionFile } from "./region.ts";

export interface BuildInput {
  /** Absolute path of the verified .osm.pbf file. */
  readonly extract: string;
  /** Absolute path of the folder to write into; it becomes the region's folder when all steps are done. */
  readonly folder: string;
  readonly region: {
    readonly id: string;
    readonly name: string;
    readonly bbox: BBox;
  };
  /** Reports which part of the step is done, from 0 to 1; cheap enough to call often. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** One step of building a region. It may run again and then overwrites its files. */
export interface BuildStep {
  /** Shown while it runs and stored with its figures, such as "roads". */
  readonly name: string;
  /** Its share of the whole build's time, in comparison with the other steps. */
  readonly weight: number;
  /** Returns figures for the operator, such as `{ edges: 120000 }`. @throws an Error with one clear sentence. */
  run(input: BuildInput): Promise<Record<string, number | string>>;
  /** @throws if its files in this folder cannot be used: damaged, or of another release. */
  readonly check?: (folder: string) => unknown;
}

/** Figures of steps by name, without those of steps whose files in the folder cannot be used. */
export async function findUsableSteps(
  steps: readonly BuildStep[],
  folder: string,
  done: RegionFile["steps"],
): Promise<RegionFile["steps"]> {
  const usable: RegionFile["steps"] = {};
  for (const { name, check } of steps) {
    const figures = done[name];
    if (!figures) continue;
    try {
      await check?.(folder);
      usable[name] = figures;
    } catch {
      continue; // It runs again.
    }
  }
  return usable;
}
