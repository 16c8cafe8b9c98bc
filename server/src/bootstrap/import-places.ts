import { fork } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import { needsFirstTowns, needsWorldPlaces } from "#modules/places/index.ts";
import type { Connection } from "#platform/db/database.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import type { Settings } from "#platform/settings.ts";

/*
 * The places of the world are imported by a process of its own: this one would keep a part of the 100 MB that it takes.
 */

/** The program in this folder, as TypeScript source or as built. */
const PROGRAM = join(import.meta.dirname, `main-places${extname(import.meta.filename)}`);

interface PlacesImport {
  readonly settings: Pick<Settings, "DATABASE_URL">;
  /** To the database of these settings. */
  readonly connection: Connection;
  /** Breaks it off. */
  readonly signal?: AbortSignal;
}

/** Like `importFirstTowns`. */
export async function importFirstTownsApart(places: PlacesImport): Promise<void> {
  if (await needsFirstTowns(places.connection)) await runProgram("towns", places);
}

/** Like `importWorldPlaces`. */
export async function importWorldPlacesApart(places: PlacesImport): Promise<void> {
  const { connection, signal } = places;
  if (await needsWorldPlaces(connection, { signal })) await runProgram("world", places);
}

async function runProgram(
  part: "towns" | "world",
  { settings, connection, signal }: PlacesImport,
): Promise<void> {
  const databaseUrl = settings.DATABASE_URL ?? buildDatabaseUrl(connection);
  const program = fork(PROGRAM, [part], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
    },
    // The rows that searches see stay as they are, as after a crash.
    killSignal: "SIGKILL",
    signal,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let reason = "its process was ended";
  program.on("message", (message) => {
    if (typeof message === "string") reason = message;
  });
  const [code] = await once(program, "exit");
  if (code !== 0) throw new Error(`The places of the world could not be imported: ${reason}`);
}
