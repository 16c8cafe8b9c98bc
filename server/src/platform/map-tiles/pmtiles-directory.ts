import { gzipSync } from "node:zlib";

/** A run of consecutive tiles with the same bytes; run 0 points at a leaf directory instead. */
export interface DirectoryEntry {
  id: number;
  run: number;
  length: number;
  offset: number;
}

/** The root directory and the leaf directories that it points at (PMTiles v3, section 4). */
export function encodeDirectories(
  entries: readonly DirectoryEntry[],
  rootLimit: number,
): { root: Buffer; leaves: Buffer } {
  for (let perLeaf = 4096; ; perLeaf *= 2) {
    const pointers: DirectoryEntry[] = [];
    const leaves: Buffer[] = [];
    let offset = 0;
    for (let i = 0; i < entries.length; i += perLeaf) {
      const leaf = encodeDirectory(entries.slice(i, i + perLeaf));
      pointers.push({
        id: entries[i]?.id ?? 0,
        run: 0,
        length: leaf.length,
        offset,
      });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = encodeDirectory(pointers);
    if (root.length <= rootLimit)
      return {
        root,
        leaves: Buffer.concat(leaves),
      };
  }
}

function encodeDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const bytes: number[] = [];
  const columns = [
    entries.map((entry, i) => entry.id - (entries[i - 1]?.id ?? 0)),
    entries.map((entry) => entry.run),
    entries.map((entry) => entry.length),
    entries.map((entry, i) => {
      const before = entries[i - 1];
      return before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1;
    }),
  ];
  for (const value of [entries.length, ...columns.flat()]) pushVarint(bytes, value);
  return gzipSync(Buffer.from(bytes), { level: 9 });
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
