import type { RoadNetworkData } from "./build-road-network.ts";
import type { WalkNetworkData } from "./build-walk-network.ts";

/** Change it when the arrays or their meaning change: then the next update of a region builds its roads again. */
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
    throw new Error(message, { cause: error });
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

/** Arrays in a file by name; all that is known about a road network is in such arrays. */
type NamedArrays = Readonly<Record<string, PlainArray>>;
type PlainArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const MAGIC = "CLARRAYS";
const ALIGNED = 8;
const HEAD_BYTES = 16;

const TYPES = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
} as const;
type TypeName = keyof typeof TYPES;

const isPlainArray = (value: unknown): value is PlainArray =>
  Object.values(TYPES).some((Type) => value instanceof Type);

interface Section {
  readonly name: string;
  readonly type: TypeName;
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
}

interface Head {
  readonly version: string;
  readonly sections: readonly Section[];
}

/** A file that is damaged, or of another kind or version. */
class ArrayFileError extends Error {
  override readonly name = "ArrayFileError";
}

/** The parts of a file with these arrays, in order. Its numbers are little-endian. */
function writeArrays(version: string, arrays: NamedArrays): Uint8Array[] {
  const entries = Object.entries(arrays);
  const sections = (start: number): Section[] => {
    let offset = start;
    return entries.map(([name, array]) => {
      const section = {
        name,
        type: typeOf(array),
        offset,
        length: array.length,
        checksum: checksumOf(bytesOf(array)),
      };
      offset += aligned(array.byteLength);
      return section;
    });
  };
  // The head states where the arrays begin, which depends on its own length.
  const headBytes = aligned(
    toJson({
      version,
      sections: sections(1e15),
    }).length,
  );
  const head = new Uint8Array(headBytes).fill(0x20);
  head.set(
    toJson({
      version,
      sections: sections(HEAD_BYTES + headBytes),
    }),
  );

  const start = new Uint8Array(HEAD_BYTES);
  start.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(start.buffer);
  view.setUint32(8, headBytes, true);
  view.setUint32(12, checksumOf(head), true);
  return [start, head, ...entries.flatMap(([, array]) => padded(bytesOf(array)))];
}

/**
 * The arrays of a file, without copying them. @throws ArrayFileError if it is damaged or has another version.
 */
function readArrays(version: string, file: ArrayBuffer): NamedArrays {
  const bytes = new Uint8Array(file);
  const head = readHead(bytes);
  if (head.version !== version)
    throw new ArrayFileError(`it has version ${head.version} instead of ${version}`);
  const arrays = head.sections.map(({ name, type, offset, length, checksum }) => {
    const Type = TYPES[type];
    if (offset + length * Type.BYTES_PER_ELEMENT > file.byteLength)
      throw new ArrayFileError("its end is missing");
    const array = new Type(file, offset, length);
    if (checksumOf(bytesOf(array)) !== checksum) throw new ArrayFileError(`${name} is damaged`);
    return [name, array] as const;
  });
  return Object.fromEntries(arrays);
}

function readHead(bytes: Uint8Array): Head {
  const isKnown = new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) === MAGIC;
  if (!isKnown || bytes.length < HEAD_BYTES) throw new ArrayFileError("it has another format");
  const view = new DataView(bytes.buffer);
  const head = bytes.subarray(HEAD_BYTES, HEAD_BYTES + view.getUint32(8, true));
  if (checksumOf(head) !== view.getUint32(12, true))
    throw new ArrayFileError("its head is damaged");
  return JSON.parse(new TextDecoder().decode(head));
}

const toJson = (head: Head): Uint8Array => new TextEncoder().encode(JSON.stringify(head));

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;

const bytesOf = ({ buffer, byteOffset, byteLength }: PlainArray): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function padded(bytes: Uint8Array): Uint8Array[] {
  const missing = aligned(bytes.length) - bytes.length;
  return missing === 0 ? [bytes] : [bytes, new Uint8Array(missing)];
}

function typeOf(array: PlainArray): TypeName {
  if (array instanceof Uint8Array) return "Uint8Array";
  if (array instanceof Uint16Array) return "Uint16Array";
  if (array instanceof Uint32Array) return "Uint32Array";
  return array instanceof Int32Array ? "Int32Array" : "Float64Array";
}

/** Finds damage, not forgery. Four bytes at a time where possible, since files have hundreds of megabytes. */
function checksumOf(bytes: Uint8Array): number {
  let sum = bytes.length | 0;
  const isAligned = bytes.byteOffset % 4 === 0;
  const wordCount = isAligned ? bytes.length >> 2 : 0;
  const words = isAligned ? new Int32Array(bytes.buffer, bytes.byteOffset, wordCount) : [];
  for (let n = 0; n < wordCount; n++) sum = (Math.imul(sum, 31) + words[n]!) | 0;
  for (let n = 4 * wordCount; n < bytes.length; n++) sum = (Math.imul(sum, 31) + bytes[n]!) | 0;
  return sum >>> 0;
}
