import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findDataFolder, prepareDataFolder } from "../embedded/data-folder.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { changeOwner } from "../embedded/system-user.ts";
import {
  type BaseCopy,
  listBaseCopies,
  listHistories,
  logFolder,
  recoverySettings,
  timelineOf,
} from "./log-archive.ts";

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
  const earlier = copies.filter(({ completeAt }) => until === undefined || completeAt <= until);
  const timeline = findTimeline(archive, earlier, until);
  const base = findBase(archive, earlier, timeline);
  if (!base)
    throw new Error(`The earliest moment in ${archive} is ${earliest.completeAt.toISOString()}.`);
  mkdirSync(dataDir, { recursive: true });
  const { data, user } = prepareDataFolder(dataDir);
  for (const name of readdirSync(base.path))
    cpSync(join(base.path, name), join(data, name), { recursive: true });
  writeFileSync(join(data, "recovery.signal"), "", { mode: 0o600 });
  // As root, the database runs as the user who may read the archive.
  if (user) changeOwner(data, statSync(archive));
  // A timeline without a history is the one of the copy.
  const target = timelineOf(base.firstSegment) === timeline ? "current" : `0x${timeline}`;
  const { stop } = await startEmbedded(dataDir, recoverySettings(archive, until, target));
  await stop();
}

/**
 * The newest timeline that had begun at `until`. Each recovery begins one; a moment before it is found in the log that
 * the recovery left behind.
 */
function findTimeline(
  archive: string,
  copies: readonly BaseCopy[],
  until: Date | undefined,
): string {
  const log = logFolder(archive);
  const histories = existsSync(log) ? listHistories(log) : [];
  const begun = histories.filter(
    (name) => until === undefined || statSync(join(log, name)).mtime <= until,
  );
  const names = [...begun, ...copies.map(({ firstSegment }) => firstSegment)];
  return names.map(timelineOf).toSorted().at(-1) ?? "";
}

/** The newest copy that the timeline goes on from: later ones of an earlier timeline are of what a recovery undid. */
function findBase(
  archive: string,
  copies: readonly BaseCopy[],
  timeline: string,
): BaseCopy | undefined {
  const history = join(logFolder(archive), `${timeline}.history`);
  const lines = existsSync(history) ? readFileSync(history, "utf8") : "";
  const lastSegments = [...lines.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)/gm)].map(
    ([, number, high = "", low = ""]) =>
      Number(number).toString(16).toUpperCase().padStart(8, "0") +
      high.padStart(8, "0") +
      low.padStart(8, "0").slice(0, 2).padStart(8, "0"),
  );
  return copies.findLast(
    ({ firstSegment }) =>
      timelineOf(firstSegment) === timeline ||
      lastSegments.some(
        (last) => timelineOf(last) === timelineOf(firstSegment) && firstSegment < last,
      ),
  );
}
