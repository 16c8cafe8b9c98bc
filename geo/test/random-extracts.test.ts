import { describe, expect, test } from "vitest";
import type { Tags } from "../src/osm/osm-element.ts";
import { buildRoadNetwork } from "../src/road-network/build-road-network.ts";
import type { RoadGraph } from "../src/road-network/road-graph.ts";
import { createRandom } from "../src/testing/random-town.ts";
import { SmallExtract } from "../src/testing/small-extract.ts";

const EXTRACTS = 80;
const NODES = "ABCDEFGHIJKLMNOPQRSTUVWX";
const COLUMNS = 6;

const HIGHWAYS =
  "motorway motorway_link trunk primary secondary tertiary unclassified residential living_street service track footway pedestrian road construction".split(
    " ",
  );
const OTHER_TAGS: readonly Tags[] = [
  { oneway: "yes" },
  { oneway: "-1" },
  { junction: "roundabout" },
  { access: "private" },
  { access: "no" },
  { motor_vehicle: "destination" },
  { "vehicle:backward": "no" },
  { maxspeed: "30" },
  { maxspeed: "" },
  { surface: "gravel" },
  { width: "narrow" },
  { tunnel: "yes" },
  { bridge: "yes" },
  { duration: "99:99" },
];
const NODE_TAGS: readonly Tags[] = [
  { barrier: "gate" },
  { barrier: "bollard" },
  { barrier: "lift_gate", access: "private" },
  { highway: "traffic_signals" },
  { highway: "stop", direction: "backward" },
];
const RESTRICTIONS = ["no_left_turn", "only_straight_on", "no_u_turn", "no_entry"];

/** An extract of any ways between the nodes of a grid: also loops, repeated nodes and ways of one node. */
function randomExtract(random: () => number): SmallExtract {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const rows = Array.from({ length: NODES.length / COLUMNS }, (_, row) =>
    NODES.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
  const extract = new SmallExtract(rows.join("\n"));
  const ways: string[] = [];
  for (let way = 0; way < 25; way++) {
    let at = Math.floor(random() * NODES.length);
    let names = NODES[at] ?? "";
    for (let length = Math.floor(random() * 6); length > 0; length--) {
      at = (at + pick([0, 1, -1, COLUMNS, -COLUMNS]) + NODES.length) % NODES.length;
      names += NODES[at] ?? "";
    }
    ways.push(names);
    const extra = random() < 0.6 ? pick(OTHER_TAGS) : {};
    const kind: Tags =
      random() < 0.05 ? { route: "ferry", motor_vehicle: "yes" } : { highway: pick(HIGHWAYS) };
    extract.way(names, { ...kind, ...extra });
  }
  for (let n = 0; n < 5; n++) extract.node(pick(NODES.split("")), pick(NODE_TAGS));
  for (let n = 0; n < 2; n++) extract.without(pick(NODES.split("")));
  const turning = ways.filter(({ length }) => length > 1);
  for (let n = 0; n < 8; n++) {
    const via = random() < 0.6 ? [pick(NODES.split(""))] : [pick(turning)];
    extract.restriction(pick(RESTRICTIONS), { from: pick(turning), via, to: pick(turning) });
  }
  return extract;
}

/** Whether each edge lies between the ends of its segment. */
function findLooseEdges(graph: RoadGraph): number[] {
  const isAt = (node: number, point: number): boolean =>
    graph.nodeLat7[node] === graph.shapeLat7[point] &&
    graph.nodeLng7[node] === graph.shapeLng7[point];
  return [...graph.edgeFrom.keys()].filter((edge) => {
    const segment = graph.edgeSegment[edge]!;
    const first = graph.shapeFirst[segment]!;
    const last = graph.shapeEnd[segment]! - 1;
    const isForward = graph.edgeIsForward[edge] === 1;
    const tail = isForward ? first : last;
    const head = isForward ? last : first;
    const from = graph.edgeFrom[edge]!;
    const to = graph.edgeTo[edge]!;
    return from === to || !isAt(from, tail) || !isAt(to, head);
  });
}

describe("extracts of any ways, barriers and restrictions", () => {
  test("give a graph that agrees with itself, or one clear sentence", async () => {
    const random = createRandom(5);
    let built = 0;
    const refusals = new Set(["ExtractError: The extract has no roads for cars."]);
    for (let n = 0; n < EXTRACTS; n++) {
      const result = await randomExtract(random)
        .build()
        .catch((error: unknown) => String(error));
      if (typeof result === "string") {
        refusals.add(result);
        continue;
      }
      built++;
      const { graph } = result.built;
      expect(findLooseEdges(graph), `extract ${n}`).toEqual([]);
      expect(graph.segmentLengthDm.every((length) => length > 0)).toBe(true);
      expect(() => buildRoadNetwork(graph)).not.toThrow();
    }
    expect([...refusals]).toHaveLength(1);
    expect(built).toBeGreaterThan(EXTRACTS / 2);
  });
});
