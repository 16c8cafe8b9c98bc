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
import { giveTo, NOBODY, unusedUser, type User } from "./embedded-user.ts";

/** Where root keeps what an unprivileged user must reach. */
export const STATE = "/var/lib/commonlane";
/** How the names of the databases in STATE begin. */
export const ROOT_FOLDER_PREFIX = "data-";
/** The major version of the PostgreSQL that npm brings; a data folder belongs to exactly one. */
const MAJOR = "18";
/** A socket's whole path must fit into 107 bytes, and PostgreSQL adds its own name. */
const SOCKET_FOLDER_MAX_BYTES = 92;

export interface Home {
  /** The data folder, which holds the socket too. */
  readonly data: string;
  /** Whom PostgreSQL runs as when we are root, since it refuses to be root. */
  readonly user: User | undefined;
}

/** The database's home in `place`: a folder, or a link to one under STATE where PostgreSQL could not reach `place`. */
export function homeIn(place: string): Home {
  const entry = join(place, "postgres");
  const asRoot = process.getuid?.() === 0;
  if (!entryExists(entry)) {
    if (asRoot && !enters(place, NOBODY)) symlinkSync(makeRootFolder(entry), entry);
    else mkdirSync(entry, { mode: 0o700 });
  }
  const data = realpathSync(entry);
  const user = asRoot ? owner(data) : undefined;
  mustBelongToUs(data, user);
  mustFitSocket(data);
  mustBeOfOurVersion(data);
  return { data, user };
}

/** Gives a folder that an earlier release made `nobody`'s a user of its own. Nothing may be running on it. */
export function leaveNobody(home: Home): Home {
  if (home.user?.uid !== NOBODY.uid) return home;
  const user = unusedUser(STATE);
  if (!enters(join(home.data, ".."), user)) return home;
  giveTo(home.data, user);
  return { ...home, user };
}

/** The data folder that `place` already holds; nothing where no database was ever made. */
export function existingData(place: string): string | undefined {
  const entry = join(place, "postgres");
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
function enters(folder: string, user: User): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$0"', folder], { ...user, cwd: "/" }).status === 0;
}

/** The file beside a folder below STATE that names the link which leads to it. */
export const linkNoteOf = (data: string): string => `${data}.link`;

/** Makes a folder below STATE and records the link that will lead to it, so that it can be removed with its project. */
function makeRootFolder(link: string): string {
  mkdirSync(STATE, { recursive: true, mode: 0o755 });
  const data = mkdtempSync(join(STATE, ROOT_FOLDER_PREFIX));
  writeFileSync(linkNoteOf(data), `${link}\n`, { mode: 0o600 });
  return data;
}

/** An empty folder of root's is given to a user that nobody else is; one that has an owner stays theirs. */
function owner(data: string): User {
  if (statSync(data).uid === 0 && readdirSync(data).length === 0) {
    const user = unusedUser(STATE);
    chownSync(data, user.uid, user.gid);
  }
  const { uid, gid } = statSync(data);
  return { uid, gid };
}

function mustBelongToUs(data: string, user: User | undefined): void {
  const owner = statSync(data).uid;
  const runsAs = user?.uid ?? process.getuid?.();
  if (owner !== runsAs || runsAs === 0) {
    throw new Error(`${data} belongs to user ${owner}. Start as that user, or set DATA_DIR to another folder.`);
  }
  if (user && !enters(data, user)) {
    throw new Error(
      `User ${user.uid}, who runs the database, cannot reach ${data}. Open its parent folders to them, or set DATA_DIR to another folder.`,
    );
  }
}

function mustFitSocket(data: string): void {
  const bytes = Buffer.byteLength(data);
  if (bytes > SOCKET_FOLDER_MAX_BYTES) {
    throw new Error(
      `${data} is too long a path for a socket (${bytes} bytes of at most ${SOCKET_FOLDER_MAX_BYTES}). Set DATA_DIR to a shorter one.`,
    );
  }
}

function mustBeOfOurVersion(data: string): void {
  const note = join(data, "PG_VERSION");
  if (!existsSync(note)) {
    if (readdirSync(data).length === 0) return;
    throw new Error(`${data} holds files that are no database. Move them away, or set DATA_DIR to another folder.`);
  }
  const version = readFileSync(note, "utf8").trim();
  if (version === MAJOR) return;
  const age = Number(version) > Number(MAJOR) ? "newer" : "older";
  throw new Error(
    `${data} was made by PostgreSQL ${version}, which is ${age} than our ${MAJOR}; it was left untouched. Run the release of Commonlane that made it, or move it here with that release's database export and this one's database import.`,
  );
}
