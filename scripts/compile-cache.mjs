import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Loaded first (`node --import`) and in JavaScript, so that a later start never loads the type stripper. Without a
// writable cache it does nothing.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/commonlane"));

// An `import` of node:http reads everything that it exports, and three of these load all of `fetch`, 3 MB. They are only
// other names of globals, which nothing here uses.
const http = process.getBuiltinModule("node:http");
for (const name of ["WebSocket", "CloseEvent", "MessageEvent"]) Reflect.deleteProperty(http, name);
