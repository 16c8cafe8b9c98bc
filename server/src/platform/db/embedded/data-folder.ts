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
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { changeOwner, NOBODY, findUnusedUser, type SystemUser } from "./system-user.ts";

/** Where root keeps what an unprivileged user must reach. */
export const STATE_FOLDER = "/var/lib/commonlane";
/** How the names of the databases in STATE begin. */
export const ROOT_FOLDER_PREFIX = "data-";
/** The major version of the PostgreSQL that npm brings; a data folder belongs to exactly one. */
const POSTGRES_MAJOR = "18";
/** A socket's whole path must fit into 107 bytes, and PostgreSQL adds its own name. */
const SOCKET_FOLDER_MAX_BYTES = 92;

export interface DataFolder {
  /** The data folder, which holds the socket too. */
  readonly data: string;
  /** Whom PostgreSQL runs as when we are root, since it refuses to be root. */
  readonly user: SystemUser | undefined;
}

/** The database's home in `place`: a folder, or a link to one under STATE where PostgreSQL could not reach `place`. */
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

/** Gives a folder that an earlier release made `nobody`'s a user of its own. Nothing may be running on it. */
export function replaceNobodyOwner(dataFolder: DataFolder): DataFolder {
  if (dataFolder.user?.uid !== NOBODY.uid) return dataFolder;
  const user = findUnusedUser(STATE_FOLDER);
  if (!canEnter(join(dataFolder.data, ".."), user)) return dataFolder;
  changeOwner(dataFolder.data, user);
  return { ...dataFolder, user };
}

/** The data folder that `place` already holds; nothing where no database was ever made. */
export function findDataFolder(dataDir: string): string | undefined {
  const entry = join(dataDir, "postgres");
  return existsSync(join(entry, "PG_VERSION")) ? realpathSync(entry) : undefined;
}

function entryExists(entry: string): boolean {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && !existsSync(entry)) {
    throw new Error(
      `${entry} leads to ${readlinkSync(entry)}, which is gone. Bring it back from a backup, or remove the link to begin with an empty database.`,
    );
  }
  return found !== undefined;
}

/** Asks the kernel, which alone knows every group and access list. */
function canEnter(folder: string, user: SystemUser): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$0"', folder], { ...user, cwd: "/" }).status === 0;
}

/** The file beside a folder below STATE that names the link which leads to it. */
export const linkNoteOf = (data: string): string => `${data}.link`;

/** Makes a folder below STATE and records the link that will lead to it, so that it can be removed with its project. */
function makeRootFolder(link: string): string {
  mkdirSync(STATE_FOLDER, { recursive: true, mode: 0o755 });
  const data = mkdtempSync(join(STATE_FOLDER, ROOT_FOLDER_PREFIX));
  writeFileSync(linkNoteOf(data), `${link}\n`, { mode: 0o600 });
  return data;
}

/** An empty folder of root's is given to a user that nobody else is; one that has an owner stays theirs. */
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
    throw new Error(`${data} belongs to user ${owner}. Start as that user, or set DATA_DIR to another folder.`);
  }
  if (user && !canEnter(data, user)) {
    throw new Error(
      `User ${user.uid}, who runs the database, cannot reach ${data}. Open its parent folders to them, or set DATA_DIR to another folder.`,
    );
  }
}

function assertSocketPathFits(data: string): void {
  const bytes = Buffer.byteLength(data);
  if (bytes > SOCKET_FOLDER_MAX_BYTES) {
    throw new Error(
      `${data} is too long a path for a socket (${bytes} bytes of at most ${SOCKET_FOLDER_MAX_BYTES}). Set DATA_DIR to a shorter one.`,
    );
  }
}

function assertPostgresVersion(data: string): void {
  const versionFile = join(data, "PG_VERSION");
  if (!existsSync(versionFile)) {
    if (readdirSync(data).length === 0) return;
    throw new Error(`${data} holds files that are no database. Move them away, or set DATA_DIR to another folder.`);
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version === POSTGRES_MAJOR) return;
  const age = Number(version) > Number(POSTGRES_MAJOR) ? "newer" : "older";
  throw new Error(
    `${data} was made by PostgreSQL ${version}, which is ${age} than our ${POSTGRES_MAJOR}; it was left untouched. Run the release of Commonlane that made it, or move it here with that release's database export and this one's database import.`,
  );
}
