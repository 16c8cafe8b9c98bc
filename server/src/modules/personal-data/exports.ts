import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { DataExport } from "@commonlane/contract/personal-data";
import { message } from "@commonlane/contract/message";
import { z } from "zod";
import { type ClientInfo } from "#modules/accounts/sign-in/index.ts";
import { recordAccountEvents } from "#modules/accounts/index.ts";
import { emailOwner, NOT_YOU } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { createWorker, type Worker } from "#platform/jobs/worker.ts";
import { composeEmail, type Recipient } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import {
  deleteExpiredExports,
  type ExportRow,
  findExportFile,
  findExports,
  findLargePhoto,
  findPendingExportOwner,
  insertExport,
  saveExportFile,
} from "./exports.store.ts";
import { listAttributions } from "#platform/data-sources.ts";
import { zipExport } from "./export-file.ts";
import { collectPersonalData } from "./data-inventory/data-inventory.store.ts";

export const EXPORTS_SHOWN_MAX = 10;
/** An export that takes longer counts as failed. */
const EXPORT_TIMEOUT_MS = HOUR_MS;

const exportJob = defineJob({
  name: "data-export.make",
  data: z.object({ id: z.uuid() }),
  retries: 3,
  timeLimitS: 300,
});

/** Starts an export of all data about the caller, and e-mails them; returns the pending one if there is one. */
export function requestExport(
  ctx: Context,
  { uid, sessionId }: Caller,
  client: ClientInfo,
): Promise<DataExport> {
  return transaction(ctx, async (ctx) => {
    const id = await insertExport(ctx, uid);
    if (id !== undefined) {
      await emailOwner(ctx, uid, (recipient) => exportRequestedEmail(ctx, recipient));
      await ctx.jobs.send(ctx, exportJob, { id });
      await recordAccountEvents(ctx, {
        uid,
        kind: "data-exported",
        client,
        sessionId,
      });
    }
    const [newest] = await findExports(ctx, uid, 1);
    if (!newest) throw new Problem("not_found");
    return viewExport(newest);
  });
}

export const listOwnExports = async (
  ctx: Context,
  { uid }: Caller,
): Promise<{ items: DataExport[] }> => ({
  items: (await findExports(ctx, uid, EXPORTS_SHOWN_MAX)).map(viewExport),
});

function exportRequestedEmail({ community: { name } }: Context, recipient: Recipient): Email {
  return composeEmail(recipient, {
    subject: message("Your {community} data is being exported"),
    paragraphs: [
      message(
        "Someone who is signed in to your account asked for a copy of everything that it contains, with your messages and places. It can be downloaded for a while under Settings, Your data.",
      ),
      NOT_YOU,
    ],
    values: { community: name },
  });
}

/** Throws not_found if the export belongs to another user or has expired. */
export async function getExportFile(ctx: Context, { uid }: Caller, id: string): Promise<Buffer> {
  const file = await findExportFile(ctx, uid, id);
  if (!file) throw new Problem("not_found");
  return file;
}

export const exportWorker: Worker = createWorker(exportJob, async (ctx, { id }) => {
  const uid = await findPendingExportOwner(ctx, id);
  if (uid === undefined) return;
  const [sections, photo] = await Promise.all([
    collectPersonalData(ctx, uid),
    findLargePhoto(ctx, uid),
  ]);
  const content = {
    community: ctx.community.name,
    at: ctx.now(),
    attributions: listAttributions(ctx),
  };
  const file = await zipExport({
    ...content,
    sections,
    photo,
  });
  const expiresAt = new Date(ctx.now().getTime() + ctx.settings.EXPORT_RETENTION_DAYS * DAY_MS);
  await saveExportFile(ctx, id, { file, expiresAt });
});

/** Deletes expired files. */
export const sweepExports = (ctx: Context): Promise<void> =>
  deleteExpiredExports(ctx, new Date(ctx.now().getTime() - EXPORT_TIMEOUT_MS));

const viewExport = (row: ExportRow): DataExport => ({
  id: row.id,
  state: stateOf(row),
  requestedAt: row.requested_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  bytes: row.bytes,
});

function stateOf({ ready_at, failed_at }: ExportRow): DataExport["state"] {
  if (ready_at) return "ready";
  return failed_at ? "failed" : "making";
}
