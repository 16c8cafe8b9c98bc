import { expect, test } from "vitest";
import { distanceM } from "@commonlane/matching/geo";
import { buildRoadNetwork } from "../src/road-network/build-road-network.ts";
import { buildWalkNetwork } from "../src/road-network/build-walk-network.ts";
import { readNetworkFile, writeNetworkFile } from "../src/road-network/network-file.ts";
import { SEGMENT_FLAGS } from "../src/road-network/road-graph.ts";
import type { RoadGraph, WalkGraph } from "../src/road-network/road-graph.ts";
import { RoadNetwork } from "../src/road-network/road-network.ts";
import { nearestPoint, type PointOfShape } from "../src/road-network/shapes.ts";
import { NOT_USABLE } from "../src/road-network/usable-segments.ts";
import { WalkNetwork } from "../src/road-network/walk-network.ts";
import { GraphWriter, type RoadKind } from "../src/testing/graph-writer.ts";
import { createRandom } from "../src/testing/random-town.ts";
import { createStateNetwork } from "../src/testing/state-network.ts";

const CORNER = { lat: 48, lng: 9 };
const STREET: RoadKind = { roadClass: "residential", speedKmh: 30 };
const MAIN: RoadKind = { roadClass: "secondary", speedKmh: 60 };
const TRACK: RoadKind = { roadClass: "service", speedKmh: 10 };

const at = (x: number, y: number) => ({
  lat: CORNER.lat + y / 111_195,
  lng: CORNER.lng + x / (111_195 * Math.cos((CORNER.lat * Math.PI) / 180)),
});

/** A long main road, and a street beside it that ends after one kilometre. */
function writeVillage(): GraphWriter {
  const writer = new GraphWriter(createRandom(1), CORNER);
  const [west, middle, east] = [0, 2_000, 4_000].map((x) => writer.addJunction(x, 0));
  writer.addRoad(west!, middle!, MAIN);
  writer.addRoad(middle!, east!, MAIN);
  writer.addRoad(middle!, writer.addJunction(2_000, 1_000), STREET);
  return writer;
}

const open = (graph: RoadGraph) => new RoadNetwork(buildRoadNetwork(graph));

function roadBetween(network: RoadNetwork, from: { lat: number; lng: number }, to: typeof from) {
  const start = network.snap(from);
  const end = network.snap(to);
  if (!start || !end) throw new Error("There is no road at this place.");
  return {
    road: network.road(network.labelFrom(start), network.labelTo(end)),
    path: network.path(start, end),
  };
}

test("a place in a street is on that street, although the main road leads on faster", () => {
  const network = open(writeVillage().finish());
  const position = network.snap(at(1_990, 300));
  expect(position && network.classOf(position)).toBe("residential");
  expect(position?.offM).toBeCloseTo(10, -1);
});

test("a place beside a track that leads nowhere for an hour is on the road behind it", () => {
  const writer = writeVillage();
  const start = writer.addJunction(0, 100);
  const far = writer.addJunction(0, 9_000);
  writer.addRoad(start, far, TRACK);
  writer.addRoad(far, writer.addJunction(4_000, 9_000), TRACK);
  writer.addRoad(writer.junctions - 1, 2, TRACK);
  const network = open(writer.finish());
  const besideTrack = network.snap(at(30, 150));
  expect(besideTrack && network.classOf(besideTrack)).toBe("secondary");
  const faraway = network.snap(at(30, 5_000));
  expect(faraway && network.classOf(faraway)).toBe("service");
});

test("the road at a place loses least of all that are hardly farther away than the nearest", () => {
  const random = createRandom(3);
  const graph = createStateNetwork(0.002);
  const data = buildRoadNetwork(graph);
  const network = new RoadNetwork(data);
  const lines = [...graph.segmentFlags.keys()];
  const usable = lines.filter((line) => data.secondsToMainRoad[line] !== NOT_USABLE);
  const lossOf = ({ line, offM }: PointOfShape) => {
    const isBad = (graph.segmentFlags[line]! & SEGMENT_FLAGS.BAD_ROAD) !== 0;
    return 3 * offM + data.secondsToMainRoad[line]! + (isBad ? 150 : 0);
  };
  for (let n = 0; n < 60; n++) {
    const node = Math.floor(random() * graph.nodeLat7.length);
    const place = {
      lat: graph.nodeLat7[node]! / 1e7 + 0.02 * random(),
      lng: graph.nodeLng7[node]! / 1e7 + 0.02 * random(),
    };
    const points = usable.map((line) => nearestPoint(graph, line, place));
    const nearestM = Math.min(...points.map(({ offM }) => offM));
    const near = points.filter(({ offM }) => offM <= nearestM + 400);
    const least = Math.min(...near.map(lossOf));
    const found = network.snap(place);
    expect(found && lossOf(found)).toBe(least);
  }
});

test("no drive begins on roads that nothing connects with the others, or on a motorway", () => {
  const writer = writeVillage();
  writer.addRoad(writer.addJunction(500, 200), writer.addJunction(900, 200), STREET);
  const one = writer.addJunction(0, 400);
  writer.addRoad(one, writer.addJunction(4_000, 400), { roadClass: "motorway", speedKmh: 100 });
  const network = open(writer.finish());
  for (const y of [210, 390]) {
    const position = network.snap(at(700, y));
    expect(position && network.classOf(position)).toBe("secondary");
  }
});

test("the line of a road begins and ends at its places and is as long as the road", () => {
  const graph = createStateNetwork(0.004);
  const network = open(graph);
  const random = createRandom(3);
  const randomPlace = () => {
    const node = Math.floor(random() * graph.nodeLat7.length);
    return { lat: graph.nodeLat7[node]! / 1e7, lng: graph.nodeLng7[node]! / 1e7 };
  };
  for (let n = 0; n < 60; n++) {
    const from = randomPlace();
    const to = randomPlace();
    const { road, path } = roadBetween(network, from, to);
    if (!road || !path) throw new Error("All places of this network are connected.");
    const pieces = path.slice(1).map((point, k) => distanceM(path[k]!, point));
    expect(Math.max(...pieces)).toBeLessThan(800);
    const lengthM = pieces.reduce((sum, piece) => sum + piece, 0);
    // The roads of this network are up to 15 % longer than their lines.
    expect(road.distanceM / lengthM).toBeGreaterThan(0.99);
    expect(road.distanceM / lengthM).toBeLessThan(1.16);
    expect(distanceM(path[0]!, network.snap(from)!.at)).toBeLessThan(1);
    expect(distanceM(path.at(-1)!, network.snap(to)!.at)).toBeLessThan(1);
  }
});

test("roads are a metric where turns are free", () => {
  const graph = createStateNetwork(0.004);
  const network = open(graph);
  const random = createRandom(5);
  const positions = Array.from({ length: 40 }, () => {
    const node = Math.floor(random() * graph.nodeLat7.length);
    return network.snap({ lat: graph.nodeLat7[node]! / 1e7, lng: graph.nodeLng7[node]! / 1e7 })!;
  });
  const tos = positions.map((position) => network.labelTo(position));
  const table = positions.map((position) => {
    const from = network.labelFrom(position);
    return tos.map((to) => network.road(from, to));
  });
  const secondsOf = (from: number, to: number) => table[from]![to]!.durationS;
  for (const [a] of positions.entries()) {
    expect(secondsOf(a, a)).toBe(0);
    for (const [b] of positions.entries())
      for (const [c] of positions.entries())
        expect(secondsOf(a, c)).toBeLessThanOrEqual(secondsOf(a, b) + secondsOf(b, c) + 1e-9);
  }
});

const driveData = () => buildRoadNetwork(createStateNetwork(0.002));

test("the same graph gives the same file, and a damaged or older file is refused with a reason", () => {
  const walk = buildWalkNetwork(toWalkGraph(createStateNetwork(0.002)));
  const bytes = Buffer.concat(writeNetworkFile({ drive: driveData(), walk }));
  expect(bytes.equals(Buffer.concat(writeNetworkFile({ drive: driveData(), walk })))).toBe(true);

  const copy = () => new Uint8Array(bytes).slice().buffer;
  const read = readNetworkFile(copy());
  expect(read.drive).toEqual(driveData());
  expect(read.walk).toEqual(walk);

  const damaged = new Uint8Array(copy());
  damaged[damaged.length >> 1]! ^= 4;
  expect(() => readNetworkFile(damaged.buffer)).toThrow(/cannot be used: .* is damaged\.$/);
  const head = new Uint8Array(copy());
  head[40]! ^= 1;
  expect(() => readNetworkFile(head.buffer)).toThrow(/head is damaged/);
  expect(() => readNetworkFile(copy().slice(0, bytes.length - 2_000))).toThrow(/end is missing/);
  expect(() => readNetworkFile(new ArrayBuffer(100))).toThrow(/another format/);
});

test("a graph that contradicts itself is refused", () => {
  const graph = writeVillage().finish();
  const broken = { ...graph, edgeTo: graph.edgeTo.map(() => 99) };
  expect(() => buildRoadNetwork(broken)).toThrow(
    "The road graph contradicts itself: ends of an edge.",
  );
});

const toWalkGraph = (graph: RoadGraph): WalkGraph => {
  const ends = Array.from(graph.segmentLengthDm, (_, segment) => {
    const edge = graph.edgeSegment.indexOf(segment);
    return [graph.edgeFrom[edge]!, graph.edgeTo[edge]!] as const;
  });
  return {
    ...graph,
    edgeFrom: Uint32Array.from(ends, ([from]) => from),
    edgeTo: Uint32Array.from(ends, ([, to]) => to),
    edgeLengthDm: graph.segmentLengthDm,
  };
};

test("walks go along the ways of both directions, up to the limit, with the line between", () => {
  const graph = writeVillage().finish();
  const network = new WalkNetwork(buildWalkNetwork(toWalkGraph(graph)), graph);
  const walks = network.walksFrom(at(1_900, 20), 1_500);
  const toStreet = walks?.lengthTo(at(2_030, 500));
  // 20 m to the road, 100 m along it, 500 m up the street, 30 m to the place; roads are up to 15 % longer.
  expect(toStreet).toBeGreaterThan(649);
  expect(toStreet).toBeLessThan(750);
  const path = walks?.pathTo(at(2_030, 500)) ?? [];
  const lengthM = path.slice(1).reduce((sum, point, n) => sum + distanceM(path[n]!, point), 0);
  expect(lengthM).toBeGreaterThan(640);
  expect(lengthM).toBeLessThan(toStreet! + 1);
  expect(walks?.lengthTo(at(1_500, 0))).toBeGreaterThan(419);
  expect(walks?.lengthTo(at(100, 0))).toBeUndefined();
  const back = network.walksFrom(at(2_030, 500), 1_500)?.lengthTo(at(1_900, 20));
  expect(back).toBeCloseTo(toStreet!, 6);
});
