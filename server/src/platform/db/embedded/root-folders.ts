import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./folder-lock.ts";
import { linkNoteOf, ROOT_FOLDER_PREFIX, STATE_FOLDER } from "./data-folder.ts";

export interface RootFolder {
  /** The database's folder below /var/lib/commonlane. */
  readonly data: string;
  /** The link in the project's DATA_DIR that leads to it; unknown for folders that an earlier release created. */
  readonly link: string | undefined;
  /** True if the link still leads to it. */
  readonly isUsed: boolean;
}

/** The databases that root keeps outside of projects, sorted by name. */
export function listRootFolders(state = STATE_FOLDER): RootFolder[] {
  if (!existsSync(state)) return [];
  return readdirSync(state, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(ROOT_FOLDER_PREFIX))
    .map(({ name }) => describe(join(state, name)))
    .toSorted((a, b) => (a.data < b.data ? -1 : 1));
}

/**
 * Deletes the databases whose link is gone or leads elsewhere, and returns their folders. Keeps those that are running and
 * those whose link is unknown.
 */
export function removeUnusedRootFolders(state = STATE_FOLDER): string[] {
  const unused = listRootFolders(state).filter(({ data, link, isUsed }) => link && !isUsed && !isRunning(data));
  for (const { data } of unused) {
    rmSync(data, { recursive: true });
    rmSync(linkNoteOf(data));
  }
  return unused.map(({ data }) => data);
}

function describe(data: string): RootFolder {
  const note = linkNoteOf(data);
  const link = existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
  return { data, link, isUsed: link !== undefined && leadsTo(link, data) };
}

function leadsTo(link: string, data: string): boolean {
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && existsSync(link) && realpathSync(link) === realpathSync(data);
}
