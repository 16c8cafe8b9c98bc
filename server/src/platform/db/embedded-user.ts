import { randomInt } from "node:crypto";
import { lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Runs daemons of many kinds, so it must not own the database; earlier releases used it. */
export const NOBODY: User = { uid: 65_534, gid: 65_534 };
/** Below the ranges that distributions and systemd give out by themselves. */
const UNUSED = { from: 52_000, below: 60_000 };
const LAST_SYSTEM_UID = 999;

/** A number that no account, process, container range or other data folder under `state` has. */
export function unusedUser(state: string): User {
  const ranges = linesOf("/etc/subuid").map(([, from, count]) => [Number(from), Number(from) + Number(count)] as const);
  const taken = new Set([
    ...linesOf("/etc/passwd").map(([, , uid]) => Number(uid)),
    ...linesOf("/etc/group").map(([, , gid]) => Number(gid)),
    ...ownersIn("/proc"),
    ...ownersIn(state),
  ]);
  for (;;) {
    const uid = randomInt(UNUSED.from, UNUSED.below);
    if (!taken.has(uid) && !ranges.some(([from, below]) => uid >= from && uid < below)) return { uid, gid: uid };
  }
}

/** `user`, or where they have no name, which initdb insists on, a system account that runs nothing at the moment. */
export function withName(user: User): User {
  const accounts = linesOf("/etc/passwd");
  if (accounts.some(([, , uid]) => Number(uid) === user.uid)) return user;
  const running = ownersIn("/proc");
  const idle = accounts.find(([, , uid, , , , shell]) => {
    const isSystem = Number(uid) > 0 && Number(uid) <= LAST_SYSTEM_UID && /\/(?:nologin|false)$/.test(shell ?? "");
    return isSystem && !running.has(Number(uid));
  });
  return idle ? { uid: Number(idle[2]), gid: Number(idle[3]) } : NOBODY;
}

/** Everything in `folder`, itself last: cut short, the folder still belongs to its earlier owner. */
export function giveTo(folder: string, user: User): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(path, user);
    else lchownSync(path, user.uid, user.gid);
  }
  lchownSync(folder, user.uid, user.gid);
}

function linesOf(file: string): string[][] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split(":"));
  } catch {
    return [];
  }
}

/** Whose the entries of a folder are; in /proc, as whom processes run. */
function ownersIn(folder: string): Set<number> {
  const owners = new Set<number>();
  try {
    for (const name of readdirSync(folder)) {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      if (found) owners.add(found.uid);
    }
  } catch {
    // It is not there, or something in it has just gone.
  }
  return owners;
}
