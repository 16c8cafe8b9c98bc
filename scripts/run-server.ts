import { pathToFileURL } from "node:url";
import { ensureServerBuilt, ensureWebBuilt, programOf } from "./build.ts";

const LOOK_MS = 500;

/** Builds what is to be built, then runs the program in this very process, so that signals need not be handed on. */
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

/** Between npm and us stands a shell that dies of the signals npm hands it and tells nobody; so we look whether it lives. */
function leaveWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, "SIGTERM"), LOOK_MS).unref();
}
