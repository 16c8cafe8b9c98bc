import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { productVersion } from "./product-version.ts";

/** The source code that this release was built from; written by `npm run release`. */
const SOURCE_ARCHIVE_FILE = "source.tar.gz";
const FILE = fileURLToPath(new URL(`../../../${SOURCE_ARCHIVE_FILE}`, import.meta.url));

/** Null in an installation without the archive, such as one from a repository. */
export const sourceArchive: { readonly file: string; readonly path: string } | null = existsSync(
  FILE,
)
  ? { file: FILE, path: `/source/commonlane-${productVersion}-source.tar.gz` }
  : null;
