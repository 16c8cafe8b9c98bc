import { statfs } from "node:fs/promises";

/** What a build needs in bytes per byte of the extract, with its temporary files; measured in docs/operate.md. */
const BUILD_FACTOR = 8;
const SPARE_BYTES = 100e6;

/** @throws Error with what is needed and what is there, unless an extract of this size can be built in the folder. */
export async function assertSpaceForBuild(
  folder: string,
  extractBytes: number,
  bytesToDownload = 0,
): Promise<void> {
  const needed = bytesToDownload + extractBytes * BUILD_FACTOR + SPARE_BYTES;
  const available = await availableBytes(folder);
  if (available >= needed) return;
  throw new Error(
    `Not enough space in ${folder}: about ${formatBytes(needed)} needed, ${formatBytes(available)} available.`,
  );
}

/** Bytes that this user can still write. */
async function availableBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** unit;
  if (unit === 0) return `${bytes} bytes`;
  const decimals = value < 10 ? 1 : 0;
  return `${value.toFixed(decimals)} ${UNITS[unit]}`;
}
