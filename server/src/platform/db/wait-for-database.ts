import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { assertSupportedServer, ServerSilent } from "./assert-supported.ts";

/** A database that starts beside us, or on a busy machine, may take this long. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 500;

interface WaitOptions {
  readonly patienceMs?: number | undefined;
  /** Called once, with the reason. */
  readonly onWaiting?: ((reason: string) => void) | undefined;
}

/**
 * Like `assertSupportedServer`, but waits for a server that does not answer yet: it may be starting, or busy. What a
 * person has to correct (user, password, version) is reported at once.
 */
export async function waitForDatabase(
  connection: ClientConfig,
  { patienceMs = PATIENCE_MS, onWaiting }: WaitOptions = {},
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  let hasSaid = false;
  for (;;) {
    try {
      return await assertSupportedServer(connection);
    } catch (error) {
      if (!(error instanceof ServerSilent) || performance.now() >= deadlineMs) throw error;
      if (!hasSaid) onWaiting?.(error.message);
      hasSaid = true;
      await sleep(RETRY_MS);
    }
  }
}
