import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const BLOCK_BYTES = 512;

/**
 * Writes the files below a folder into a tar archive, from which the engine maps tiles into memory. Returns how many
 * files and bytes it has. Each file is aligned to 512 bytes, as the format requires.
 */
export async function writeTar(
  folder: string,
  archive: string,
  ends: string,
  signal?: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(ends))
    .toSorted();
  const file = await open(archive, "w");
  let bytes = 0;
  const write = async (data: Uint8Array): Promise<void> => {
    await file.write(data);
    bytes += data.byteLength;
  };
  try {
    for (const name of names) {
      signal?.throwIfAborted();
      const path = join(folder, name);
      const { size } = await stat(path);
      await write(toHeader(name, size));
      for await (const chunk of createReadStream(path))
        if (chunk instanceof Uint8Array) await write(chunk);
      await write(new Uint8Array(-size & (BLOCK_BYTES - 1)));
    }
    await write(new Uint8Array(2 * BLOCK_BYTES));
    await file.datasync();
  } finally {
    await file.close();
  }
  return { files: names.length, bytes };
}

const octal = (value: number, digits: number): string =>
  `${value.toString(8).padStart(digits, "0")}\0`;

/** A header of the format "ustar": fixed fields, numbers in octal, and their sum. */
function toHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100, "latin1");
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
