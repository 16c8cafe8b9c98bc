import { spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { changeOwner, NOBODY, findUnusedUser, type SystemUser } from "./system-user.ts";

/** Folder in which root keeps databases, so that an unprivileged user can reach them. */
export const STATE_FOLDER = "/var/lib/commonlane";
/** Name prefix of the databases in STATE_FOLDER. */
export const ROOT_FOLDER_PREFIX = "data-";
/** Major version of the PostgreSQL from npm; a data folder belongs to exactly one. */
const POSTGRES_MAJOR = "18";
/** A socket path is limited to 107 bytes, including the name that PostgreSQL appends. */
const SOCKET_FOLDER_MAX_BYTES = 92;

export interface DataFolder {
  /** The data folder, which also holds the socket. */
  readonly data: string;
  /** The user PostgreSQL runs as if we are root, since it refuses to run as root. */
  readonly user: SystemUser | undefined;
}

/**
 * Prepares the data folder at `dataDir`: the folder itself, or a link to one in STATE_FOLDER if PostgreSQL could not
 * reach it there.
 */
export function prepareDataFolder(dataDir: string): DataFolder {
  const entry = join(dataDir, "postgres");
  const isRoot = process.getuid?.() === 0;
  if (!entryExists(entry)) {
    if (isRoot && !canEnter(dataDir, NOBODY)) symlinkSync(makeRootFolder(entry), entry);
    else mkdirSync(entry, { mode: 0o700 });
  }
  const data = realpathSync(entry);
  const user = isRoot ? owner(data) : undefined;
  assertOwned(data, user);
  assertSocketPathFits(data);
  assertPostgresVersion(data);
  return { data, user };
}

/**
 * Gives a folder that an earlier release assigned to `nobody` a user of its own. No PostgreSQL may be running on it.
 */
export function replaceNobodyOwner(dataFolder: DataFolder): DataFolder {
  if (dataFolder.user?.uid !== NOBODY.uid) return dataFolder;
  const user = findUnusedUser(STATE_FOLDER);
  if (!canEnter(join(dataFolder.data, ".."), user)) return dataFolder;
  changeOwner(dataFolder.data, user);
  return { ...dataFolder, user };
}

/** The data folder that exists at `dataDir`; undefined if no database was created there. */
export function findDataFolder(dataDir: string): string | undefined {
  const entry = join(dataDir, "postgres");
  return existsSync(join(entry, "PG_VERSION")) ? realpathSync(entry) : undefined;
}

/** Deletes `dataDir` with its database, also one in STATE_FOLDER. No PostgreSQL may be running on it. */
export function removeDataDir(dataDir: string): void {
  const entry = join(dataDir, "postgres");
  if (existsSync(entry)) {
    const data = realpathSync(entry);
    rmSync(data, { recursive: true });
    rmSync(linkNoteOf(data), { force: true });
  }
  rmSync(dataDir, { recursive: true });
}

function entryExists(entry: string): boolean {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && !existsSync(entry)) {
    throw new Error(
      `${entry} is a link to ${readlinkSync(entry)}, which does not exist. Restore it from a backup, or remove the link to start with an empty database.`,
    );
  }
  return found !== undefined;
}

/** Asks the kernel, because only it knows all groups and access lists. */
function canEnter(folder: string, user: SystemUser): boolean {
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$0"', folder], {
      ...user,
      cwd: "/",
    }).status === 0
  );
}

/** File beside a folder in STATE_FOLDER that names the link leading to it. */
export const linkNoteOf = (data: string): string => `${data}.link`;

/**
 * Creates a folder in STATE_FOLDER and records the link that will lead to it, so that it can be removed with its
 * project.
 */
function makeRootFolder(link: string): string {
  mkdirSync(STATE_FOLDER, {
    recursive: true,
    mode: 0o755,
  });
  const data = mkdtempSync(join(STATE_FOLDER, ROOT_FOLDER_PREFIX));
  writeFileSync(linkNoteOf(data), `${link}\n`, { mode: 0o600 });
  return data;
}

/** Assigns an empty folder of root to an unused user; keeps any other owner. */
function owner(data: string): SystemUser {
  if (statSync(data).uid === 0 && readdirSync(data).length === 0) {
    const user = findUnusedUser(STATE_FOLDER);
    chownSync(data, user.uid, user.gid);
  }
  const { uid, gid } = statSync(data);
  return { uid, gid };
}

function assertOwned(data: string, user: SystemUser | undefined): void {
  const owner = statSync(data).uid;
  const runsAs = user?.uid ?? process.getuid?.();
  if (owner !== runsAs || runsAs === 0) {
    throw new Error(
      `${data} belongs to user ${owner}. Start as that user, or set DATA_DIR to another folder.`,
    );
  }
  if (user && !canEnter(data, user)) {
    throw new Error(
      `User ${user.uid}, who runs the database, cannot reach ${data}. Give that user access to its parent folders, or set DATA_DIR to another folder.`,
    );
  }
}

function assertSocketPathFits(data: string): void {
  const bytes = Buffer.byteLength(data);
  if (bytes > SOCKET_FOLDER_MAX_BYTES) {
    throw new Error(
      `The path ${data} is too long for a socket (${bytes} bytes, the maximum is ${SOCKET_FOLDER_MAX_BYTES}). Set DATA_DIR to a shorter one.`,
    );
  }
}

function assertPostgresVersion(data: string): void {
  const versionFile = join(data, "PG_VERSION");
  if (!existsSync(versionFile)) {
    if (readdirSync(data).length === 0) return;
    throw new Error(
      `${data} contains files that are not a database. Move them away, or set DATA_DIR to another folder.`,
    );
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version === POSTGRES_MAJOR) return;
  const age = Number(version) > Number(POSTGRES_MAJOR) ? "newer" : "older";
  throw new Error(
    `${data} was made by PostgreSQL ${version}, which is ${age} than our ${POSTGRES_MAJOR}; it was left unchanged. Run the release of Commonlane that made it, or move the data here with that release's backup command and this one's restore.`,
  );
}
