import { readFileSync } from "node:fs";
import { z } from "zod";

/** The folder of this installation, with package.json, locales and web. */
export const PRODUCT_FOLDER: URL = new URL("../../../", import.meta.url);
const PACKAGE = new URL("package.json", PRODUCT_FOLDER);

/** Version of this release, such as `0.2.0`. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, "utf8"))).version;

/** The same as numbers, which can be compared: `[0, 2, 0]`. */
export const productRelease: readonly number[] = (productVersion.match(/\d+/g) ?? []).map(Number);
