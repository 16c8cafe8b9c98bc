import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";

const BACK_OFF_MS = { first: 100, most: 5_000 };

/** A connection that only listens learns in this way that the machine of the database is gone. */
const HEARTBEAT = { everyMs: 10_000, timeoutMs: 5_000 };

/** While the server starts, no one waits for a reply, and a busy database is slow. */
const FIRST_CONNECT_TIMEOUT_MS = 120_000;

/**
 * Listens on `channel` with a separate connection until the returned function is called. Reconnects after a lost
 * connection, or if no answer comes to a heartbeat, and then calls `onNotification` once without a payload, because
 * notifications may have been missed. Throws if the first connection fails.
 */
export async function listen(
  connection: ClientConfig,
  channel: string,
  onNotification: (payload?: string) => void,
  heartbeat = HEARTBEAT,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const patient = {
    ...connection,
    connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS,
  };
  let client = await connectListener(patient, channel, onNotification);
  keepAlive(client, heartbeat);
  const listening = (async () => {
    while (await waitForDisconnect(client, stopping.signal)) {
      const next = await retryWithBackoff(
        () => connectListener(connection, channel, onNotification),
        stopping.signal,
      );
      if (!next) return;
      client = next;
      keepAlive(client, heartbeat);
      onNotification();
    }
  })();
  return async () => {
    stopping.abort();
    await listening;
    await client.end().catch(() => {});
  };
}

async function connectListener(
  connection: ClientConfig,
  channel: string,
  onNotification: (payload?: string) => void,
): Promise<Client> {
  const client = new Client({
    application_name: "commonlane",
    keepAlive: true,
    connectionTimeoutMillis: BACK_OFF_MS.most,
    ...connection,
  });
  client.on("notification", ({ payload }) => onNotification(payload)).on("error", () => {});
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Ends the connection once a heartbeat has no answer. */
function keepAlive(client: Client, { everyMs, timeoutMs }: typeof HEARTBEAT): void {
  const beat = () => {
    const timeout = setTimeout(() => client.connection.stream.destroy(), timeoutMs);
    const stopWaiting = () => clearTimeout(timeout);
    client.query("select").then(stopWaiting, stopWaiting);
  };
  const beating = setInterval(beat, everyMs);
  client.once("end", () => clearInterval(beating));
}

/** Returns true when the connection has ended, false when asked to stop. */
function waitForDisconnect(client: Client, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    client.once("end", () => resolve(true));
    signal.addEventListener("abort", () => resolve(false), { once: true });
  });
}

async function retryWithBackoff(
  attempt: () => Promise<Client>,
  signal: AbortSignal,
): Promise<Client | undefined> {
  for (
    let waitMs = BACK_OFF_MS.first;
    !signal.aborted;
    waitMs = Math.min(2 * waitMs, BACK_OFF_MS.most)
  ) {
    const result = await attempt().catch(() => undefined);
    if (result) return result;
    await sleep(waitMs, undefined, { signal: signal }).catch(() => {});
  }
  return undefined;
}
