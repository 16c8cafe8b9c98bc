import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Loaded first (`node --import`) and in JavaScript, so that a later start never loads the type stripper. Without a
// writable cache it does nothing.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/commonlane"));
