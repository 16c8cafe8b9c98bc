import { NO_ROADS, RIDE_MASK } from "./ride-pages.ts";
import type { RidePages } from "./ride-pages.ts";
import { SPAN_PAGE } from "./spans.ts";
import type { Vec } from "./sphere.ts";

const POINT_MASK = SPAN_PAGE - 1;
// A rounded point is off by half a unit in each of three directions at most; up to 1.2 rad its angles by no more than this.
const UNITS_OFF = 1.1;

/** One ride's rounded points, measured without trigonometry: angles are off by no more than `offRad` for each point in them. */
export class RoundedWay {
  legs = 0;
  unit = 0;
  offRad = 0;
  hasRoads = false;
  departsAtMs = 0;
  maxDetourM = 0;
  maxDetourS = 0;
  legRad = new Float64Array(16);
  roadS = new Float64Array(16);
  seatsLeft: Uint8Array = new Uint8Array(0);
  /** Where the seats of the first leg are. */
  seatsAt = 0;
  readonly #driveSPerRad: number;
  #rounded: Int16Array = new Int16Array(0);
  #first = 0;
  #scale = 0;
  #baseX = 0;
  #baseY = 0;
  #baseZ = 0;
  #roadAt = 0;

  constructor(driveSPerRad: number) {
    this.#driveSPerRad = driveSPerRad;
  }

  /** Takes the ride of a slot; nothing is read of its points yet. */
  take(rides: RidePages, slot: number): void {
    const page = rides.pageOf(slot);
    const at = slot & RIDE_MASK;
    const points = rides.points.pageOf(page.pointAt[at]!);
    this.legs = page.points[at]! - 1;
    this.unit = page.unit[at]!;
    this.offRad = UNITS_OFF * this.unit;
    this.departsAtMs = page.departsAtMs[at]!;
    this.maxDetourM = page.maxDetourM[at]!;
    this.maxDetourS = page.maxDetourS[at]!;
    this.#roadAt = page.roadAt[at]!;
    this.hasRoads = this.#roadAt !== NO_ROADS;
    this.seatsLeft = points.seatsLeft;
    this.#rounded = points.rounded;
    this.seatsAt = this.#first = page.pointAt[at]! & POINT_MASK;
    this.#scale = this.unit * this.unit;
    this.#baseX = page.base[3 * at]!;
    this.#baseY = page.base[3 * at + 1]!;
    this.#baseZ = page.base[3 * at + 2]!;
    if (this.legs > this.legRad.length) {
      this.legRad = new Float64Array(2 * this.legs);
      this.roadS = new Float64Array(2 * this.legs);
    }
  }

  /** Writes the angle between each point and a place. O(points). */
  anglesTo(place: Vec, angles: Float64Array): void {
    const x = (place.x - this.#baseX) / this.unit;
    const y = (place.y - this.#baseY) / this.unit;
    const z = (place.z - this.#baseZ) / this.unit;
    const rounded = this.#rounded;
    for (let k = 0, at = 3 * this.#first; k <= this.legs; k++, at += 3) {
      const dx = x - rounded[at]!;
      const dy = y - rounded[at + 1]!;
      const dz = z - rounded[at + 2]!;
      angles[k] = angleOfChord((dx * dx + dy * dy + dz * dz) * this.#scale);
    }
  }

  /** Writes legRad and roadS. O(points). */
  measure(rides: RidePages): void {
    const rounded = this.#rounded;
    const roads = this.hasRoads ? rides.points.roads.pageOf(this.#roadAt) : undefined;
    const roadAt = this.#roadAt & POINT_MASK;
    for (let leg = 0, at = 3 * this.#first; leg < this.legs; leg++, at += 3) {
      const dx = rounded[at]! - rounded[at + 3]!;
      const dy = rounded[at + 1]! - rounded[at + 4]!;
      const dz = rounded[at + 2]! - rounded[at + 5]!;
      const angle = angleOfChord((dx * dx + dy * dy + dz * dz) * this.#scale);
      this.legRad[leg] = angle;
      this.roadS[leg] = roads === undefined ? angle * this.#driveSPerRad : roads.roadS[roadAt + leg]!;
    }
  }
}

/** The angle whose chord has this square: 2 asin(c / 2), below 0.1 by its series to half a millimetre. */
const angleOfChord = (squared: number): number => {
  const chord = Math.sqrt(squared);
  if (squared < 0.01) return chord * (1 + squared * (1 / 24 + squared * (3 / 640)));
  return 2 * Math.asin(Math.min(1, chord / 2));
};
