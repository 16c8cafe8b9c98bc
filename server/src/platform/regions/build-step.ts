import type { BBox } from "@commonlane/geo/osm/osm-element";

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
}
