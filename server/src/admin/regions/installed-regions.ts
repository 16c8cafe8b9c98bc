import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { BUILDING_PREFIX, WORK_FOLDER } from "#platform/regions/builds.ts";
import { REGION_FILE, RegionFile } from "#platform/regions/region.ts";
import { lockBuild } from "./building-folder.ts";

/** What the command needs of a built region; also read from the regions of another format. */
const Installed = RegionFile.pick({
  id: true,
  name: true,
  source: true,
  bbox: true,
  builtAt: true,
  steps: true,
}).extend({ format: z.number() });
export interface InstalledRegion extends z.output<typeof Installed> {
  readonly folder: string;
}

const REMOVED_PREFIX = ".removed-";

/** The newest build of each region, by id. */
export function listInstalled(regionsFolder: string): InstalledRegion[] {
  const newest = new Map<string, InstalledRegion>();
  for (const region of readAll(regionsFolder)) {
    const other = newest.get(region.id);
    if (!other || other.builtAt < region.builtAt) newest.set(region.id, region);
  }
  return [...newest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export function findInstalled(regionsFolder: string, id: string): InstalledRegion | undefined {
  return listInstalled(regionsFolder).find((region) => region.id === id);
}

/** A folder for a new build of a region; the plain id is taken while an older build is in use. */
export function freeFolder(regionsFolder: string, id: string, builtAt: Date): string {
  const plain = join(regionsFolder, id);
  return existsSync(plain) ? `${plain}@${builtAt.getTime().toString(36)}` : plain;
}

/** Deletes builds that a newer one replaced, and what an interrupted build or removal left. */
export function removeReplacedBuilds(regionsFolder: string): void {
  const newest = new Set(listInstalled(regionsFolder).map(({ folder }) => folder));
  for (const { folder } of readAll(regionsFolder))
    if (newest.has(folder)) rmSync(join(folder, WORK_FOLDER), { recursive: true, force: true });
    else removeFolder(regionsFolder, folder);
  for (const name of listNames(regionsFolder))
    if (name.startsWith(REMOVED_PREFIX))
      rmSync(join(regionsFolder, name), {
        recursive: true,
        force: true,
      });
}

/** Deletes all builds of a region, also an unfinished one. Returns false if there was none. @throws if it is being built. */
export async function removeRegion(regionsFolder: string, id: string): Promise<boolean> {
  const building = join(regionsFolder, BUILDING_PREFIX + id);
  const lock = await lockBuild(building, id);
  try {
    const folders = readAll(regionsFolder).flatMap((region) =>
      region.id === id ? region.folder : [],
    );
    if (existsSync(building)) folders.push(building);
    for (const folder of folders) removeFolder(regionsFolder, folder);
    return folders.length > 0;
  } finally {
    lock.close();
  }
}

/** Renames first, so that no server sees half of the region. */
function removeFolder(regionsFolder: string, folder: string): void {
  const removed = join(regionsFolder, REMOVED_PREFIX + randomUUID());
  renameSync(folder, removed);
  rmSync(removed, { recursive: true, force: true });
}

function readAll(regionsFolder: string): InstalledRegion[] {
  return listNames(regionsFolder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const folder = join(regionsFolder, name);
      const region = readInstalled(join(folder, REGION_FILE));
      return region ? [{ ...region, folder }] : [];
    });
}

function readInstalled(file: string): z.output<typeof Installed> | undefined {
  try {
    return Installed.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined; // Not the folder of a region.
  }
}

function listNames(regionsFolder: string): string[] {
  mkdirSync(regionsFolder, { recursive: true });
  return readdirSync(regionsFolder);
}
