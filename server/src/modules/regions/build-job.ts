import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Context, OutsideContext } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { createWorker, type Worker } from "#platform/jobs/worker.ts";
import { findExtractSource } from "./extracts.ts";

const ADMIN_PROGRAM = fileURLToPath(new URL("../../admin/main.ts", import.meta.url));
const TIME_LIMIT_S = 12 * 3600;
const MAX_MESSAGE_LENGTH = 2000;

const buildRegionJob = defineJob({
  name: "region.build",
  data: z.object({
    name: z.string(),
    source: z.string(),
  }),
  retries: 2,
  retryAfterS: 60,
  timeLimitS: TIME_LIMIT_S,
});

/** Has a region built from a listed extract, once however often it is asked. @throws Problem not_found */
export async function requestRegionBuild(ctx: Context, name: string): Promise<void> {
  const source = findExtractSource(ctx, name);
  if (source === undefined) throw new Problem("not_found");
  await ctx.jobs.send(
    ctx,
    buildRegionJob,
    {
      name,
      source,
    },
    { singletonKey: name },
  );
}

/** Runs `region add` with these arguments and returns its exit code; null if a signal ended it. */
type RunRegionAdd = (
  ctx: OutsideContext,
  region: {
    readonly name: string;
    readonly source: string;
  },
) => Promise<{
  readonly code: number | null;
  readonly output: string;
}>;

/**
 * Builds regions with the command that operators use, in a process of its own: a build needs gigabytes of memory for a
 * large extract, and must not slow down the server. The command continues what was interrupted, and refuses to build
 * one region twice at a time.
 */
export const createRegionBuildWorker = (run: RunRegionAdd = runRegionAdd): Worker =>
  createWorker(buildRegionJob, async (ctx, region) => {
    const { code, output } = await run(ctx, region);
    if (code === 0) return;
    if (code === null) throw new Error(`The build of ${region.name} was interrupted.`);
    // Trying again would not help. The console shows the reason, too.
    ctx.log.warn(
      {
        region: region.name,
        output,
      },
      "a region was not built",
    );
  });

const runRegionAdd: RunRegionAdd = async ({ settings }, { name, source }) => {
  const child = spawn(process.execPath, [ADMIN_PROGRAM, "region", "add", source, "--name", name], {
    env: {
      ...process.env,
      DATA_DIR: resolve(settings.DATA_DIR),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-MAX_MESSAGE_LENGTH);
  });
  const [code]: (number | null)[] = await once(child, "close");
  return { code: code ?? null, output };
};
