import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";

const BACK_OFF_MS = { first: 100, most: 5_000 };

/**
 * Hears `channel` on a connection of its own until the returned function is called. When the connection breaks it is
 * made again, and `heard` is called once more, without what was said, because something may have been said meanwhile. The
 * first try throws.
 */
export async function listen(
  connection: ClientConfig,
  channel: string,
  heard: (said?: string) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let client = await ear(connection, channel, heard);
  const listening = (async () => {
    while (await broken(client, stopping.signal)) {
      const next = await again(() => ear(connection, channel, heard), stopping.signal);
      if (!next) return;
      client = next;
      heard();
    }
  })();
  return async () => {
    stopping.abort();
    await listening;
    await client.end().catch(() => {});
  };
}

async function ear(connection: ClientConfig, channel: string, heard: (said?: string) => void): Promise<Client> {
  const client = new Client({
    application_name: "commonlane",
    keepAlive: true,
    connectionTimeoutMillis: BACK_OFF_MS.most,
    ...connection,
  });
  client.on("notification", ({ payload }) => heard(payload)).on("error", () => {});
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Waits; true when the connection has ended, false when we are to stop. */
function broken(client: Client, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(false);
    client.once("end", () => resolve(true));
    stop.addEventListener("abort", () => resolve(false), { once: true });
  });
}

async function again(attempt: () => Promise<Client>, stop: AbortSignal): Promise<Client | undefined> {
  for (let waitMs = BACK_OFF_MS.first; !stop.aborted; waitMs = Math.min(2 * waitMs, BACK_OFF_MS.most)) {
    const made = await attempt().catch(() => undefined);
    if (made) return made;
    await sleep(waitMs, undefined, { signal: stop }).catch(() => {});
  }
  return undefined;
}
