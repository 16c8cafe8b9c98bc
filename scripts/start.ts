import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { ensureWebBuilt } from "./web-build.ts";

const LOOK_MS = 500;

// Halves the time in which later starts read their code; where nothing can be kept, nothing is.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/commonlane"));
try {
  await ensureWebBuilt();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
leaveWithNpm();
// In this very process, so that a signal to it need not be handed on.
await import("../server/src/main.ts");

/** Between npm and us stands a shell that dies of the signals npm hands it and tells nobody; so we look whether it lives. */
function leaveWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, "SIGTERM"), LOOK_MS).unref();
}
