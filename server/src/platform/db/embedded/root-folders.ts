import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
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
 * Deletes databases that were named one by one, since a project whose disk is not mounted looks like one that is gone.
 * Throws, deleting none, if a folder is not a database of `state`, is running, or a link still leads to it.
 */
export function removeRootFolders(named: readonly string[], state = STATE_FOLDER): void {
  const folders = listRootFolders(state);
  const found = named.map((name) => {
    const data = resolve(state, name);
    const folder = folders.find((folder) => folder.data === data);
    if (!folder) throw new Error(`${data} is not one of the databases in ${state}.`);
    if (isRunning(data)) throw new Error(`${data} is running. Stop its server first.`);
    if (folder.isUsed)
      throw new Error(`${folder.link} leads to ${data}. Delete the project's folder first.`);
    return data;
  });
  for (const data of found) {
    rmSync(data, { recursive: true });
    rmSync(linkNoteOf(data), { force: true });
  }
}

function describe(data: string): RootFolder {
  const note = linkNoteOf(data);
  const link = existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
  return {
    data,
    link,
    isUsed: link !== undefined && leadsTo(link, data),
  };
}

function leadsTo(link: string, data: string): boolean {
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && existsSync(link) && realpathSync(link) === realpathSync(data);
}
