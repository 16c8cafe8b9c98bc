import type { RoadGraph } from "../road-network/road-graph.ts";
import { createRandom } from "./random-town.ts";
import { GraphWriter, type RoadKind } from "./graph-writer.ts";

interface Settlement {
  readonly x: number;
  readonly y: number;
  /** 0 is a city, 3 a village. */
  readonly level: number;
  /** Its streets are this many by this many. */
  readonly side: number;
  readonly corner: number;
}

/** Number of settlements of each level in a state, and the streets of one. */
const LEVELS = [
  { count: 8, side: 125 },
  { count: 80, side: 44 },
  { count: 600, side: 20 },
  { count: 3_400, side: 12 },
] as const;
const STREET_M = 90;
/** The area of a state for each settlement, in square metres. */
const AREA_M2 = 35_000e6 / 4_088;

const STREET: RoadKind = { roadClass: "residential", speedKmh: 28 };
const MAIN_STREET: RoadKind = { roadClass: "tertiary", speedKmh: 40 };
const TRACK: RoadKind = { roadClass: "service", speedKmh: 15 };
const RAMP: RoadKind = { roadClass: "trunk", speedKmh: 50 };
/** Roads between settlements of this level or larger ones. */
const ROADS: readonly RoadKind[] = [
  { roadClass: "motorway", speedKmh: 115, oneWay: true },
  { roadClass: "primary", speedKmh: 80 },
  { roadClass: "secondary", speedKmh: 65 },
  { roadClass: "tertiary", speedKmh: 55 },
];
const NEIGHBOURS = 4;
const JUNCTION_M = 500;
const RAMP_EVERY = 12;
const TRACKS_SHARE = 0.35;

/** Where the south-west corner of the network lies. */
export const STATE_CORNER = { lat: 48, lng: 9 } as const;

/**
 * Roads of a made-up state with a realistic hierarchy: motorways with ramps between cities, trunk roads between towns,
 * country roads between villages, streets, and tracks in the fields. About 1.4 million junctions with `share` 1.
 */
export function createStateNetwork(share: number, seed = 1): RoadGraph {
  return new State(share, createRandom(seed)).build();
}

class State {
  readonly #random: () => number;
  readonly #writer: GraphWriter;
  readonly #settlements: Settlement[] = [];
  readonly #sizeM: number;
  /** Junctions outside of settlements, by square kilometre. */
  readonly #outside = new Map<string, number[]>();

  constructor(share: number, random: () => number) {
    this.#random = random;
    this.#writer = new GraphWriter(random, STATE_CORNER);
    const counts = LEVELS.map(({ count }) => Math.max(2, Math.round(count * share)));
    this.#sizeM = Math.sqrt(counts.reduce((sum, count) => sum + count, 0) * AREA_M2);
    // A small part of a state has no whole city.
    const mostSide = Math.ceil(400 * Math.sqrt(share));
    for (const [level, { side }] of LEVELS.entries())
      for (let n = 0; n < counts[level]!; n++) this.#addSettlement(level, Math.min(side, mostSide));
  }

  build(): RoadGraph {
    for (const level of [3, 2, 1, 0]) this.#connect(level);
    return this.#writer.finish();
  }

  #addSettlement(level: number, mostSide: number): void {
    const side = Math.max(4, Math.round(mostSide * (0.6 + 0.8 * this.#random())));
    const x = this.#random() * this.#sizeM;
    const y = this.#random() * this.#sizeM;
    const corner = this.#addStreets(x, y, side);
    this.#settlements.push({ x, y, level, side, corner });
  }

  /** Streets in an uneven grid around a place, with gaps, and main streets through its middle. */
  #addStreets(x: number, y: number, side: number): number {
    const writer = this.#writer;
    const corner = writer.junctions;
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++)
        writer.addJunction(
          x + STREET_M * (column - side / 2 + 0.4 * this.#random()),
          y + STREET_M * (row - side / 2 + 0.4 * this.#random()),
        );
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) {
        const here = corner + row * side + column;
        if (column + 1 < side) this.#addStreet(here, here + 1, isMain(row, side));
        if (row + 1 < side) this.#addStreet(here, here + side, isMain(column, side));
      }
    return corner;
  }

  #addStreet(from: number, to: number, main: boolean): void {
    const luck = this.#random();
    if (main) this.#writer.addRoad(from, to, MAIN_STREET);
    else if (luck > 0.25) this.#writer.addRoad(from, to, { ...STREET, oneWay: luck > 0.93 });
  }

  /** Roads from each settlement of at least this size to the nearest others of them. */
  #connect(level: number): void {
    const settlements = this.#settlements.filter((one) => one.level <= level);
    const done = new Set<string>();
    for (const one of settlements) {
      const nearest = settlements
        .filter((other) => other !== one)
        .map((other) => ({ other, away: Math.hypot(other.x - one.x, other.y - one.y) }))
        .toSorted((a, b) => a.away - b.away)
        .slice(0, NEIGHBOURS);
      for (const { other } of nearest) {
        const key = `${Math.min(one.corner, other.corner)} ${Math.max(one.corner, other.corner)}`;
        if (done.has(key)) continue;
        done.add(key);
        this.#addRoadBetween(one, other, level);
      }
    }
  }

  #addRoadBetween(one: Settlement, other: Settlement, level: number): void {
    const from = this.#gateOf(one, other);
    const to = this.#gateOf(other, one);
    if (level > 0) return this.#addCountryRoad(from, to, ROADS[level]!, level);
    this.#addMotorway(from, to);
    this.#addMotorway(to, from);
  }

  /** The end of the main street on the side of another settlement. */
  #gateOf({ x, y, side, corner }: Settlement, other: Settlement): number {
    const middle = Math.floor(side / 2);
    const isAcross = Math.abs(other.x - x) > Math.abs(other.y - y);
    if (isAcross) return corner + middle * side + (other.x > x ? side - 1 : 0);
    return corner + middle + (other.y > y ? side - 1 : 0) * side;
  }

  /** Junctions on a winding way between two others. */
  #addChain(from: number, to: number): number[] {
    const writer = this.#writer;
    const pieces = Math.max(1, Math.round(writer.distanceM(from, to) / JUNCTION_M));
    const inside = Array.from({ length: pieces - 1 }, (_, n) => {
      const share = (n + 1) / pieces;
      const bend = () => 200 * (this.#random() - 0.5);
      return writer.addJunction(
        writer.x[from]! + share * (writer.x[to]! - writer.x[from]!) + bend(),
        writer.y[from]! + share * (writer.y[to]! - writer.y[from]!) + bend(),
      );
    });
    return [from, ...inside, to];
  }

  #addCountryRoad(from: number, to: number, kind: RoadKind, level: number): void {
    const chain = this.#addChain(from, to);
    chain.slice(1).forEach((junction, n) => this.#writer.addRoad(chain[n]!, junction, kind));
    for (const junction of chain.slice(1, -1)) {
      const crossing = this.#findOutside(junction, 250);
      if (crossing !== undefined) this.#writer.addRoad(junction, crossing, kind);
      this.#keepOutside(junction);
      if (level === 3 && this.#random() < TRACKS_SHARE) this.#addTracks(junction);
    }
  }

  /** One direction, with ramps to the roads nearby. */
  #addMotorway(from: number, to: number): void {
    const chain = this.#addChain(from, to);
    chain.slice(1).forEach((junction, n) => this.#writer.addRoad(chain[n]!, junction, ROADS[0]!));
    chain.forEach((junction, n) => {
      if (n === 0 || n === chain.length - 1 || n % RAMP_EVERY !== 0) return;
      const road = this.#findOutside(junction, 3_000);
      if (road === undefined) return;
      this.#writer.addRoad(junction, road, { ...RAMP, oneWay: true });
      this.#writer.addRoad(road, junction, { ...RAMP, oneWay: true });
    });
  }

  /** Field tracks in a grid that begins at a junction. */
  #addTracks(junction: number): void {
    const side = 3 + Math.floor(2.5 * this.#random());
    const writer = this.#writer;
    const x = writer.x[junction]!;
    const y = writer.y[junction]!;
    const first = writer.junctions;
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++)
        writer.addJunction(x + 180 * (column + 0.8 * this.#random()), y + 180 * (row + 0.5));
    writer.addRoad(junction, first, TRACK);
    for (let n = 0; n < side * side; n++) {
      if ((n + 1) % side !== 0 && this.#random() < 0.7)
        writer.addRoad(first + n, first + n + 1, TRACK);
      if (n + side < side * side) writer.addRoad(first + n, first + n + side, TRACK);
    }
  }

  #keepOutside(junction: number): void {
    const key = this.#squareOf(this.#writer.x[junction]!, this.#writer.y[junction]!);
    const known = this.#outside.get(key);
    if (known) known.push(junction);
    else this.#outside.set(key, [junction]);
  }

  /** The nearest junction of another road within some metres. */
  #findOutside(junction: number, withinM: number): number | undefined {
    const x = this.#writer.x[junction]!;
    const y = this.#writer.y[junction]!;
    const reach = Math.ceil(withinM / 1_000);
    let best: number | undefined;
    let leastM = withinM;
    for (let east = -reach; east <= reach; east++)
      for (let north = -reach; north <= reach; north++)
        for (const other of this.#outside.get(
          this.#squareOf(x + 1_000 * east, y + 1_000 * north),
        ) ?? []) {
          const away = this.#writer.distanceM(junction, other);
          if (away >= leastM || away === 0) continue;
          best = other;
          leastM = away;
        }
    return best;
  }

  #squareOf(x: number, y: number): string {
    return `${Math.floor(x / 1_000)} ${Math.floor(y / 1_000)}`;
  }
}

const isMain = (line: number, side: number): boolean =>
  line === Math.floor(side / 2) || line % 12 === 6;
