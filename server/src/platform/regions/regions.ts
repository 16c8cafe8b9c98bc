import { commandLine } from "#platform/command-line.ts";
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Log } from "#platform/log.ts";
import type { Settings } from "#platform/settings.ts";
import { loadRegion, type Region, REGION_FILE } from "./region.ts";
import { readdir, stat } from "node:fs/promises";

/** The built regions of this server. */
export interface Regions {
  /** By name. */
  list(): readonly Region[];
  /** Calls the listener after regions were added, updated or removed; returns a function that stops this. */
  onChange(listener: () => void): () => void;
  /** Looks for changed regions now, instead of within two seconds. */
  refresh(): void;
  close(): void;
}

/** How often a process looks for changed regions. */
const POLL_MS = 2000;

/** The folder with all regions, as an absolute path: other programs and processes get it. */
export function regionsFolder({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string {
  return resolve(DATA_DIR, "regions");
}

/** For programs that use no regions. */
export const NO_REGIONS: Regions = {
  list: () => [],
  onChange: () => () => {},
  refresh: () => {},
  close: () => {},
};

/** Reads the regions of the data folder now, and again whenever a command of any process changes them. */
export function openRegions(
  settings: Pick<Settings, "DATA_DIR">,
  log: Log,
  { pollMs = POLL_MS } = {},
): Regions {
  const folder = regionsFolder(settings);
  const listeners = new Set<() => void>();
  let known = new Map<string, Loaded>();
  let regions: readonly Region[] = [];
  let problem: string | undefined;
  const refresh = (): void => {
    let found: Map<string, Loaded>;
    try {
      found = scan(folder, known, log);
      problem = undefined;
    } catch (error) {
      const text = "the folder of the regions cannot be read; regions in use stay in use";
      if (problem !== String(error)) log.error({ err: error, folder }, text);
      problem = String(error);
      return;
    }
    const isSame =
      found.size === known.size && [...found].every(([name, entry]) => known.get(name) === entry);
    if (isSame) return;
    known = found;
    const before = regions;
    regions = newestById([...found.values()].flatMap(({ region }) => region ?? []));
    if (regions.length === before.length && regions.every((region, n) => region === before[n]))
      return;
    for (const listener of listeners) notify(listener, log);
  };
  refresh();
  const timer = setInterval(refresh, pollMs).unref();
  return {
    list: () => regions,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    close: () => clearInterval(timer),
  };
}

interface Loaded {
  /** Differs if the folder was replaced. Missing until the folder was read. */
  readonly mark?: string | undefined;
  /** Missing if the region cannot be used. */
  readonly region?: Region | undefined;
  /** Why the folder could not be read the last time, which is logged once. */
  readonly problem?: string;
}

/** Reads new folders; known ones are returned as the same objects. */
function scan(folder: string, known: ReadonlyMap<string, Loaded>, log: Log): Map<string, Loaded> {
  const found = new Map<string, Loaded>();
  for (const name of listFolders(folder)) {
    const loaded = load(join(folder, name), known.get(name), log);
    if (loaded) found.set(name, loaded);
  }
  return found;
}

/** Folders of builds in progress start with a dot. */
function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return []; // No region was added yet.
    throw error;
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

/** A region that was loaded stays in use while its folder cannot be read, which is tried again. */
function load(folder: string, before: Loaded | undefined, log: Log): Loaded | undefined {
  try {
    const stat = statSync(join(folder, REGION_FILE), { throwIfNoEntry: false });
    if (!stat) return undefined;
    const mark = `${stat.ino} ${stat.mtimeMs}`;
    if (before?.mark !== mark) return { mark, region: loadRegion(folder) };
    return before.problem === undefined ? before : { mark, region: before.region };
  } catch (error) {
    const problem = String(error);
    if (before?.problem === problem) return before;
    const isDamaged = [undefined, "ENOENT"].includes(codeOf(error));
    const text = isDamaged
      ? `this region cannot be used; build it again: ${commandLine("region", "update")}`
      : "this region cannot be read; the server tries again";
    log.error({ err: error, folder }, text);
    return isDamaged ? { problem } : { ...before, problem };
  }
}

/** An update puts the new build beside the old one, which is deleted a little later. */
function newestById(found: readonly Region[]): Region[] {
  const regions = new Map<string, Region>();
  for (const region of found) {
    const other = regions.get(region.id);
    if (!other || other.builtAt < region.builtAt) regions.set(region.id, region);
  }
  return [...regions.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1),
  );
}

function notify(listener: () => void, log: Log): void {
  try {
    listener();
  } catch (error) {
    log.error({ err: error }, "applying changed regions failed");
  }
}

/** Sum of the sizes of the files in a folder; files that disappear during the call do not count. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return 0;
    return (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
