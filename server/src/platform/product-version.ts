import { readFileSync } from "node:fs";
import { z } from "zod";

const PACKAGE = new URL("../../../package.json", import.meta.url);

/** Version of this release, such as `0.2.0`. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, "utf8"))).version;

/** The same as numbers, which can be compared: `[0, 2, 0]`. */
export const productRelease: readonly number[] = (productVersion.match(/\d+/g) ?? []).map(Number);
