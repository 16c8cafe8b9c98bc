import { metresBetween, forEachWay } from "./pieces.ts";
import { NO_LAT7, type RawRoads } from "./read-roads.ts";
import type { WayStyle } from "./way-style.ts";

/** Cells of about 280 m. */
const CELLS_PER_UNIT = 400 / 1e7;
const COLUMNS = 400 * 360;
/** This many metres of residential street in a cell and its eight neighbours make a village. */
const VILLAGE_M = 350;

/**
 * Where houses are, by the length of residential streets. Extracts seldom say on a road that it is in a village, and
 * polygons of land use would cost another pass.
 */
export class BuiltUpArea {
  readonly #metres = new Map<number, number>();
  readonly #isVillage = new Map<number, boolean>();

  constructor(roads: RawRoads) {
    const { wayNodes, nodeLat7, nodeLng7 } = roads;
    forEachWay(roads, isResidential, (_, first, end) => {
      for (let at = first + 1; at < end; at++) {
        const from = wayNodes[at - 1] ?? 0;
        const to = wayNodes[at] ?? 0;
        if (nodeLat7[from] === NO_LAT7 || nodeLat7[to] === NO_LAT7) continue;
        const lat7 = nodeLat7[to] ?? 0;
        const lng7 = nodeLng7[to] ?? 0;
        const metres = metresBetween(nodeLat7[from] ?? 0, nodeLng7[from] ?? 0, lat7, lng7);
        const cell = cellOf(lat7, lng7);
        this.#metres.set(cell, (this.#metres.get(cell) ?? 0) + metres);
      }
    });
  }

  covers(lat7: number, lng7: number): boolean {
    const cell = cellOf(lat7, lng7);
    const known = this.#isVillage.get(cell);
    if (known !== undefined) return known;

    let metres = 0;
    for (const row of [-COLUMNS, 0, COLUMNS])
      for (const column of [-1, 0, 1]) metres += this.#metres.get(cell + row + column) ?? 0;
    const isVillage = metres >= VILLAGE_M;
    this.#isVillage.set(cell, isVillage);
    return isVillage;
  }
}

const isResidential = ({ car }: WayStyle): boolean =>
  car?.kind === "residential" || car?.kind === "living_street";

/** Columns are as wide as rows are high; their width changes at whole degrees of latitude. */
function cellOf(lat7: number, lng7: number): number {
  const row = Math.floor((lat7 + 90e7) * CELLS_PER_UNIT);
  const widening = Math.cos((Math.round(lat7 / 1e7) * Math.PI) / 180);
  const column = Math.floor((lng7 + 180e7) * CELLS_PER_UNIT * widening);
  return row * COLUMNS + column;
}
