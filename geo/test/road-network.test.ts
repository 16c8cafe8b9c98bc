import { expect, test } from "vitest";
import { buildRoadNetwork } from "../src/road-network/build-road-network.ts";
import { RoadNetwork, type RoadPosition } from "../src/road-network/road-network.ts";
import { createRandom, createTown, type Town } from "../src/testing/random-town.ts";
import { createTownOracle, type TownPlace } from "../src/testing/town-oracle.ts";
import { toRoadGraph } from "../src/testing/town-graph.ts";

const TOWNS = Number(process.env["ROAD_GRAPHS"] ?? 60);
const PLACES = 14;

const placesOf = (town: Town, random: () => number): TownPlace[] =>
  Array.from({ length: PLACES }, (_, n) => ({
    street: Math.floor(random() * Math.min(town.streets.length, n < 4 ? 2 : Infinity)),
    part: random() < 0.2 ? Math.round(random()) : random(),
  }));

const toPosition = ({ street, part }: TownPlace): RoadPosition => ({
  line: street,
  part,
  at: { lat: 0, lng: 0 },
  offM: 0,
});

test(
  `roads are those of an oracle in ${TOWNS} towns with one-way, private and closed turns`,
  () => {
    let differences = 0;
    let found = 0;
    let none = 0;
    for (let seed = 1; seed <= TOWNS; seed++) {
      const random = createRandom(seed);
      const town = createTown(random);
      const network = new RoadNetwork(buildRoadNetwork(toRoadGraph(town)));
      const places = placesOf(town, random);
      const oracle = createTownOracle(town);
      const positions = places.map(toPosition);
      const froms = positions.map((position) => network.labelFrom(position));
      const tos = positions.map((position) => network.labelTo(position));
      for (const [n, from] of froms.entries()) {
        const expected = oracle(places[n]!, places).map(
          (road) => road && { durationS: road.timeDs / 10, distanceM: road.lengthDm / 10 },
        );
        const one = tos.map((to) => network.road(from, to));
        for (const [k, road] of expected.entries()) {
          if (road) found++;
          else none++;
          if (!same(one[k], road)) differences++;
        }
      }
    }
    expect(differences, `of ${found + none} roads`).toBe(0);
    expect(found).toBeGreaterThan(TOWNS * 60);
    expect(none).toBeGreaterThan(TOWNS * 5);
  },
  60_000 + TOWNS * 200,
);

interface Figures {
  readonly durationS: number;
  readonly distanceM: number;
}

const same = (a: Figures | undefined, b: Figures | undefined): boolean =>
  a?.durationS === b?.durationS && a?.distanceM === b?.distanceM;
