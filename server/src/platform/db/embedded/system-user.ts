import { randomInt } from "node:crypto";
import { lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Shared by many daemons, so it must not own the database; earlier releases used it. */
export const NOBODY: SystemUser = {
  uid: 65_534,
  gid: 65_534,
};
/** Below the ranges that distributions and systemd assign by default. */
const UNUSED_UID_RANGE = {
  start: 52_000,
  end: 60_000,
};
const LAST_SYSTEM_UID = 999;

/** Finds an id that no account, process, container range or other data folder under `state` uses. */
export function findUnusedUser(state: string): SystemUser {
  const ranges = readColonFile("/etc/subuid").map(
    ([, start, count]) => [Number(start), Number(start) + Number(count)] as const,
  );
  const usedIds = new Set([
    ...readColonFile("/etc/passwd").map(([, , uid]) => Number(uid)),
    ...readColonFile("/etc/group").map(([, , gid]) => Number(gid)),
    ...listOwners("/proc"),
    ...listOwners(state),
  ]);
  for (;;) {
    const uid = randomInt(UNUSED_UID_RANGE.start, UNUSED_UID_RANGE.end);
    if (!usedIds.has(uid) && !ranges.some(([start, end]) => uid >= start && uid < end))
      return { uid, gid: uid };
  }
}

/** Returns `user`, or, if it has no name (which initdb requires), a system account that currently runs nothing. */
export function findNamedUser(user: SystemUser): SystemUser {
  const accounts = readColonFile("/etc/passwd");
  if (accounts.some(([, , uid]) => Number(uid) === user.uid)) return user;
  const running = listOwners("/proc");
  const idle = accounts.find(([, , uid, , , , shell]) => {
    const isSystem =
      Number(uid) > 0 && Number(uid) <= LAST_SYSTEM_UID && /\/(?:nologin|false)$/.test(shell ?? "");
    return isSystem && !running.has(Number(uid));
  });
  return idle
    ? {
        uid: Number(idle[2]),
        gid: Number(idle[3]),
      }
    : NOBODY;
}

/**
 * Changes the owner of everything in `folder`, the folder itself last: if interrupted, it still belongs to its previous
 * owner.
 */
export function changeOwner(folder: string, user: SystemUser): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) changeOwner(path, user);
    else lchownSync(path, user.uid, user.gid);
  }
  lchownSync(folder, user.uid, user.gid);
}

function readColonFile(file: string): string[][] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split(":"));
  } catch {
    return [];
  }
}

/** Owners of the entries in a folder; in /proc, the users that run processes. */
function listOwners(folder: string): Set<number> {
  const owners = new Set<number>();
  try {
    for (const name of readdirSync(folder)) {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      if (found) owners.add(found.uid);
    }
  } catch {
    // The folder does not exist, or an entry has just been removed.
  }
  return owners;
}
