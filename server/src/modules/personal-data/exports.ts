import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { DataExport } from "@commonlane/contract/personal-data";
import { message } from "@commonlane/contract/message";
import { zip } from "fflate";
import { z } from "zod";
import type { ClientInfo } from "#modules/accounts/sign-in/index.ts";
import { recordAccountEvents } from "#modules/accounts/index.ts";
import { emailOwner, NOT_YOU } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import { lockCaller } from "#platform/db/locks.ts";
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
import { escapeHtml } from "#platform/text.ts";
import { collectPersonalData, type ExportSection } from "./data-inventory/data-inventory.store.ts";

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
  caller: Caller,
  client: ClientInfo,
): Promise<DataExport> {
  const { uid, sessionId } = caller;
  return transaction(ctx, async (ctx) => {
    await lockCaller(ctx, caller);
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

interface ExportContent {
  readonly community: string;
  readonly at: Date;
  /** Sources of the places and routes in it, which their licences require. */
  readonly attributions: readonly string[];
  readonly sections: readonly ExportSection[];
  readonly photo: Uint8Array | undefined;
}

/**
 * ZIP with all data as JSON for programs and as an HTML page for people; large archives are compressed off the event
 * loop.
 */
function zipExport({ photo, ...text }: ExportContent): Promise<Buffer> {
  const files = {
    "data.json": Buffer.from(JSON.stringify(toJson(text), null, 2)),
    "index.html": Buffer.from(renderPage(text)),
    ...(photo && { "photo.webp": photo }),
  };
  return new Promise((resolve, reject) => {
    zip(
      files,
      {
        level: 6,
        mtime: text.at,
      },
      (error, bytes) => (error ? reject(error) : resolve(Buffer.from(bytes))),
    );
  });
}

type ExportText = Omit<ExportContent, "photo">;

const toJson = ({ community, at, attributions, sections }: ExportText) => ({
  community,
  madeAt: at.toISOString(),
  attributions,
  ...Object.fromEntries(
    sections.map(({ name, rows }) => [toCamelCase(name), rows.map(toCamelCaseRow)]),
  ),
});

const toCamelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const toCamelCaseRow = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamelCase(name), value]));

function renderPage({ community, at, attributions, sections }: ExportText): string {
  const contents = sections.map(
    ({ name, title, rows }) =>
      `<li><a href="#${name}">${escapeHtml(title)}</a> (${rows.length})</li>`,
  );
  const credits = attributions.map((text) => `<p>${escapeHtml(text)}</p>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your data at ${escapeHtml(community)}</title>
<style>${STYLES}</style>
<h1>Your data at ${escapeHtml(community)}</h1>
<p>All data about you as of ${escapeHtml(at.toISOString())}.
The file data.json contains the same for programs. Other people appear by id only.</p>
<nav><ul>${contents.join("")}</ul></nav>
${sections.map(renderSection).join("\n")}
<footer>${credits.join("")}</footer>
</html>
`;
}

const STYLES = `
  :root {
    color-scheme: light dark;
    font: 1rem/1.5 system-ui, sans-serif;
  }
  body {
    max-width: 60rem;
    margin: 2rem auto;
    padding: 0 1rem;
  }
  section {
    margin-block: 2.5rem;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(8rem, 14rem) 1fr;
    gap: .25rem 1rem;
    padding-block: 1rem;
    border-top: 1px solid #8888;
    margin: 0;
  }
  dt {
    opacity: .75;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;

function renderSection({ name, title, rows }: ExportSection): string {
  return `<section id="${name}">
<h2>${escapeHtml(title)}</h2>
${rows.map(renderRow).join("")}
</section>`;
}

function renderRow(row: Record<string, unknown>): string {
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  const lines = filled.map(([name, value]) => {
    const term = escapeHtml(toWords(name));
    const detail = escapeHtml(toText(value));
    return `<dt>${term}</dt><dd>${detail}</dd>`;
  });
  return `<dl>${lines.join("")}</dl>`;
}

const toWords = (name: string) => name.replaceAll("_", " ");

/** Formats a value for people: timestamps in ISO format, lists with commas, places by name. */
function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const { label, lat, lng } = value as {
    label?: unknown;
    lat?: unknown;
    lng?: unknown;
  };
  if (typeof label === "string") return `${label} (${String(lat)}, ${String(lng)})`;
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${toText(entry)}`)
    .join("; ");
}
