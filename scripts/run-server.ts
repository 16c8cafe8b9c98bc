import { ensureWebBuilt } from "./web-build.ts";

const LOOK_MS = 500;

/** Builds the web app where that is needed, then runs `load` in this very process, so that signals need not be handed on. */
export async function runServer(load: () => Promise<unknown>): Promise<void> {
  try {
    await ensureWebBuilt();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  leaveWithNpm();
  await load();
}

/** Between npm and us stands a shell that dies of the signals npm hands it and tells nobody; so we look whether it lives. */
function leaveWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, "SIGTERM"), LOOK_MS).unref();
}
