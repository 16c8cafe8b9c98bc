import { pathToFileURL } from "node:url";
import { ensureServerBuilt, ensureWebBuilt, programOf } from "./build.ts";

const LOOK_MS = 500;

/** Builds what has changed, then runs the program in this process, so that signals need no forwarding. */
export async function runServer(program: Parameters<typeof programOf>[0]): Promise<void> {
  try {
    await ensureWebBuilt();
    await ensureServerBuilt();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  leaveWithNpm();
  await import(pathToFileURL(programOf(program)).href);
}

/** npm runs us in a shell that ends on npm's signals without forwarding them, so we watch whether it is alive. */
function leaveWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const shell = process.ppid;
  setInterval(
    () => process.ppid === shell || process.kill(process.pid, "SIGTERM"),
    LOOK_MS,
  ).unref();
}
