import { existsSync, mkdirSync, realpathSync } from "node:fs";
import type { Server } from "node:net";
import { join } from "node:path";
import { binariesFor, installedBinaries } from "./embedded-binaries.ts";
import { claimAlone, stopOrphans } from "./embedded-claim.ts";
import { type Home, homeIn, leaveNobody } from "./embedded-home.ts";
import { ensurePassword, passwordIn, prepareRules, type SocketConnection } from "./embedded-password.ts";
import { create, launch, type Running, USER } from "./embedded-process.ts";
import { clear } from "./embedded-reasons.ts";
import { RESTART_SETTINGS, SETTINGS } from "./embedded-settings.ts";
import { keepRunning, type Watch } from "./embedded-supervisor.ts";

export interface Embedded {
  readonly connection: SocketConnection;
  /** Restarts PostgreSQL from now on whenever it ends unasked; without this it is left as it is. */
  readonly keepRunning: (watch: Watch) => void;
  /** The end of the log of the one that started last. */
  readonly lastWords: () => string;
  readonly stop: () => Promise<void>;
}

/** How to reach the PostgreSQL whose data folder is `data`, while it runs. */
export function throughSocket(data: string): SocketConnection {
  const password = passwordIn(data);
  return { host: data, port: 5432, user: USER, database: "postgres", ...(password !== undefined && { password }) };
}

/**
 * Starts the PostgreSQL that npm brought, with its data and its only door (a socket) in `folder`.
 * Throws one line that says why it cannot and what to do; nothing that was stored is touched then.
 */
export async function startEmbedded(folder: string, settings: Record<string, string> = {}): Promise<Embedded> {
  const { ready } = await beginEmbedded(folder, settings);
  return ready;
}

/** As `startEmbedded`, given back as soon as its process is on its way, so that the caller can do something meanwhile. */
export async function beginEmbedded(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ readonly ready: Promise<Embedded> }> {
  const native = installedBinaries();
  const place = placeAt(folder);
  const claim = await claimAlone(place);
  const fail = (error: unknown): never => {
    claim.close();
    throw clear(error, place);
  };
  try {
    const found = homeIn(place);
    await stopOrphans(found.data);
    const home = leaveNobody(found);
    const bin = binariesFor(home.user, native);
    return { ready: open(bin, home, claim, { ...SETTINGS, ...settings }).catch(fail) };
  } catch (error) {
    return fail(error);
  }
}

async function open(bin: string, home: Home, claim: Server, settings: Record<string, string>): Promise<Embedded> {
  if (!existsSync(join(home.data, "PG_VERSION"))) await create(bin, home);
  prepareRules(home.data);
  const first = await launch(bin, home, settings);
  await ensurePassword(home.data, throughSocket(home.data)).catch(async (error: unknown) => {
    await first.stop();
    throw error;
  });
  let latest = first;
  const restart = async (): Promise<Running> => {
    try {
      await stopOrphans(home.data);
      latest = await launch(bin, home, { ...settings, ...RESTART_SETTINGS });
      return latest;
    } catch (error) {
      throw clear(error, home.data);
    }
  };
  let stop = first.stop;
  return {
    connection: throughSocket(home.data),
    lastWords: () => latest.lastWords(),
    keepRunning: (watch) => void (stop = keepRunning(first, restart, watch)),
    // The claim outlives a PostgreSQL that died: the folder stays ours until we stop.
    stop: () => stop().finally(() => claim.close()),
  };
}

function placeAt(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return realpathSync(folder);
  } catch (error) {
    throw clear(error, folder);
  }
}
