import type { RoadGraph } from "../road-network/road-graph.ts";
import { SEGMENT_CLASSES, SEGMENT_FLAGS } from "../road-network/road-graph.ts";
import type { Drive, Town } from "./random-town.ts";
import { directionOf, drivesOf, endOf, startOf } from "./random-town.ts";

interface Edge {
  readonly drive: Drive;
  readonly from: string;
  readonly to: string;
}

/** The road graph of a town: junctions with bans are split, and private streets lie between two copies of their ends. */
export function toRoadGraph(town: Town): RoadGraph {
  const edges = drivesOf(town).flatMap((drive) => edgesOf(town, drive));
  const numbers = new Map<string, number>();
  const numberOf = (node: string): number => {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  };
  const edgeFrom = Uint32Array.from(edges, ({ from }) => numberOf(from));
  const edgeTo = Uint32Array.from(edges, ({ to }) => numberOf(to));
  const points = town.streets.flatMap((street) => street.points);
  let end = 0;
  const ends = town.streets.map((street) => (end += street.points.length));
  return {
    nodeLat7: new Int32Array(numbers.size),
    nodeLng7: new Int32Array(numbers.size),
    segmentLengthDm: Uint32Array.from(town.streets, ({ lengthDm }) => lengthDm),
    segmentClass: new Uint8Array(town.streets.length).fill(SEGMENT_CLASSES.indexOf("residential")),
    segmentFlags: Uint8Array.from(town.streets, ({ isPrivate }) => flagsOf(isPrivate)),
    shapeFirst: Uint32Array.from([0, ...ends.slice(0, -1)]),
    shapeEnd: Uint32Array.from(ends),
    shapeLat7: Int32Array.from(points, ([lat7]) => lat7),
    shapeLng7: Int32Array.from(points, ([, lng7]) => lng7),
    edgeFrom,
    edgeTo,
    edgeTimeDs: Uint32Array.from(
      edges,
      ({ drive }) => town.streets[drive.street]!.timesDs[directionOf(drive)]!,
    ),
    edgeSegment: Uint32Array.from(edges, ({ drive }) => drive.street),
    edgeIsForward: Uint8Array.from(edges, ({ drive }) => Number(drive.isForward)),
  };
}

const flagsOf = (isPrivate: boolean): number => {
  const { MAY_SNAP, DESTINATION_ONLY } = SEGMENT_FLAGS;
  return MAY_SNAP + (isPrivate ? DESTINATION_ONLY : 0);
};

const nameOf = ({ street, isForward }: Drive): string => `${street}${isForward ? "+" : "-"}`;

function edgesOf(town: Town, drive: Drive): Edge[] {
  const start = startOf(town, drive);
  const end = endOf(town, drive);
  if (town.streets[drive.street]!.isPrivate)
    return [
      { drive, from: `departing ${start}`, to: `departing ${end}` },
      { drive, from: `arriving ${start}`, to: `arriving ${end}` },
      ...arrivingNodes(town, start).map((from) => ({ drive, from, to: `arriving ${end}` })),
    ];
  const to = headOf(town, drive);
  const tails = [...arrivingNodes(town, start), `departing ${start}`];
  const allowed = tails.filter((node) => !isBanned(town, node, drive));
  return allowed.map((from) => ({ drive, from, to }));
}

/** Nodes of a junction at which one may have arrived on a public street. */
function arrivingNodes(town: Town, junction: number): string[] {
  const arriving = drivesOf(town).filter(
    (drive) => endOf(town, drive) === junction && !town.streets[drive.street]!.isPrivate,
  );
  return [...new Set([`${junction}`, ...arriving.map((drive) => headOf(town, drive))])];
}

function headOf(town: Town, drive: Drive): string {
  const hasBans = town.bans.some(({ from }) => nameOf(from) === nameOf(drive));
  const junction = endOf(town, drive);
  return hasBans ? `${junction} from ${nameOf(drive)}` : `${junction}`;
}

function isBanned(town: Town, node: string, drive: Drive): boolean {
  return town.bans.some(
    ({ from, to }) => nameOf(to) === nameOf(drive) && node.endsWith(` from ${nameOf(from)}`),
  );
}
