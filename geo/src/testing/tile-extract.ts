import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { type NodeLocations, readNodeLocations } from "../osm/node-locations.ts";
import { type BBox, type OsmElement, readExtract, readExtractHeader } from "../osm/read-extract.ts";
import { blobBytes, dataBlob, headerBytes } from "./write-extract.ts";

/**
 * Writes a large extract with the density of a real one, to measure how builds grow: copies of an extract side by side,
 * with new ids. `node scripts/run.mjs geo/src/testing/tile-extract.ts ⟨in⟩ ⟨out⟩ ⟨copies⟩`
 */
const [input = "", output = "", copiesArgument = ""] = process.argv.slice(2);
const copies = Number(copiesArgument);
const perRow = Math.ceil(Math.sqrt(copies));
const BLOCK_ELEMENTS = 8000;

const { bbox } = await readExtractHeader(input);
if (!bbox || !(copies >= 1))
  throw new Error("Usage: ⟨extract with a bounding box⟩ ⟨output⟩ ⟨number of copies⟩");
const [west, south, east, north] = bbox;
const whole: BBox = [
  west,
  south,
  west + perRow * (east - west),
  south + Math.ceil(copies / perRow) * (north - south),
];

/** Ids as numbers from 1, so that those of all copies stay small and sorted. */
const nodes = await readNodeLocations(input);
const ids = {
  node: (id: number) => nodes.indexOf(id) + 1,
  way: await rank("ways"),
  relation: await rank("relations"),
};
const counts = { node: nodes.size, way: ids.way.size, relation: ids.relation.size };

const file = createWriteStream(output);
file.write(
  blobBytes("OSMHeader", headerBytes({ bbox: whole, timestamp: new Date("2026-01-01T00:00:00Z") })),
);
for (const type of ["nodes", "ways", "relations"] as const)
  for (let copy = 0; copy < copies; copy++)
    for await (const block of readExtract(input, { [type]: true })) {
      const shifted = block.flatMap((element) => shift(element, copy) ?? []);
      for (let start = 0; start < shifted.length; start += BLOCK_ELEMENTS)
        if (!file.write(dataBlob(shifted.slice(start, start + BLOCK_ELEMENTS))))
          await once(file, "drain");
    }
file.end();
await once(file, "finish");

async function rank(type: "ways" | "relations"): Promise<Map<number, number>> {
  const ranks = new Map<number, number>();
  for await (const block of readExtract(input, { [type]: true }))
    for (const { id } of block) ranks.set(id, ranks.size + 1);
  return ranks;
}

/** The element in one of the copies, or undefined for elements outside of the extract. */
function shift(element: OsmElement, copy: number): OsmElement | undefined {
  const id = newId(element.type, element.id, copy);
  if (id === undefined) return undefined;
  if (element.type === "node") return { ...element, id, ...shiftPosition(nodes, element.id, copy) };
  if (element.type === "way")
    return {
      ...element,
      id,
      nodeIds: element.nodeIds.flatMap((node) => newId("node", node, copy) ?? []),
    };
  const members = element.members.flatMap((member) => {
    const memberId = newId(member.type, member.id, copy);
    return memberId === undefined ? [] : { ...member, id: memberId };
  });
  return { ...element, id, members };
}

function newId(type: OsmElement["type"], id: number, copy: number): number | undefined {
  const number = type === "node" ? ids.node(id) : ids[type].get(id);
  return number ? copy * counts[type] + number : undefined;
}

function shiftPosition(
  locations: NodeLocations,
  id: number,
  copy: number,
): { lat: number; lng: number } {
  const { lat, lng } = locations.find(id) ?? { lat: 0, lng: 0 };
  return {
    lat: lat + Math.floor(copy / perRow) * (north - south),
    lng: lng + (copy % perRow) * (east - west),
  };
}
