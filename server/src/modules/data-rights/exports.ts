import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { DataExport } from "@commonlane/contract/own-data";
import { z } from "zod";
import { record, type Visitor } from "#modules/accounts/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Worker, worker } from "#platform/jobs/worker.ts";
import {
  exportFile,
  type ExportRow,
  exportsOf,
  insertExport,
  keepExport,
  photoOf,
  sweepExports,
  waitingExport,
} from "./exports.store.ts";
import { zipped } from "./export-file.ts";
import { everythingOf } from "./register.store.ts";

const SHOWN = 10;
/** What took longer was not finished, and is not any more. */
const MADE_WITHIN_MS = HOUR_MS;

const makeJob = defineJob({
  name: "data-export.make",
  data: z.object({ id: z.uuid() }),
  retries: 3,
  timeLimitS: 300,
});

/** Has a file made of everything that is known of the caller; while one is being made it is that one. */
export function askForExport(ctx: Context, { uid, sessionId }: Caller, visitor: Visitor): Promise<DataExport> {
  return transaction(ctx, async (ctx) => {
    const id = await insertExport(ctx, uid);
    if (id !== undefined) {
      await ctx.jobs.send(ctx, makeJob, { id });
      await record(ctx, { uid, kind: "data-exported", visitor, sessionId });
    }
    const [newest] = await exportsOf(ctx, uid, 1);
    if (!newest) throw new Problem("not_found");
    return viewExport(newest);
  });
}

export const ownExports = async (ctx: Context, { uid }: Caller): Promise<{ items: DataExport[] }> => ({
  items: (await exportsOf(ctx, uid, SHOWN)).map(viewExport),
});

/** Throws not_found for another's, and for one that is over. */
export async function fetchExport(ctx: Context, { uid }: Caller, id: string): Promise<Buffer> {
  const file = await exportFile(ctx, uid, id);
  if (!file) throw new Problem("not_found");
  return file;
}

export const exportWorker: Worker = worker(makeJob, async (ctx, { id }) => {
  const uid = await waitingExport(ctx, id);
  if (uid === undefined) return;
  const [sections, photo] = await Promise.all([everythingOf(ctx, uid), photoOf(ctx, uid)]);
  const file = await zipped({ community: ctx.settings.COMMUNITY_NAME, at: ctx.now(), sections, photo });
  const expiresAt = new Date(ctx.now().getTime() + ctx.settings.EXPORTS_KEPT_DAYS * DAY_MS);
  await keepExport(ctx, id, { file, expiresAt });
});

/** Forgets the files whose time is over. */
export const forgetExports = (ctx: Context): Promise<void> =>
  sweepExports(ctx, new Date(ctx.now().getTime() - MADE_WITHIN_MS));

const viewExport = ({ id, asked_at, ready_at, failed_at, expires_at, bytes }: ExportRow): DataExport => ({
  id,
  state: ready_at ? "ready" : failed_at ? "failed" : "making",
  askedAt: asked_at.toISOString(),
  expiresAt: expires_at?.toISOString() ?? null,
  bytes,
});
