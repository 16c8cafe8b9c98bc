import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Settings } from "#platform/settings.ts";
import { regionsFolder } from "./regions.ts";

/** A region is built in a folder with this prefix and its id, beside the finished ones. */
export const BUILDING_PREFIX = ".building-";
/** Files of the command itself in there, which do not become part of the region. */
export const WORK_FOLDER = ".work";
export const PROGRESS_FILE = "progress.json";
/** A running build writes its progress more often than this. */
const SILENT_AFTER_MS = 30_000;

/** The progress file of a build. */
export const BuildProgress = z.object({
  id: z.string(),
  name: z.string(),
  updatedAt: z.iso.datetime(),
  step: z.string(),
  stepNumber: z.number(),
  stepCount: z.number(),
  /** Part of the step that is done, from 0 to 1. */
  fraction: z.number(),
  secondsLeft: z.number().optional(),
  /** Why the build ended without a region. */
  error: z.string().optional(),
});
export type BuildProgress = z.output<typeof BuildProgress>;

export interface Build extends BuildProgress {
  /** A stopped build was interrupted, and goes on where it was when the command runs again. */
  readonly state: "running" | "failed" | "stopped";
}

/** The builds in progress, and those that ended without a region, by name. */
export function listBuilds(settings: Pick<Settings, "DATA_DIR">, now: Date): Build[] {
  const folder = regionsFolder(settings);
  return listNames(folder)
    .filter((name) => name.startsWith(BUILDING_PREFIX))
    .flatMap((name) => readProgress(join(folder, name, WORK_FOLDER, PROGRESS_FILE)) ?? [])
    .map((progress) => ({
      ...progress,
      state: stateOf(progress, now),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

function stateOf({ error, updatedAt }: BuildProgress, now: Date): Build["state"] {
  if (error !== undefined) return "failed";
  return now.getTime() - Date.parse(updatedAt) > SILENT_AFTER_MS ? "stopped" : "running";
}

function readProgress(file: string): BuildProgress | undefined {
  try {
    return BuildProgress.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined; // The build has just begun or ended.
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
