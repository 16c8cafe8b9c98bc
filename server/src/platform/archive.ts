import { strToU8, unzipSync } from "fflate";
import { Problem } from "./http/problem.ts";

const ZIP_MARK = strToU8("PK\u0003\u0004");

/** Returns true if a file begins as a zip archive does. */
export const isArchive = (bytes: Uint8Array): boolean =>
  ZIP_MARK.every((byte, at) => bytes[at] === byte);

/**
 * Unpacks the files of a zip archive whose path matches, by path. Files of more than `maxBytes` are left out.
 * @throws Problem import_file_unreadable
 */
export function unpackArchive(
  bytes: Uint8Array,
  path: RegExp,
  maxBytes: number,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => path.test(name) && originalSize <= maxBytes,
    });
  } catch (cause) {
    throw new Problem("import_file_unreadable", { cause });
  }
}
