import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ExtractError } from "@commonlane/geo/osm/read-extract";
import { type BuildStep, findUsableSteps } from "#platform/regions/build-step.ts";
import { REGION_FORMAT, type RegionFile } from "#platform/regions/region.ts";
import { BuildingFolder, type BuildState } from "./building-folder.ts";
import { assertSpaceForBuild, formatBytes } from "./disk-space.ts";
import { downloadExtract } from "./download-extract.ts";
import type { ExtractSource } from "./extract-source.ts";
import { fetchText } from "./fetch-file.ts";
import { freeFolder, type InstalledRegion, removeReplacedBuilds } from "./installed-regions.ts";
import { ProgressDisplay, type ProgressOutput, type ProgressStep } from "./progress-display.ts";
import { hashFile, verifyExtract } from "./verify-extract.ts";

export interface BuildRequest {
  readonly regionsFolder: string;
  readonly id: string;
  readonly name: string;
  readonly source: ExtractSource;
  readonly steps: readonly BuildStep[];
  /** The build that this one replaces. */
  readonly replaces?: InstalledRegion;
  /** Builds nothing if the extract is the one of the build to replace, and that can be used. */
  readonly onlyIfChanged?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly output: Pick<ProgressOutput, "isTerminal" | "write">;
}

const CHECK_WEIGHT = 2;
const EXTRACT_FILE = "extract.osm.pbf";
const MAX_CHECKSUM_BYTES = 1000;
const REFRESH_EVERY_MS = 5000;
/** Processes of the server learn of a new build within two seconds; until then they read the old one. */
const KEEP_REPLACED_MS = 5000;

/** Builds a region, or goes on with an interrupted build, and switches to it. @throws Error with one clear sentence. */
export async function buildRegion(request: BuildRequest): Promise<"built" | "unchanged"> {
  const { regionsFolder, id, name } = request;
  const building = await BuildingFolder.open(regionsFolder, id, request.source);
  const done = await findUsableSteps(request.steps, building.path, building.state.done);
  const display = new ProgressDisplay(listSteps({ ...building.state, done }, request), {
    ...request.output,
    save: (progress) =>
      building.saveProgress({
        id,
        name,
        updatedAt: new Date().toISOString(),
        ...progress,
      }),
    nowMs: () => performance.now(),
  });
  const timer = setInterval(() => display.refresh(), REFRESH_EVERY_MS).unref();
  try {
    building.update({ done });
    const onlyIfChanged = request.onlyIfChanged && (await isUsable(request));
    const extract = await obtainExtract({ ...request, onlyIfChanged }, building, display);
    if (extract === undefined) {
      building.discard();
      return "unchanged";
    }
    await runSteps(request, building, display, extract);
    const builtAt = new Date();
    building.publish(
      toRegionFile(request, building, builtAt),
      freeFolder(regionsFolder, id, builtAt),
    );
  } catch (error) {
    throw explain(error, request, building, display);
  } finally {
    clearInterval(timer);
    building.close();
  }
  return "built";
}

/** Deletes the builds that new ones replaced, once no server reads them any more. */
export async function removeReplacedBuildsLater(
  regionsFolder: string,
  signal: AbortSignal,
): Promise<void> {
  await sleep(KEEP_REPLACED_MS, undefined, { signal });
  removeReplacedBuilds(regionsFolder);
}

/** A newer release may build more than the one that built the region. */
async function isUsable({ replaces, steps }: BuildRequest): Promise<boolean> {
  if (replaces?.format !== REGION_FORMAT) return false;
  const usable = await findUsableSteps(steps, replaces.folder, replaces.steps);
  return steps.every(({ name }) => usable[name]);
}

/** Steps that an earlier run finished are left out. */
function listSteps(state: BuildState, { source, steps }: BuildRequest): ProgressStep[] {
  return [
    ...("url" in source && !state.extract ? [{ label: "Downloading", weight: 0 }] : []),
    ...(state.extract && "url" in source
      ? []
      : [{ label: "Checking the extract", weight: CHECK_WEIGHT }]),
    ...listBuildSteps(state.done, steps),
  ];
}

function listBuildSteps(done: BuildState["done"], steps: BuildRequest["steps"]): ProgressStep[] {
  return steps
    .filter(({ name }) => !done[name])
    .map(({ name, weight }) => ({
      label: `Building ${name}`,
      weight,
    }));
}

/** The path of the verified extract, or undefined if it is the one that the region was built from. */
async function obtainExtract(
  request: BuildRequest,
  building: BuildingFolder,
  display: ProgressDisplay,
): Promise<string | undefined> {
  const { source, replaces, onlyIfChanged, signal } = request;
  const file = "url" in source ? building.workFile(EXTRACT_FILE) : source.file;
  const earlier = building.state.extract;
  if ("url" in source) {
    if (earlier) return file;
    if ((await download(request, source.url, building, display, file)) === "unchanged")
      return undefined;
  } else {
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    await assertSpaceForBuild(building.path, size);
  }
  display.start();
  const { bbox, timestamp } = await verifyExtract(file, signal, (fraction) =>
    display.update(0.9 * fraction),
  );
  const { sha256, md5, bytes } = await hashFile(file, signal);
  if (building.state.download) await assertChecksum(building, md5, signal);
  if (onlyIfChanged && sha256 === replaces?.source.sha256) return undefined;
  if (earlier && earlier.sha256 !== sha256) {
    building.restart();
    display.replan(listBuildSteps({}, request.steps));
  }
  const etag = building.state.download?.etag;
  building.update({
    extract: {
      sha256,
      bytes,
      bbox,
      ...(timestamp !== undefined && { timestamp }),
      ...(etag !== undefined && { etag }),
    },
  });
  display.finish(
    [formatBytes(bytes), timestamp && `OpenStreetMap of ${timestamp.slice(0, 10)}`]
      .filter(Boolean)
      .join(", "),
  );
  return file;
}

async function download(
  { replaces, onlyIfChanged, signal }: BuildRequest,
  url: string,
  building: BuildingFolder,
  display: ProgressDisplay,
  file: string,
): Promise<"unchanged" | "downloaded"> {
  display.start();
  const answer = await downloadExtract({
    url,
    file,
    earlier: building.state.download,
    unlessEtag: onlyIfChanged ? replaces?.source.etag : undefined,
    onStart: async (download, bytes, bytesLeft) => {
      building.update({ download });
      await assertSpaceForBuild(building.path, bytes ?? 0, bytesLeft);
    },
    onProgress: (bytes, total) =>
      total === undefined
        ? display.update(0, formatBytes(bytes))
        : display.update(bytes / total, `${formatBytes(bytes)} of ${formatBytes(total)}`),
    signal,
  });
  if (answer === "unchanged") return "unchanged";
  building.update({ download: answer });
  display.finish(formatBytes((await stat(file)).size));
  return "downloaded";
}

/** Compares a download with the .md5 file beside it, if there is one. */
async function assertChecksum(
  building: BuildingFolder,
  md5: string,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(building.state.download?.url ?? "");
  url.pathname += ".md5";
  const expected = /^[0-9a-f]{32}\b/i.exec(
    (await fetchText(url.href, MAX_CHECKSUM_BYTES, signal)) ?? "",
  )?.[0];
  if (expected === undefined || expected.toLowerCase() === md5) return;
  building.restart();
  throw new Error(`The download does not have the checksum in ${url.href}. Try again.`);
}

async function runSteps(
  { id, name, steps, signal }: BuildRequest,
  building: BuildingFolder,
  display: ProgressDisplay,
  extract: string,
): Promise<void> {
  const { bbox } = building.state.extract ?? {};
  if (!bbox) throw new Error("The extract was not verified.");
  for (const step of steps) {
    if (building.state.done[step.name]) continue;
    signal.throwIfAborted();
    display.start();
    const onProgress = (fraction: number): void => display.update(fraction);
    const figures = await step.run({
      extract,
      folder: building.path,
      region: {
        id,
        name,
        bbox,
      },
      onProgress,
      signal,
    });
    signal.throwIfAborted();
    building.update({
      done: {
        ...building.state.done,
        [step.name]: figures,
      },
    });
    display.finish(formatFigures(figures));
  }
}

function toRegionFile(request: BuildRequest, { state }: BuildingFolder, builtAt: Date): RegionFile {
  if (!state.extract) throw new Error("The extract was not verified.");
  const { bbox, ...extract } = state.extract;
  const { id, name } = request;
  const steps = Object.fromEntries(
    request.steps.map((step) => [step.name, state.done[step.name] ?? {}]),
  );
  const source = { ...state.source, ...extract };
  return {
    format: REGION_FORMAT,
    id,
    name,
    source,
    bbox,
    builtAt: builtAt.toISOString(),
    steps,
  };
}

/** Such as "1,003 streets, 972 house numbers, 3.1 MB". */
export function formatFigures(figures: Readonly<Record<string, number | string>>): string {
  return Object.entries(figures)
    .map(([name, value]) => {
      if (name === "bytes" && typeof value === "number") return formatBytes(value);
      const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return `${typeof value === "number" ? value.toLocaleString("en") : value} ${words}`;
    })
    .join(", ");
}

/**
 * The error to show: names the file that the operator gave, and what to do about a full disk. The console shows it too
 * if a later run can go on or the region is in use.
 */
function explain(
  error: unknown,
  { source, signal, replaces }: BuildRequest,
  building: BuildingFolder,
  display: ProgressDisplay,
): unknown {
  if (signal.aborted) return error;
  const failure = toOperatorError(error, building.path);
  const isBroken = error instanceof ExtractError;
  if (isBroken && "url" in source)
    failure.message = `${failure.message.replace(EXTRACT_FILE, basename(new URL(source.url).pathname))} It came from ${source.url}.`;
  if (isBroken) building.restart(); // The next run reads or loads it again.
  display.fail(failure.message);
  const hasResults = building.state.download !== undefined || building.state.extract !== undefined;
  if (!hasResults && !replaces) building.discard();
  return failure;
}

function toOperatorError(error: unknown, folder: string): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC")
    return new Error(`No space is left in ${folder}. Free some and run the same command again.`, {
      cause: error,
    });
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new Error(`This user may not write to ${folder}.`, { cause: error });
  return error instanceof Error ? error : new Error(String(error), { cause: error });
}
