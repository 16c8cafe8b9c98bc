import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import {
  BUILDING_PREFIX,
  type BuildProgress,
  PROGRESS_FILE,
  WORK_FOLDER,
} from "#platform/regions/builds.ts";
import { REGION_FILE, REGION_FORMAT, RegionFile } from "#platform/regions/region.ts";
import { describeSource, type ExtractSource } from "./extract-source.ts";

const STATE_FILE = "build.json";

/** What a build has done so far, so that a later run of the command can go on. */
const BuildState = z.object({
  format: z.literal(REGION_FORMAT),
  source: z.union([z.object({ url: z.string() }), z.object({ file: z.string() })]),
  /** Of the answer that a download began with; it goes on only with the same file. */
  download: z
    .object({
      url: z.string(),
      etag: z.string().optional(),
      lastModified: z.string().optional(),
    })
    .optional(),
  /** Set once the extract is complete and verified. */
  extract: z
    .object({
      sha256: z.string(),
      bytes: z.number(),
      bbox: RegionFile.shape.bbox,
      timestamp: z.iso.datetime().optional(),
      etag: z.string().optional(),
    })
    .optional(),
  done: RegionFile.shape.steps,
});
export type BuildState = z.output<typeof BuildState>;

/** The folder in which one process at a time builds a region. */
export class BuildingFolder {
  readonly path: string;
  readonly #lock: Server;
  #state: BuildState;

  private constructor(path: string, lock: Server, state: BuildState) {
    this.path = path;
    this.#lock = lock;
    this.#state = state;
  }

  /** Opens the folder of a build; goes on with an earlier one of the same source. @throws Error if it is in use. */
  static async open(
    regionsFolder: string,
    id: string,
    source: ExtractSource,
  ): Promise<BuildingFolder> {
    const path = join(regionsFolder, BUILDING_PREFIX + id);
    const lock = await lockBuild(path, id);
    const earlier = readState(path);
    const isSame =
      earlier !== undefined && describeSource(earlier.source) === describeSource(source);
    if (!isSame)
      rmSync(path, {
        recursive: true,
        force: true,
      });
    mkdirSync(join(path, WORK_FOLDER), { recursive: true });
    return new BuildingFolder(
      path,
      lock,
      isSame
        ? earlier
        : {
            format: REGION_FORMAT,
            source,
            done: {},
          },
    );
  }

  get state(): BuildState {
    return this.#state;
  }

  /** Saves changes of the state at once. */
  update(changes: Partial<BuildState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#write(STATE_FILE, this.#state);
  }

  /** Forgets all steps, because the extract is another one. */
  restart(): void {
    const { format, source } = this.#state;
    this.#state = {
      format,
      source,
      done: {},
    };
    rmSync(this.path, {
      recursive: true,
      force: true,
    });
    mkdirSync(join(this.path, WORK_FOLDER), { recursive: true });
  }

  /** Path of a file that does not become part of the region. */
  workFile(name: string): string {
    return join(this.path, WORK_FOLDER, name);
  }

  saveProgress(progress: BuildProgress): void {
    this.#write(PROGRESS_FILE, progress);
  }

  /** Makes the folder the region's folder `target`; from this moment on servers use it. */
  publish(region: RegionFile, target: string): void {
    writeFileSync(join(this.path, REGION_FILE), JSON.stringify(region, null, 2), { flush: true });
    renameSync(this.path, target);
    // Last, since a build without it starts again from nothing.
    rmSync(join(target, WORK_FOLDER), { recursive: true, force: true });
  }

  discard(): void {
    rmSync(this.path, {
      recursive: true,
      force: true,
    });
  }

  close(): void {
    this.#lock.close();
  }

  #write(name: string, value: unknown): void {
    const file = this.workFile(name);
    writeFileSync(`${file}.new`, JSON.stringify(value));
    renameSync(`${file}.new`, file);
  }
}

/** Uses an abstract socket, which the kernel frees however the process ends. @throws Error if another one builds. */
export async function lockBuild(path: string, id: string): Promise<Server> {
  const lock = createServer().unref();
  lock.listen(`\0commonlane-region-${createHash("sha256").update(resolve(path)).digest("hex")}`);
  try {
    await once(lock, "listening");
  } catch (cause) {
    throw new Error(`Another command is building ${id} now. Wait until it has finished.`, {
      cause,
    });
  }
  return lock;
}

function readState(path: string): BuildState | undefined {
  try {
    return BuildState.safeParse(
      JSON.parse(readFileSync(join(path, WORK_FOLDER, STATE_FILE), "utf8")),
    ).data;
  } catch {
    return undefined; // There is none, or it is no longer readable: the build starts again.
  }
}
