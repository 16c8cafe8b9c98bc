import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findDataFolder, prepareDataFolder } from "../embedded/data-folder.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { changeOwner } from "../embedded/system-user.ts";
import { listBaseCopies, recoverySettings } from "./log-archive.ts";

/**
 * Restores the embedded database into the unused folder `dataDir` as it was at `until`, or as late as the archive
 * knows. Throws one line that says why it cannot; the folder is then unusable and can be deleted.
 */
export async function recoverDatabase(
  dataDir: string,
  {
    archive,
    until,
  }: {
    archive: string;
    until: Date | undefined;
  },
): Promise<void> {
  if (findDataFolder(dataDir))
    throw new Error(`There is a database in ${dataDir}. Set DATA_DIR to a new folder.`);
  const copies = listBaseCopies(archive);
  const [earliest] = copies;
  if (!earliest) throw new Error(`${archive} has no complete copy of a database.`);
  const base = copies.findLast(({ completeAt }) => until === undefined || completeAt <= until);
  if (!base)
    throw new Error(`The earliest moment in ${archive} is ${earliest.completeAt.toISOString()}.`);
  mkdirSync(dataDir, { recursive: true });
  const { data, user } = prepareDataFolder(dataDir);
  for (const name of readdirSync(base.path))
    cpSync(join(base.path, name), join(data, name), { recursive: true });
  writeFileSync(join(data, "recovery.signal"), "", { mode: 0o600 });
  // As root, the database runs as the user who may read the archive.
  if (user) changeOwner(data, statSync(archive));
  const { stop } = await startEmbedded(dataDir, recoverySettings(archive, until));
  await stop();
}
