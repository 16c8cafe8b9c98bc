import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Read before everything else (`node --import`) and in JavaScript, so that at a later start what strips types is not
// read at all. Where nothing can be kept, nothing is.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/commonlane"));
