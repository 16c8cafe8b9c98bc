import { distanceM, nearestOnLeg, pointAlongLeg, type LatLng } from "@commonlane/matching/geo";
import type { Road, RoadRide } from "@commonlane/matching/road-rule";
import type { Search } from "@commonlane/matching/rule";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { RoadNetwork } from "@commonlane/geo/road-network/road-network";
import { createTown, type Street, type Town } from "@commonlane/geo/testing/random-town";
import { toRoadGraph } from "@commonlane/geo/testing/town-graph";
import {
  createTownOracle,
  type TownPlace,
  type TownRoad,
} from "@commonlane/geo/testing/town-oracle";

/** The same ride twice: its roads from the road network, and from the oracle. */
export interface WorldRide {
  readonly ours: RoadRide;
  readonly theirs: RoadRide;
}

const MOST_JUNCTIONS = 18;
const RIDES = 3;
const TRIES = 8;
const SPEEDS_MPS = [3, 8, 14, 14, 25];
const OFF_ROAD_M = [0, 0, 100, 300, 700, 1_500];
const DETOURS_M = [0, 2_000, 5_000, 5_000, 12_000];
const WALKS_M = [0, 300, 1_000, 1_000, 3_000];
const STARTS_MS = Date.UTC(2026, 0, 5, 8);
const MINUTE_MS = 60_000;
/** Two implementations may find the same point of a line this far apart. */
const SAME_DEGREES = 1e-7;
const SAME_M = 1e-3;

/**
 * A few rides and a search on the roads of a random town. Roads come from the road network, and independently from
 * Dijkstra's algorithm on the streets; both know a place by the nearest street.
 */
export class TownWorld {
  readonly rides: readonly WorldRide[];
  readonly search: Search;
  readonly #random: () => number;
  readonly #town: Town;
  readonly #network: RoadNetwork;
  readonly #oracle: ReturnType<typeof createTownOracle>;
  readonly #known: { readonly at: LatLng; readonly place: TownPlace }[] = [];

  constructor(random: () => number) {
    this.#random = random;
    this.#town = withRealLengths(createTown(random, MOST_JUNCTIONS), random);
    this.#network = new RoadNetwork(buildRoadNetwork(toRoadGraph(this.#town)));
    this.#oracle = createTownOracle(this.#town);
    const rides = Array.from({ length: RIDES }, (_, n) => this.#randomRide(n)).filter(
      (ride) => ride !== undefined,
    );
    this.search = this.#randomSearch(rides);
    const places = [this.search.from, this.search.to];
    this.rides = rides.filter(
      ({ ours }) => !ours.legs.some(({ line }) => places.some((at) => isTwiceNearest(line, at))),
    );
  }

  /** Roads of the road network. */
  readonly roads = (from: LatLng, to: LatLng): Road | null => {
    const start = this.#network.labelFrom(this.#pointOf(from));
    return this.#network.road(start, this.#network.labelTo(this.#pointOf(to))) ?? null;
  };

  /** Roads by Dijkstra's algorithm. */
  readonly dijkstra = (from: LatLng, to: LatLng): Road | null => {
    const [road] = this.#oracle(this.#locate(from), [this.#locate(to)]);
    return road ? toRoad(road) : null;
  };

  #pointOf(at: LatLng) {
    const { street, part } = this.#locate(at);
    return { line: street, part };
  }

  /** The nearest street. */
  #locate(at: LatLng): TownPlace {
    const known = this.#known.find((other) => isSamePlace(other.at, at));
    if (known) return known.place;
    let place: TownPlace = { street: 0, part: 0 };
    let leastM = Infinity;
    for (const [street, { points }] of this.#town.streets.entries()) {
      const line = points.map(toLatLng);
      const near = nearestOnPieces(line, at).reduce((a, b) => (b.offM < a.offM ? b : a));
      if (near.offM >= leastM) continue;
      leastM = near.offM;
      place = { street, part: Math.min(1, near.alongM / lengthOf(line)) };
    }
    this.#known.push({ at, place });
    return place;
  }

  #randomRide(n: number): WorldRide | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      const points = Array.from({ length: 2 + Math.floor(2.3 * this.#random()) }, () =>
        this.#randomPlace(),
      );
      const ours = this.#legsOf(points, this.roads);
      const theirs = this.#legsOf(points, this.dijkstra);
      if (!ours || !theirs) {
        if (ours || theirs) throw new Error("Only one of the two has these roads.");
        continue;
      }
      const maxDetourM = this.#pick(DETOURS_M);
      const ride = {
        id: `ride ${n}`,
        points,
        departsAtMs: STARTS_MS + Math.floor(60 * this.#random()) * MINUTE_MS,
        seatsLeft: points.slice(1).map(() => Math.floor(4 * this.#random())),
        maxDetourM,
        maxDetourS: maxDetourM / 10,
      };
      return {
        ours: { ...ride, legs: ours },
        theirs: { ...ride, legs: theirs },
      };
    }
    return undefined;
  }

  #legsOf(points: readonly LatLng[], roads: (from: LatLng, to: LatLng) => Road | null) {
    const legs = points.slice(1).flatMap((to, leg) => {
      const from = points[leg] ?? to;
      const road = roads(from, to);
      const line = this.#network.path(this.#pointOf(from), this.#pointOf(to));
      return road && line ? [{ ...road, line: line.length > 1 ? line : [from, to] }] : [];
    });
    return legs.length === points.length - 1 ? legs : undefined;
  }

  /** A search along a ride, or between any two places. */
  #randomSearch(rides: readonly WorldRide[]): Search {
    const ride = rides.length > 0 ? this.#pick(rides).ours : undefined;
    const line = ride?.legs.flatMap((leg) => leg.line) ?? [];
    const along = [this.#random(), this.#random()].toSorted((a, b) => a - b);
    const [from, to] = along.map((share) => {
      const isAlong = line.length > 0 && this.#random() < 0.85;
      const near = isAlong ? pointOfLine(line, share) : this.#randomPlace();
      return this.#beside(near);
    });
    const departsAfterMs = STARTS_MS + Math.floor(90 * this.#random() - 45) * MINUTE_MS;
    return {
      from: from ?? this.#randomPlace(),
      to: to ?? this.#randomPlace(),
      departsAfterMs,
      departsBeforeMs: departsAfterMs + this.#pick([30, 120, 240]) * MINUTE_MS,
      seats: this.#pick([1, 1, 1, 2]),
      walkM: this.#pick(WALKS_M),
    };
  }

  #randomPlace(): LatLng {
    const { points } = this.#pick(this.#town.streets);
    return pointOfLine(points.map(toLatLng), this.#random());
  }

  #beside({ lat, lng }: LatLng): LatLng {
    const offDegrees = this.#pick(OFF_ROAD_M) / 111_195;
    const turn = 2 * Math.PI * this.#random();
    return { lat: lat + offDegrees * Math.cos(turn), lng: lng + offDegrees * Math.sin(turn) };
  }

  #pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(choices.length * this.#random())];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }
}

const isSamePlace = (a: LatLng, b: LatLng): boolean =>
  Math.abs(a.lat - b.lat) < SAME_DEGREES && Math.abs(a.lng - b.lng) < SAME_DEGREES;

const toLatLng = ([lat7, lng7]: readonly [number, number]): LatLng => ({
  lat: lat7 / 1e7,
  lng: lng7 / 1e7,
});

const toRoad = ({ timeDs, lengthDm }: TownRoad): Road => ({
  durationS: timeDs / 10,
  distanceM: lengthDm / 10,
});

/** Streets as long as their lines or longer, with everyday speeds: some equal, so that there are ties. */
function withRealLengths(town: Town, random: () => number): Town {
  const streets = town.streets.map((street): Street => {
    const lengthDm = Math.ceil(10 * lengthOf(street.points.map(toLatLng)) * (1 + 0.2 * random()));
    const timeDs = (usual: number | undefined) => {
      const speedMps = SPEEDS_MPS[Math.floor(SPEEDS_MPS.length * random())] ?? 1;
      return usual === undefined ? undefined : Math.max(1, Math.round(lengthDm / speedMps));
    };
    const [forward, backward] = street.timesDs;
    return { ...street, lengthDm, timesDs: [timeDs(forward), timeDs(backward)] };
  });
  return { ...town, streets };
}

const lengthOf = (line: readonly LatLng[]): number =>
  line.slice(1).reduce((sum, to, n) => sum + distanceM(line[n] ?? to, to), 0);

/** A point of a line, by the share of its pieces before it. */
function pointOfLine(line: readonly LatLng[], share: number): LatLng {
  const along = share * (line.length - 1);
  const piece = Math.min(line.length - 2, Math.floor(along));
  const from = line[piece] ?? { lat: 0, lng: 0 };
  return pointAlongLeg(from, line[piece + 1] ?? from, along - piece);
}

/** The point of each piece of a line that is nearest to a place. */
function nearestOnPieces(line: readonly LatLng[], at: LatLng) {
  let beforeM = 0;
  return line.slice(1).map((to, n) => {
    const from = line[n] ?? to;
    const near = nearestOnLeg(from, to, at);
    const pieceM = distanceM(from, to);
    const alongM = beforeM + near.fraction * pieceM;
    beforeM += pieceM;
    return { offM: near.distanceM, alongM };
  });
}

/** Whether a line comes to a place twice, equally near. A passenger may then get in at either time: both are right. */
function isTwiceNearest(line: readonly LatLng[], at: LatLng): boolean {
  const pieces = nearestOnPieces(line, at);
  const least = pieces.reduce((a, b) => (b.offM < a.offM ? b : a));
  return pieces.some(
    ({ offM, alongM }) => offM - least.offM < SAME_M && Math.abs(alongM - least.alongM) > 1,
  );
}
