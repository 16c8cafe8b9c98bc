import type { NamedArrays, PlainArray } from "./array-file.ts";
import { ArrayFileError, isPlainArray, readArrays, writeArrays } from "./array-file.ts";
import type { RoadNetworkData } from "./build-road-network.ts";
import type { WalkNetworkData } from "./build-walk-network.ts";

/** Change it when the arrays change; regions with another version are built again. */
const VERSION = "roads 2";

/** All roads and ways on foot of a region. */
export interface NetworkData {
  readonly drive: RoadNetworkData;
  readonly walk: WalkNetworkData;
}

/** The parts of the file with the roads of a region, in order. */
export const writeNetworkFile = (data: NetworkData): Uint8Array[] =>
  writeArrays(VERSION, flatten(data, ""));

/** The roads in a file, whose bytes they keep. @throws Error with a clear message if the file cannot be used. */
export function readNetworkFile(file: ArrayBuffer): NetworkData {
  try {
    const arrays = readArrays(VERSION, file);
    return {
      drive: readDrive(arrays),
      walk: readWalk(arrays),
    };
  } catch (error) {
    if (!(error instanceof ArrayFileError)) throw error;
    const message = `The file with the roads of this region cannot be used: ${error.message}.`;
    throw new Error(`${message} Build the region again.`, { cause: error });
  }
}

function flatten(data: object, prefix: string): NamedArrays {
  const entries = Object.entries(data).flatMap(([name, value]): [string, PlainArray][] => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    if (isPlainArray(value)) return [[path, value]];
    return Object.entries(flatten(value, path));
  });
  return Object.fromEntries(entries);
}

function readDrive(arrays: NamedArrays): RoadNetworkData {
  const { bytes, shorts, numbers, integers, doubles } = readersOf(arrays);
  const upward = (path: string) => ({
    first: numbers(`${path}.first`),
    higher: numbers(`${path}.higher`),
    cost: doubles(`${path}.cost`),
    via: integers(`${path}.via`),
  });
  return {
    graph: {
      segmentLengthDm: numbers("drive.graph.segmentLengthDm"),
      segmentClass: bytes("drive.graph.segmentClass"),
      segmentFlags: bytes("drive.graph.segmentFlags"),
      shapeFirst: numbers("drive.graph.shapeFirst"),
      shapeEnd: numbers("drive.graph.shapeEnd"),
      shapeLat7: integers("drive.graph.shapeLat7"),
      shapeLng7: integers("drive.graph.shapeLng7"),
      edgeFrom: numbers("drive.graph.edgeFrom"),
      edgeTo: numbers("drive.graph.edgeTo"),
      edgeTimeDs: numbers("drive.graph.edgeTimeDs"),
      edgeIsForward: bytes("drive.graph.edgeIsForward"),
    },
    segmentEdges: numbers("drive.segmentEdges"),
    secondsToMainRoad: shorts("drive.secondsToMainRoad"),
    up: upward("drive.up"),
    down: upward("drive.down"),
    boxes: { order: numbers("drive.boxes.order"), tree: bytes("drive.boxes.tree") },
  };
}

function readWalk(arrays: NamedArrays): WalkNetworkData {
  const { bytes, numbers } = readersOf(arrays);
  return {
    edgeFrom: numbers("walk.edgeFrom"),
    edgeTo: numbers("walk.edgeTo"),
    edgeLengthDm: numbers("walk.edgeLengthDm"),
    shapeFirst: numbers("walk.shapeFirst"),
    shapeEnd: numbers("walk.shapeEnd"),
    nodeEdges: numbers("walk.nodeEdges"),
    edgesByNode: numbers("walk.edgesByNode"),
    isUsable: bytes("walk.isUsable"),
    boxes: { order: numbers("walk.boxes.order"), tree: bytes("walk.boxes.tree") },
  };
}

/** Readers of arrays by name. They throw ArrayFileError if one is missing. */
function readersOf(arrays: NamedArrays) {
  const reader =
    <T extends PlainArray>(Type: abstract new (...input: never[]) => T) =>
    (name: string): T => {
      const array = arrays[name];
      if (array instanceof Type) return array;
      throw new ArrayFileError(`${name} is missing`);
    };
  return {
    bytes: reader(Uint8Array),
    shorts: reader(Uint16Array),
    numbers: reader(Uint32Array),
    integers: reader(Int32Array),
    doubles: reader(Float64Array),
  };
}
