import { PbfReader } from "pbf";
import type { OsmElement, OsmMember, Tags, WantedElements } from "./osm-element.ts";

/** Fields of a group of elements that hold these; a group holds elements of one type. */
const NODES = 1;
const DENSE_NODES = 2;
const WAYS = 3;
const RELATIONS = 4;

const NO_TAGS: Tags = Object.freeze({});
const MEMBER_TYPES = ["node", "way", "relation"] as const;
/** Coordinates are counted in units of 1e-9 degrees. */
const UNITS_PER_DEGREE = 1e9;

interface Block {
  readonly text: (index: number) => string;
  readonly toLat: (value: number) => number;
  readonly toLng: (value: number) => number;
}
type Range = readonly [start: number, end: number];

/** Decodes the elements of a block that are wanted. @throws Error if the block is damaged. */
export function decodeBlock(data: Uint8Array, wanted: WantedElements): OsmElement[] {
  const pbf = new PbfReader(data);
  const strings: Range[] = [];
  const groups: Range[] = [];
  const scale = {
    granularity: 100,
    latOffset: 0,
    lngOffset: 0,
  };
  pbf.readFields((field) => {
    if (field === 1) forEachMessage(pbf, 1, (start, end) => strings.push([start, end]));
    else if (field === 2) groups.push(readRange(pbf));
    else if (field === 17) scale.granularity = pbf.readVarint();
    else if (field === 19) scale.latOffset = pbf.readVarint(true);
    else if (field === 20) scale.lngOffset = pbf.readVarint(true);
  }, undefined);
  const block: Block = {
    text: createStringTable(data, strings),
    toLat: (value) => (scale.latOffset + scale.granularity * value) / UNITS_PER_DEGREE,
    toLng: (value) => (scale.lngOffset + scale.granularity * value) / UNITS_PER_DEGREE,
  };
  const elements: OsmElement[] = [];
  for (const [start, end] of groups)
    decodeGroup(atRange(data, start, end), block, wanted, elements);
  return elements;
}

function decodeGroup(
  pbf: PbfReader,
  block: Block,
  wanted: WantedElements,
  elements: OsmElement[],
): void {
  pbf.readFields((field) => {
    if (field === DENSE_NODES && wanted.nodes)
      decodeDenseNodes(readMessage(pbf), block, wanted, elements);
    else if (field === NODES && wanted.nodes) decodeNode(readMessage(pbf), block, wanted, elements);
    else if (field === WAYS && wanted.ways) elements.push(decodeWay(readMessage(pbf), block));
    else if (field === RELATIONS && wanted.relations)
      elements.push(decodeRelation(readMessage(pbf), block));
  }, undefined);
}

function decodeDenseNodes(
  pbf: PbfReader,
  block: Block,
  wanted: WantedElements,
  elements: OsmElement[],
): void {
  let ids: number[] = [];
  let lats: number[] = [];
  let lngs: number[] = [];
  let texts: number[] = [];
  pbf.readFields((field) => {
    if (field === 1) ids = readPackedDeltas(pbf);
    else if (field === 8) lats = readPackedDeltas(pbf);
    else if (field === 9) lngs = readPackedDeltas(pbf);
    else if (field === 10) texts = readPacked(pbf);
  }, undefined);
  if (lats.length !== ids.length || lngs.length !== ids.length)
    throw new Error("Nodes without coordinates.");
  let position = 0;
  for (let n = 0; n < ids.length; n++) {
    // Keys and values in turn; a 0 ends those of a node. Without any tags the whole list is left out.
    const start = position;
    while (position < texts.length && texts[position] !== 0) position += 2;
    const tags = start === position ? NO_TAGS : toTags(block, texts, start, position);
    position++;
    if (tags === NO_TAGS && wanted.nodes === "tagged") continue;
    const lat = block.toLat(lats[n] ?? 0);
    elements.push({
      type: "node",
      id: ids[n] ?? 0,
      lat,
      lng: block.toLng(lngs[n] ?? 0),
      tags,
    });
  }
}

function decodeNode(
  pbf: PbfReader,
  block: Block,
  wanted: WantedElements,
  elements: OsmElement[],
): void {
  const node = {
    id: 0,
    lat: 0,
    lng: 0,
  };
  const tags = createTagReader(pbf);
  pbf.readFields((field) => {
    if (field === 1) node.id = pbf.readSVarint();
    else if (field === 8) node.lat = block.toLat(pbf.readSVarint());
    else if (field === 9) node.lng = block.toLng(pbf.readSVarint());
    else tags.read(field);
  }, undefined);
  const read = tags.result(block);
  if (read !== NO_TAGS || wanted.nodes !== "tagged")
    elements.push({
      type: "node",
      ...node,
      tags: read,
    });
}

function decodeWay(pbf: PbfReader, block: Block): OsmElement {
  let id = 0;
  let nodeIds: number[] = [];
  const tags = createTagReader(pbf);
  pbf.readFields((field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 8) nodeIds = readPackedDeltas(pbf);
    else tags.read(field);
  }, undefined);
  return {
    type: "way",
    id,
    nodeIds,
    tags: tags.result(block),
  };
}

function decodeRelation(pbf: PbfReader, block: Block): OsmElement {
  let id = 0;
  let roles: number[] = [];
  let ids: number[] = [];
  let types: number[] = [];
  const tags = createTagReader(pbf);
  pbf.readFields((field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 8) roles = readPacked(pbf);
    else if (field === 9) ids = readPackedDeltas(pbf);
    else if (field === 10) types = readPacked(pbf);
    else tags.read(field);
  }, undefined);
  if (roles.length !== ids.length || types.length !== ids.length)
    throw new Error("Members without a role or type.");
  const members = ids.map((memberId, n): OsmMember => {
    const type = MEMBER_TYPES[types[n] ?? 0];
    if (type === undefined) throw new Error("A member of an unknown type.");
    return {
      type,
      id: memberId,
      role: block.text(roles[n] ?? 0),
    };
  });
  return {
    type: "relation",
    id,
    members,
    tags: tags.result(block),
  };
}

/** Reads the keys (field 2) and values (field 3) of an element. */
function createTagReader(pbf: PbfReader) {
  let keys: number[] = [];
  let values: number[] = [];
  return {
    read(field: number): void {
      if (field === 2) keys = readPacked(pbf);
      else if (field === 3) values = readPacked(pbf);
    },
    result(block: Block): Tags {
      if (keys.length !== values.length) throw new Error("Keys without values.");
      if (keys.length === 0) return NO_TAGS;
      const texts = keys.flatMap((key, n) => [key, values[n] ?? 0]);
      return toTags(block, texts, 0, texts.length);
    },
  };
}

function toTags({ text }: Block, texts: readonly number[], start: number, end: number): Tags {
  const tags: Record<string, string> = {};
  for (let n = start; n < end; n += 2) {
    const key = text(texts[n] ?? -1);
    if (key !== "__proto__") tags[key] = text(texts[n + 1] ?? -1);
  }
  return tags;
}

/** Decodes a text when it is first used; most texts of a block belong to skipped elements. */
function createStringTable(data: Uint8Array, ranges: readonly Range[]): Block["text"] {
  const texts: (string | undefined)[] = [];
  const decoder = new TextDecoder();
  return (index) => {
    const range = ranges[index];
    if (range === undefined) throw new Error("A text that the block does not hold.");
    return (texts[index] ??= decoder.decode(data.subarray(...range)));
  };
}

/** The range of the nested message or bytes at the reader's position, which moves behind it. */
function readRange(pbf: PbfReader): Range {
  const length = pbf.readVarint();
  const start = pbf.pos;
  const end = start + length;
  if (!(end <= pbf.length)) throw new Error("A field longer than the block.");
  pbf.pos = end;
  return [start, end];
}

const atRange = (data: Uint8Array, start: number, end: number): PbfReader =>
  new PbfReader(data.subarray(start, end));

function readMessage(pbf: PbfReader): PbfReader {
  const [start, end] = readRange(pbf);
  return atRange(pbf.buf, start, end);
}

/** Calls `handle` with the range of each field of this number in the nested message. */
function forEachMessage(
  pbf: PbfReader,
  field: number,
  handle: (start: number, end: number) => void,
): void {
  const [start, end] = readRange(pbf);
  const message = atRange(pbf.buf, start, end);
  message.readFields((found) => {
    if (found !== field) return;
    const range = readRange(message);
    handle(start + range[0], start + range[1]);
  }, undefined);
}

function readPacked(pbf: PbfReader): number[] {
  const [start, end] = readRange(pbf);
  const values: number[] = [];
  pbf.pos = start;
  while (pbf.pos < end) values.push(pbf.readVarint());
  if (pbf.pos !== end) throw new Error("A list that ends in the middle of a number.");
  return values;
}

/** Each value is written as the difference to the one before. */
function readPackedDeltas(pbf: PbfReader): number[] {
  const [start, end] = readRange(pbf);
  const values: number[] = [];
  let value = 0;
  pbf.pos = start;
  while (pbf.pos < end) values.push((value += pbf.readSVarint()));
  if (pbf.pos !== end) throw new Error("A list that ends in the middle of a number.");
  return values;
}
